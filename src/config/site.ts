/** Facts about the site itself. Everything that names the product or its owner reads them here. */
export const site = {
  /** The product that the site documents; shown in the header. A neutral description, not a real firm. */
  product: 'Financial Data Platform',
  /** The owner in the copyright line. A neutral description, not a real firm. */
  company: 'Example Financial Data Company',
  copyrightYear: 2025,
  /** The title of the site. */
  tagline: 'Financial processes made smarter',
  /** Where the site is published: canonical links, the site map and social metadata are made from it. */
  origin: 'https://developer.example.com',
  /** Address of the folder that holds the repository's files for "Edit this page"; `undefined` hides the link. */
  editBaseUrl: undefined as string | undefined,
  language: { code: 'en', label: 'English' },
} as const;

/** Numbers of the frame, as the specification gives them. */
export const frame = {
  /**
   * From this width, in CSS pixels, the desktop layout applies; up to one less, the mobile one. Style sheets
   * cannot read it: they repeat it in their media queries, and a test keeps them equal.
   */
  desktopMinWidth: 997,
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  header: {
    /** Hide the header while the reader scrolls down; it returns on the way up. */
    hideOnScroll: true,
  },
} as const;
