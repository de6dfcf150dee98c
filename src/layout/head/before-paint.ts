/*
 * Runs in the head before the first paint, so that the wrong color mode, environment, or a dismissed announcement never shows.
 * `src/integrations/client-scripts.ts` bundles this module into one classic script for every page.
 */

import { RESPONSE_LIMIT } from '../../offline/settings.ts';
import { dismissalKey } from '../announcement/announcement.ts';
import { colorModeKey, parseColorMode, showColorMode } from '../color-mode/color-mode.ts';
import { showEnvironment } from '../../components/code/environment.ts';
import { stored } from '../../shared/browser/storage.ts';

const root = document.documentElement;

/** The current announcement's ID, if any. `ThemeProvider.astro` passes it. */
const announcement = document.currentScript?.dataset['announcement'];

replaceBlockedStorage();
recordMissingFiles();
setTimeout(giveUpFiles, RESPONSE_LIMIT * 1_000);
ignoreSkippedTransitions();
// At first, the site's script is in a template, where browsers don't load it, so that styles load first.
const startSiteScript = () =>
  document.head.prepend(document.querySelector<HTMLTemplateElement>('#site-script')!.content);
document.addEventListener('readystatechange', startSiteScript, { once: true });
applyStoredChoices();
// Choices may change in another tab, or while this page is prerendered or in the back/forward cache.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyStoredChoices);
addEventListener('storage', applyStoredChoices);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) applyStoredChoices();
});
document.addEventListener('prerenderingchange', applyStoredChoices);

function applyStoredChoices(): void {
  // Without storage, keep the reader's choice on this page.
  showColorMode(parseColorMode(stored(colorModeKey) ?? root.dataset['colorMode']));
  if (announcement && stored(dismissalKey(announcement))) root.dataset['announcementDismissed'] = '';
  showEnvironment(document);
}

/**
 * If the reader blocks storage, reading `window.localStorage` throws, also in dependencies. Replaces it with a
 * storage that stays empty, so that choices still apply until the page closes.
 */
function replaceBlockedStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      void window[name].length;
    } catch {
      const nothing = () => null;
      Object.defineProperty(window, name, {
        value: { getItem: nothing, setItem: nothing, removeItem: nothing },
      });
    }
  }
}

/**
 * Lists scripts that fail to load in the attribute `data-missing` of <html>. `layout.css` then shows a message and
 * hides the controls that need the scripts.
 */
function recordMissingFiles(): void {
  const record = ({ target }: Event) => {
    // Only a script's `src` can match. Other elements may not have a `src`.
    const { src } = target as HTMLScriptElement;
    if (/_astro.+js$/.test(src)) root.dataset['missing'] = (root.dataset['missing'] ?? '') + src;
  };
  // Element errors don't bubble, so capture them.
  addEventListener('error', record, true);
}

/**
 * Shows the page without stylesheets that haven't arrived, which block rendering and the page's scripts. Makes them
 * print stylesheets, which block nothing, and applies them when they arrive.
 */
function giveUpFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (hasArrived(link)) continue;
    const late = link.cloneNode() as HTMLLinkElement;
    late.media = 'print';
    late.onload = () => (late.media = '');
    link.replaceWith(late);
  }
}

/** True if a stylesheet has loaded. In some browsers, `sheet` exists even while the file loads. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Avoids unhandled rejections when a reader navigates again before a view transition starts. */
function ignoreSkippedTransitions(): void {
  onpageswap = onpagereveal = ({ viewTransition }: PageSwapEvent | PageRevealEvent) => {
    viewTransition?.ready.catch(() => undefined);
  };
}
