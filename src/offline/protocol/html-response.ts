const MARKER = 'financial-data-portal-1';

/**
 * The `<meta>` in the head of every page. It marks pages of all our builds. The service worker shows other HTML, such as
 * the login of a captive portal, but never stores it.
 */
export const pageMarker = { name: 'portal-page', content: MARKER } as const;

export const isHtml = ({ headers }: Response) => (headers.get('content-type') ?? '').startsWith('text/html');

/** Whether HTML is one of our pages, from any build. */
export const isOurs = (html: string) => html.includes(MARKER);
