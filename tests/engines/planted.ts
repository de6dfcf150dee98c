import type { PolicyServer } from './policy-server.ts';

/* Scripts that a row's server puts before all others of its pages, for what a driver can't do. */

const HEAD = /<head[^>]*>/;

/** Runs a function in every page of a server before the page's own scripts. */
export function plant(server: PolicyServer, script: () => void): void {
  const text = `(${script.toString()})()`;
  server.allow(text);
  const element = `<script>${text}</script>`;
  server.rewrite('text/html', (html) => html.replace(HEAD, (head) => head + element));
}

/** Where pages send the errors that no script of theirs caught. */
const ERRORS = '/uncaught-error?';

/**
 * Collects uncaught errors of all pages of a server, for a driver that doesn't report them.
 *
 * @returns The errors so far; they are read from the server's requests.
 */
export function collectErrors(server: PolicyServer): () => string[] {
  plant(server, () => {
    const report = (error: unknown) => {
      const text = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
      navigator.sendBeacon(`/uncaught-error?${encodeURIComponent(text)}`);
    };
    addEventListener('error', ({ error, message }) => report(error ?? message));
    addEventListener('unhandledrejection', ({ reason }) => report(reason));
  });
  return () =>
    server.requests
      .filter(({ path }) => path.startsWith(ERRORS))
      .map(({ path }) => decodeURIComponent(path.slice(ERRORS.length)));
}

/**
 * Makes local and session storage throw on every use, for WebKitGTK. MiniBrowser's own option removes
 * `localStorage`, which no browser does when its reader blocks it.
 */
export function blockStorage(server: PolicyServer): void {
  plant(server, () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('The storage is blocked.', 'SecurityError');
        },
      });
    }
  });
}
