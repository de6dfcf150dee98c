/*
 * Fetches a page when the reader is about to ask for it, and draws it ahead when they take their time. Where the
 * browser knows speculation rules, they do both for every link that is marked, and the click uses what is
 * there. Elsewhere the page goes into the browser's cache, and the rules of
 * `src/server` allow the click to take it from there.
 */

import { INTERACTIVE_REFERENCE } from '../../config/apis.ts';
import { savesData } from '../data-saving.ts';
import { pageLinkOf } from './page-address.ts';
import { speculationRules } from './speculation-rules.ts';

/** A pointer, or the focus, that stays on a link for so long is not just passing. In milliseconds. */
const PAUSE = 80;

/** After so long, in milliseconds, a click is likely enough to spend the processor's time on the page. */
const REST = 200;

/**
 * How long a page that was fetched ahead may serve a click, in milliseconds. Later it is asked for again, so
 * that a reader sees what was deployed since. The server gives the browser's cache the same time.
 */
const KEPT = 60_000;

/** Fetches pages, and has them drawn, ahead from now on, unless the reader's line is slow or data is to be saved. */
export function prefetchPages(): void {
  const fetched = new Set<string>();
  const timers: ReturnType<typeof setTimeout>[] = [];
  /** The link that the pointer or the focus is on. */
  let current: HTMLAnchorElement | undefined;

  const prefetch = (link: HTMLAnchorElement) => {
    const address = link.pathname + link.search;
    if (fetched.has(address) || savesData()) return;
    fetched.add(address);
    setTimeout(() => {
      fetched.delete(address);
      // Without the mark, the browser throws away what it holds.
      link.removeAttribute('data-prefetch');
    }, KEPT);
    if (hasSpeculationRules()) link.setAttribute('data-prefetch', '');
    else void fetchIntoCache(address);
  };
  const prerender = (link: HTMLAnchorElement) => {
    // The interactive references would load a megabyte unseen.
    if (!hasSpeculationRules() || savesData() || INTERACTIVE_REFERENCE.test(link.pathname)) return;
    link.setAttribute('data-prerender', '');
  };
  const stopTimers = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };

  // What was drawn ahead goes with the reader's interest: it would not see what they do here meanwhile.
  const leave = () => {
    stopTimers();
    current?.removeAttribute('data-prerender');
    current = undefined;
  };
  const arrive = (event: PointerEvent | FocusEvent) => {
    // A finger is on a link because it presses it, or scrolls.
    if ('pointerType' in event && event.pointerType === 'touch') return;
    const link = pageLinkOf(event);
    // A press moves the focus to the link that the pointer is on already.
    if (link !== current) leave();
    if (!link) return;
    current = link;
    timers.push(setTimeout(prefetch, PAUSE, link), setTimeout(prerender, REST, link));
  };
  const depart = (event: MouseEvent | FocusEvent) => {
    if (!current || pageLinkOf(event) !== current) return;
    // From one part of a link to another is no way.
    if (event.relatedTarget instanceof Node && current.contains(event.relatedTarget)) return;
    leave();
  };
  for (const type of ['pointerover', 'focusin'] as const)
    document.addEventListener(type, arrive, { passive: true });
  for (const type of ['pointerout', 'focusout'] as const)
    document.addEventListener(type, depart, { passive: true });
  // What is not drawn at the click would only compete with the page itself.
  document.addEventListener('click', stopTimers, { passive: true });
  // A page that was drawn ahead is there at once; to take a picture of the old one for the fade takes longer.
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    const drawn = current?.hasAttribute('data-prerender') && current.href === activation?.entry.url;
    if (drawn) viewTransition?.skipTransition();
  });
  document.addEventListener(
    'pointerdown',
    (event) => {
      const link = pageLinkOf(event);
      if (link) prefetch(link);
    },
    { passive: true },
  );
  const script = Object.assign(document.createElement('script'), { type: 'speculationrules' });
  script.textContent = speculationRules;
  document.head.append(script);
  if ((document as { prerendering?: boolean }).prerendering) addEventListener('load', layOut);
}

/** Browsers lay out a page that is drawn ahead only when it is shown, unless somebody asks where things are. */
function layOut() {
  document.body.getBoundingClientRect();
}

function hasSpeculationRules(): boolean {
  try {
    return HTMLScriptElement.supports('speculationrules');
  } catch {
    // Older browsers lack the method itself.
    return false;
  }
}

async function fetchIntoCache(address: string) {
  try {
    const page = await fetch(address, { priority: 'low', headers: { purpose: 'prefetch' } });
    await page.text();
  } catch {
    // The click asks for itself, and shows what is wrong.
  }
}
