import type { ClientDirective } from 'astro';

/** Button events that load the island's code. The first three happen about 100 ms before a click. */
const INTENT_EVENTS = ['pointerenter', 'focusin', 'touchstart', 'click'];

/**
 * `client:intent`: hydrates an island once the reader points at, focuses, touches, or clicks one of its buttons, and
 * then repeats the click. Until then, the page loads no React. Astro adds this code to every page with such an island.
 */
const onIntent: ClientDirective = (load, _options, island) => {
  const hydrated = new AbortController();
  let loading = false;
  let clicked = false;

  const run = async ({ type, target }: Event) => {
    if (!(target as Element).closest('button')) return;
    clicked ||= type === 'click';
    island.ariaBusy = String(clicked);
    if (loading) return;
    loading = true;
    const hydrate = await load();
    await hydrate();
    loading = false;
    island.ariaBusy = null;
    // Astro removes this attribute once the island's code has arrived.
    if (!island.hasAttribute('ssr')) {
      hydrated.abort();
      if (clicked) press(island);
    }
    clicked = false;
  };
  // Hide errors until the reader clicks, because nobody is waiting for the code before that. The next event retries.
  const hideError = (event: Event) => {
    if (clicked) return;
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
