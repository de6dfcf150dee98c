/** Facts about the site. All mentions of the product and its owner in code come from here. */
export const site = {
  /** The site's title, as the specification gives it. Browsers, search engines, and feed readers show it. */
  title: 'Financial processes made smarter',
  /** The product that the site documents, shown in the header. A placeholder, not a real company's product. */
  product: 'Financial Data Platform',
  /** The owner in the copyright line. A placeholder, not a real company. */
  company: 'Example Financial Data Company',
  copyrightYear: 2025,
  /** The origin that the site is published at. Canonical links, the sitemap, and social metadata use it. */
  origin: 'https://docs.example.com',
  /** Base URL of the repository's files, for the "Edit this page" link. `undefined` hides the link. */
  editBaseUrl: undefined as string | undefined,
  /**
   * The permissions for AI services in `/robots.txt`, such as `search=yes, ai-input=yes, ai-train=no`. If `undefined`,
   * the file contains no permissions. See https://contentsignals.org.
   */
  contentSignal: undefined as string | undefined,
  language: { code: 'en', label: 'English' },
} as const;

/** Minimum width of the desktop layout, in CSS pixels. Media queries repeat it, and a test keeps them equal. */
export const DESKTOP_MIN_WIDTH = 997;

/** Hides the header while the reader scrolls down. As a separate constant, it keeps `site` out of page scripts. */
export const headerHides = false as boolean;
