/**
 * Adds a stylesheet to the page, before the page's own. A plain import would add it to every page.
 *
 * @throws Error if it fails to load.
 */
export function linkStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`)) {
      resolve();
      return;
    }
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} didn't load.`));
    };
    document.head.prepend(link);
  });
}
