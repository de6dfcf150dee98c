import type { ClientDirective } from 'astro';
import { loadIsland, meetFailure } from './islands/load.ts';

/*
 * Cost before the reader touches the island: this file and four listeners. React and the island's own code
 * load at the first sign of intent, so a page that nobody touches ships none of it.
 */

/** A pointer that arrives, or focus, comes some 100 ms before a click: time to load ahead of it. */
const SIGNS_OF_INTENT = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

const onIntent: ClientDirective = (load, _options, island) => {
  /** Clicks that came before their handler: kept, and given again once the handler stands. Links work anyway. */
  let missedClicks: HTMLElement[] = [];
  let loading = false;
  let message: HTMLElement | undefined;

  const hydrate = async () => {
    loading = true;
    message?.remove();
    try {
      await loadIsland(load, island);
    } catch (error) {
      loading = false;
      // Nobody has asked for more than a look: the next sign tries again, as the network may be back by then.
      if (missedClicks.length > 0) fail(error);
      return;
    }
    for (const sign of SIGNS_OF_INTENT) island.removeEventListener(sign, onSign, options);
    for (const target of missedClicks) if (target.isConnected) target.click();
  };

  const fail = (error: unknown) => {
    const [control] = missedClicks;
    const dismiss = () => {
      message?.remove();
      missedClicks = [];
      control?.focus();
    };
    const retry = () => {
      void hydrate();
      control?.focus();
    };
    const place = (element: HTMLElement) => island.after(element);
    message = meetFailure(error, { subject: 'This control', place, retry, dismiss });
  };

  const onSign = (event: Event) => {
    if (event.type === 'click' && event.target instanceof Element) {
      const control = event.target.closest('button');
      // A click after a failure is the same wish once more.
      if (!loading) missedClicks = [];
      if (control) missedClicks.push(control);
    }
    // A click that waits is given on demand, and not because a pointer passes.
    else if (missedClicks.length > 0) return;
    if (!loading) void hydrate();
  };

  // `pointerenter` does not bubble: capture sees it on the way down to the control.
  const options = { capture: true, passive: true };
  for (const sign of SIGNS_OF_INTENT) island.addEventListener(sign, onSign, options);
};

export default onIntent;
