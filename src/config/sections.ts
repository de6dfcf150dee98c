/**
 * The sections of the site, in the order of the top navigation. The front matter of a page sets its section, which
 * determines its sidebar, its first breadcrumb and the highlighted link in the header.
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

/** All section IDs, as the non-empty tuple that `z.enum` needs. */
export const sectionIds = sections.map((section) => section.id) as [SectionId, ...SectionId[]];

/** The section of a page by its path, such as `/webhooks/events/`. The interactive references are in `api`. */
export function sectionAt(path: string): Section {
  const [, first = ''] = path.split('/');
  const id = first.includes('-api') ? 'api' : first;
  return sections.find((section) => section.id === id) ?? sections[0];
}

/** The first page of a section. */
export function sectionStart(id: SectionId): string {
  return sections.find((section) => section.id === id)!.href;
}
