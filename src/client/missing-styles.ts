import { RESPONSE_LIMIT } from '../config/offline.ts';
import { button } from './button.ts';

/** Shows a notice with a Reload button if a stylesheet of this page failed to load, or is something else. */
export function reportMissingStyles(): void {
  // `head/before-paint.ts` records files here that failed or hang.
  if (document.documentElement.dataset['missing']?.includes('.css')) report();
  else addEventListener('load', report);
}

function report() {
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
  notice.append('The styles did not load. ', button('Reload', reload));
  for (const link of missing) link.addEventListener('load', () => notice.remove());
  document.querySelector('.sl-skip-link')!.after(notice);
}

/** Some browsers take a page of the wrong type for a stylesheet without rules. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules.length > 0;
  } catch {
    return false;
  }
}
