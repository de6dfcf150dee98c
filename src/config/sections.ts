/**
 * The sections of the site, in the order of the top navigation. A page belongs to the section whose sidebar lists it
 * (`sidebars.ts`).
 */
export const sections = [
  { id: 'main', label: 'Welcome', href: '/', inFooter: false },
  {
    id: 'account-information',
    label: 'Account Information',
    href: '/account-information/',
    inFooter: true,
  },
  { id: 'sequencing', label: 'Sequencing', href: '/sequencing/', inFooter: true },
  {
    id: 'categorization',
    label: 'Categorization',
    href: '/categorization/introduction/',
    inFooter: true,
  },
  { id: 'analysis', label: 'Analysis', href: '/analysis/introduction/', inFooter: true },
  { id: 'webhooks', label: 'Webhooks', href: '/webhooks/', inFooter: true },
  { id: 'api', label: 'API Reference', href: '/api/', inFooter: true },
] as const;

/** A section of the site. */
export type Section = (typeof sections)[number];
/** The ID of a section, such as `webhooks`. */
export type SectionId = Section['id'];

/** The first page of a section. */
export function sectionStart(id: SectionId): string {
  return sections.find((section) => section.id === id)!.href;
}
