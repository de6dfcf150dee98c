const MARKER = 'financial-data-portal-1';

/**
 * The `<meta>` in the head of every page. It marks pages of all our builds. The service worker shows other HTML, such as
 * the login of a captive portal, but never stores it.
 */
export const pageMarker = { name: 'portal-page', content: MARKER } as const;

/** Whether a response is HTML. */
export function isHtml({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/html');
}

/** Whether HTML is one of our pages, from any build. */
export function isOurs(html: string): boolean {
  return html.includes(MARKER);
}
