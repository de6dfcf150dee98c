import type { ClientDirective } from 'astro';
import type { WaitingIsland } from './hydrate-on-intent.ts';

/** Passes an island's loader to `hydrate-on-intent.ts`. Astro inlines this directive in every page, so it is minimal. */
const onIntent: ClientDirective = (load, _options, island) => {
  (island as WaitingIsland).load = load;
};

export default onIntent;
