import type { ClientDirective } from 'astro';
import type { WaitingIsland } from './hydrate-on-intent.ts';

/** Leaves the loading of an island to `hydrate-on-intent.ts`. It is inline on every page, so it does nothing else. */
const onIntent: ClientDirective = (load, _options, island) => {
  (island as WaitingIsland).load = load;
};

export default onIntent;
