/**
 * The sections of the site, in the order of the top navigation. A page names its section in its front
 * matter; the section gives it a place in the header, a sidebar and the first breadcrumb.
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

export type Section = (typeof sections)[number];
export type SectionId = Section['id'];

/** Every section id, as Zod enums want it. */
export const sectionIds = sections.map((section) => section.id) as [SectionId, ...SectionId[]];
