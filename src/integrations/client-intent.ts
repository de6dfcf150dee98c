import type { ClientDirective } from 'astro';

/** Button events that load the island's code. The first three happen about 100 ms before a click. */
const INTENT_EVENTS = ['pointerenter', 'focusin', 'touchstart', 'click'];

/**
 * `client:intent`: hydrates an island once the reader points at, focuses, touches, or clicks one of its buttons, and
 * then repeats all clicks. Until then, the page loads no React. Astro adds this code to every page with such an island.
 */
const onIntent: ClientDirective = (load, _options, island) => {
  const hydrated = new AbortController();
  let loading = false;
  let clicks = 0;

  const run = async ({ type, target }: Event) => {
    if (!(target as Element).closest('button')) return;
    if (type === 'click') clicks++;
    island.ariaBusy = String(clicks > 0);
    if (loading) return;
    loading = true;
    const hydrate = await load();
    await hydrate();
    loading = false;
    island.ariaBusy = null;
    // Astro removes this attribute once the island's code has arrived.
    if (!island.hasAttribute('ssr')) {
      hydrated.abort();
      for (; clicks > 0; clicks--) press(island);
    }
    clicks = 0;
  };
  // Hide errors until the reader clicks, because nobody is waiting for the code before that. The next event retries.
  const hideError = (event: Event) => {
    if (clicks > 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { signal } = hydrated;
  island.addEventListener('astro:hydration-error', hideError, { signal });
  // `pointerenter` doesn't bubble, so capture it.
  for (const type of INTENT_EVENTS)
    island.addEventListener(type, (event) => void run(event), { capture: true, passive: true, signal });
};

/** Clicks the button, or its replacement if React rendered a new one because an extension had changed the old one. */
function press(island: HTMLElement) {
  const button = island.querySelector('button');
  button?.click();
  if (!button?.isConnected) island.querySelector('button')?.click();
}

export default onIntent;
