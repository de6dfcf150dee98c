import { PagefindUI } from '@pagefind/default-ui';
import styles from '../styles/search.css?url&no-inline';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/**
 * Draws Pagefind's interface into an element.
 *
 * @throws TypeError when the index cannot be fetched.
 */
export async function mountSearch(element: Element): Promise<void> {
  const bundlePath = `${base}/pagefind/`;
  await loadStyles();
  // The interface itself swallows a failed load; ask for the index first, so that the reader hears of it.
  await import(/* @vite-ignore */ `${bundlePath}pagefind.js`);
  new PagefindUI({
    element,
    baseUrl: `${base}/`,
    bundlePath,
    showImages: false,
    showSubResults: true,
    resetStyles: false,
    pageSize: 8,
    translations: { placeholder: 'Name, path or field, such as /Consent/{id}/refresh' },
  });
  // The interface gives its field a placeholder and a title, which are no label.
  element.querySelector('input')?.setAttribute('aria-label', 'Search');
}

/** Linked by hand: a plain import of a stylesheet would put it on every page. */
async function loadStyles(): Promise<void> {
  if (document.querySelector(`link[href="${styles}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError(`${styles} could not be fetched.`));
    });
    document.head.append(link);
  });
}
