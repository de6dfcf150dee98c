import type { ClientDirective } from 'astro';

/*
 * Cost before the reader touches the island: this file and four listeners. React and the island's own code
 * load at the first sign of intent, so a page that nobody touches ships none of it.
 */

/** A pointer that arrives, or focus, comes some 100 ms before a click: time to load ahead of it. */
const SIGNS_OF_INTENT = ['pointerenter', 'focusin', 'touchstart', 'click'] as const;

const onIntent: ClientDirective = (load, _options, island) => {
  const missedClicks: HTMLElement[] = [];
  let started = false;

  const hydrate = async () => {
    const hydrateIsland = await load();
    await hydrateIsland();
    stopListening();
    for (const target of missedClicks) if (target.isConnected) target.click();
  };

  const onSign = (event: Event) => {
    // A click that comes before its handler is kept and given again, once the handler stands. Links work anyway.
    if (event.type === 'click' && event.target instanceof Element) {
      const control = event.target.closest('button');
      if (control) missedClicks.push(control);
    }
    if (started) return;
    started = true;
    hydrate().catch((error: unknown) => {
      // The next touch tries again: the network may be back by then.
      started = false;
      missedClicks.length = 0;
      console.error(error);
    });
  };

  // `pointerenter` does not bubble: capture sees it on the way down to the control.
  const options = { capture: true, passive: true };
  const stopListening = () => {
    for (const sign of SIGNS_OF_INTENT) island.removeEventListener(sign, onSign, options);
  };
  for (const sign of SIGNS_OF_INTENT) island.addEventListener(sign, onSign, options);
};

export default onIntent;
