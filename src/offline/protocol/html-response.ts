const MARKER = 'financial-data-portal-1';

/**
 * The `<meta>` element that marks the pages of all our builds. The service worker shows other HTML, such as a captive
 * portal's login, but never stores it.
 */
export const pageMarker = { name: 'portal-page', content: MARKER } as const;

export const isHtml = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('text/html');

/** True if HTML is one of our pages, from any build. */
export const isOurs = (html: string) => html.includes(MARKER);
