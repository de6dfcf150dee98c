/** The file name of a page's Markdown twin, such as `webhooks/events.md` for `webhooks/events/index.html`. */
export const twinFile = (file: string): string => file.replace(/\/index\.html$|\.html$/, '.md');

/** The name of the file with all Markdown twins of a section or the whole site. */
export const fullFile = (section?: string): string =>
  section === undefined ? 'llms-full.txt' : `llms-full/${section}.txt`;

/** Creates the function that turns links to pages into links to their twins. The base path has no trailing slash. */
export function twinLinks(base: string): (href: string) => string {
  return (href) => {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href)!;
    if (!path.startsWith('/') || !path.endsWith('/')) return href;
    return (path === `${base}/` ? `${base}/index.md` : path.replace(/\/$/, '.md')) + rest;
  };
}
