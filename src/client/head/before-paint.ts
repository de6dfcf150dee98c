/*
 * Runs in the head before the first paint, so that no wrong color mode, dismissed announcement or other tab flashes.
 * `src/integrations/before-paint.ts` bundles it into one classic script that the parser waits for.
 */

import { dismissalKey } from '../announcement.ts';
import { colorModeKey, parseColorMode, showColorMode } from '../color-mode.ts';
import { restoreReferenceLanguage } from '../reference-language.ts';
import './restore-sidebar.ts';
import './restore-tab.ts';

const root = document.documentElement;

/** The announcement in force, if any; `ThemeProvider.astro` passes it. */
const announcement = document.currentScript?.dataset['announcement'];

replaceBlockedStorage();
restoreReferenceLanguage();
noteMissingFiles();
ignoreSkippedTransitions();
show();
// The choice may change in another tab, or while this page is prerendered or in the back/forward cache.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
addEventListener('storage', show);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) show();
});
document.addEventListener('prerenderingchange', show);

/** Shows what the reader chose on earlier visits. */
function show(): void {
  // Where storage is blocked, a choice on this page holds for this page.
  showColorMode(parseColorMode(localStorage.getItem(colorModeKey) ?? root.dataset['colorMode']));
  if (announcement && localStorage.getItem(dismissalKey(announcement)))
    root.dataset['announcementDismissed'] = '';
}

/**
 * Where the reader blocks storage, merely reading `window.localStorage` throws, in our scripts and in those of our
 * dependencies. An empty one takes its place, and everything works for the page.
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
 * Lists scripts and stylesheets that fail to load in `data-missing`. `layout.css` then hides what needs the script,
 * and `missing-styles.ts` says that styles are missing.
 */
function noteMissingFiles(): void {
  const note = ({ target }: Event) => {
    const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
    const file = src || href || '';
    if (/_astro.+s$/.test(file)) root.dataset['missing'] = (root.dataset['missing'] ?? '') + file;
  };
  addEventListener('error', note, true);
}

/** A reader who moves on before a page transition starts makes its promise reject: nothing has failed. */
function ignoreSkippedTransitions(): void {
  for (const name of ['pageswap', 'pagereveal'] as const) {
    addEventListener(name, ({ viewTransition }) => {
      viewTransition?.ready.catch(() => undefined);
    });
  }
}
