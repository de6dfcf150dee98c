import { RESPONSE_LIMIT } from '../config/offline.ts';
import { button } from './button.ts';
import { hasRules } from './has-rules.ts';

/**
 * Shows a notice with a Reload button if a stylesheet of this page failed to load, hangs, or is something else. Browsers
 * run the page's scripts when all stylesheets have arrived or failed, or were given up by `head/before-paint.ts`.
 */
export function reportMissingStyles(): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const missing = links.filter((link) => !hasRules(link));
  if (missing.length === 0) return;
  const notice = Object.assign(document.createElement('div'), { className: 'island-alert', role: 'alert' });
  const reload = async () => {
    const options = { cache: 'reload', signal: AbortSignal.timeout(RESPONSE_LIMIT * 1_000) } as const;
    // A page that a host sent instead may be cached as if it were the stylesheet.
    await Promise.allSettled(missing.map(({ href }) => fetch(href, options)));
    location.reload();
  };
  notice.append("The styles didn't load. ", button('Reload', reload));
  for (const link of missing) link.addEventListener('load', () => notice.remove());
  document.querySelector('.sl-skip-link')!.after(notice);
}
