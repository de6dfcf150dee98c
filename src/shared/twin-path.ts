/** The file name of a page's Markdown twin, such as `webhooks/events.md` for `webhooks/events/index.html`. */
export function twinFile(file: string): string {
  const end = file.endsWith('/index.html') ? '/index.html' : '.html';
  return `${file.slice(0, -end.length)}.md`;
}

/** The page's path for the path of its Markdown twin. */
export const pageOfTwin = (path: string): string =>
  path.endsWith('/index.md') ? path.slice(0, -'index.md'.length) : `${path.slice(0, -'.md'.length)}/`;

/** The name of the file with all Markdown twins. */
export const FULL_FILE = 'llms-full.txt';

/** Creates the function that turns links to pages into links to their twins. The base path has no trailing slash. */
export function twinLinks(base: string): (href: string) => string {
  return (href) => {
    const path = href.split('#', 1).join().split('?', 1).join();
    if (!path.startsWith('/') || !path.endsWith('/')) return href;
    const twin = path === `${base}/` ? `${base}/index.md` : `${path.slice(0, -1)}.md`;
    return twin + href.slice(path.length);
  };
}
