/** The sidebars that a page of this build has brought, by `<prefix>/<section>`. */
export const renderedSidebars = new Set<string>();
