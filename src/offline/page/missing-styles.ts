import { RESPONSE_LIMIT } from '../settings.ts';
import { button } from '../../shared/browser/button.ts';
import { hasRules } from '../../shared/browser/has-rules.ts';

/**
 * Shows a notice with a Reload button if a stylesheet of this page failed to load, hangs, or isn't a stylesheet.
 * Most browsers run the page's scripts once each stylesheet has arrived or failed, or `head/before-paint.ts` has replaced
 * its link. WebKit runs them earlier, but paints nothing until then.
 */
export function reportMissingStyles(): void {
  if (missingStyles().length === 0) return;
  const notice = Object.assign(document.createElement('div'), { className: 'island-alert', role: 'alert' });
  const reload = async () => {
    const options = { cache: 'reload', signal: AbortSignal.timeout(RESPONSE_LIMIT * 1_000) } as const;
    // If a host sent a page instead, the browser may have cached it under the stylesheet's URL.
    await Promise.allSettled(missingStyles().map(({ href }) => fetch(href, options)));
    location.reload();
  };
  notice.append("The styles didn't load. ", button('Reload', reload));
  const check = () => {
    if (missingStyles().length === 0) notice.remove();
  };
  // The load events of elements don't bubble, so capture them.
  document.addEventListener('load', check, true);
  document.querySelector('.sl-skip-link')!.after(notice);
}

function missingStyles(): HTMLLinkElement[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  return links.filter((link) => !hasRules(link));
}
