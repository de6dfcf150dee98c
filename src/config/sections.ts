/** The sections, in the top navigation's order. `sidebars.ts` lists the pages of each. */
export const sections = [
  { id: 'main', label: 'Welcome', href: '/' },
  { id: 'account-information', label: 'Account Information', href: '/account-information/' },
  { id: 'sequencing', label: 'Sequencing', href: '/sequencing/' },
  { id: 'categorization', label: 'Categorization', href: '/categorization/introduction/' },
  { id: 'analysis', label: 'Analysis', href: '/analysis/introduction/' },
  { id: 'webhooks', label: 'Webhooks', href: '/webhooks/' },
  { id: 'api', label: 'API Reference', href: '/api/' },
] as const;

/** A section of the site. */
export type Section = (typeof sections)[number];
/** The ID of a section, such as `webhooks`. */
export type SectionId = Section['id'];

/** A section by its ID. */
export const sectionById = (id: SectionId): Section =>
  sections.find((section) => section.id === id) ?? sections[0];
