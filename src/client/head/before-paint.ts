/*
 * Runs in the head before the first paint, so that readers never see the wrong color mode, a dismissed announcement or
 * the wrong tab flash. `src/integrations/client-scripts.ts` bundles it into one parser-blocking classic script.
 */

import { dismissalKey } from '../announcement.ts';
import { colorModeKey, parseColorMode, showColorMode } from '../color-mode.ts';
import './restore-sidebar.ts';
import './restore-tab.ts';

const root = document.documentElement;

/** The current announcement's ID, if any. `ThemeProvider.astro` passes it. */
const announcement = document.currentScript?.dataset['announcement'];

replaceBlockedStorage();
recordMissingFiles();
ignoreSkippedTransitions();
applyStoredChoices();
// The choices may change in another tab, or while this page is prerendered or in the back/forward cache.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyStoredChoices);
addEventListener('storage', applyStoredChoices);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) applyStoredChoices();
});
document.addEventListener('prerenderingchange', applyStoredChoices);

function applyStoredChoices(): void {
  // If storage is blocked, keep the choice that the reader made on this page.
  showColorMode(parseColorMode(localStorage.getItem(colorModeKey) ?? root.dataset['colorMode']));
  if (announcement && localStorage.getItem(dismissalKey(announcement)))
    root.dataset['announcementDismissed'] = '';
}

/**
 * If the reader blocks storage, even reading `window.localStorage` throws, in our scripts and in our dependencies.
 * Replace it with an empty storage, so that choices work but are lost with the page.
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
 * Lists scripts and stylesheets that fail to load in `data-missing` of <html>. `layout.css` then hides the controls that
 * need the script, and `missing-styles.ts` reports missing stylesheets.
 */
function recordMissingFiles(): void {
  const record = ({ target }: Event) => {
    const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
    const file = src || href || '';
    if (/_astro.+s$/.test(file)) root.dataset['missing'] = (root.dataset['missing'] ?? '') + file;
  };
  // The errors of elements don't bubble, so capture them.
  addEventListener('error', record, true);
}

/** Avoids unhandled rejections when a reader navigates again before a view transition starts. */
function ignoreSkippedTransitions(): void {
  for (const name of ['pageswap', 'pagereveal'] as const) {
    addEventListener(name, ({ viewTransition }) => {
      viewTransition?.ready.catch(() => undefined);
    });
  }
}
