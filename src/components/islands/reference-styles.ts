import styles from '../../styles/api-reference.css?url&no-inline';

/** URL of Scalar's stylesheet. */
export const stylesUrl = styles;

/**
 * Adds Scalar's stylesheet to the page, before the page's own stylesheets.
 *
 * @throws Error if it fails to load.
 */
export function loadStyles(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${styles}"]`)) {
      resolve();
      return;
    }
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styles;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${styles} didn't load.`));
    };
    document.head.prepend(link);
  });
}
