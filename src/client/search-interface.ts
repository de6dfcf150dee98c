import '@pagefind/default-ui/css/ui.css';
import '../styles/search.css';
import { PagefindUI } from '@pagefind/default-ui';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/**
 * Draws Pagefind's interface into an element.
 *
 * @throws TypeError when the index cannot be fetched.
 */
export async function mountSearch(element: Element): Promise<void> {
  const bundlePath = `${base}/pagefind/`;
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
}
