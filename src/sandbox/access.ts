import type { IncomingMessage } from 'node:http';
import { CONSENT_PAGE } from './consent-page.ts';
import { problem, Refusal } from './http.ts';

/** This machine's host names, including the one that Docker provides. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\]|([\w-]+\.)*localhost|host\.docker\.internal)(:\d+)?$/i;

/**
 * Rejects requests from web pages on other origins. Otherwise, any page that the developer visits could reset the
 * sandbox, read its log, or make it post to the network. Only browsers send `Origin` and `Sec-Fetch-*`.
 */
export function refuseOtherOrigins({ method, url = '', headers }: IncomingMessage) {
  const { host = '', origin } = headers;
  const refusal = (detail: string) => new Refusal(problem(403, detail));
  // A malicious page's host name can resolve to this machine. The browser would then allow requests to the sandbox.
  if (!LOOPBACK.test(host))
    throw refusal(`The sandbox doesn't accept the host ${host}. Use 127.0.0.1 or localhost in its URL.`);
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase())
    throw refusal(`A web page on ${origin} sent this request. Send it from a server or a command line.`);
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const isVisit =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (!isVisit || !CONSENT_PAGE.test(url.split('?', 1).join()))
    throw refusal(
      'A web page on another origin sent this request. Open the URL from the address bar instead.',
    );
}
