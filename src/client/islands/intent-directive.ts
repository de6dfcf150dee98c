import type { ClientDirective } from 'astro';
import { hydrateIsland } from './load.ts';
import type { WaitingControl } from './hydrate-on-intent.ts';

/** Leaves it to `hydrate-on-intent.ts` when the island is hydrated. */
const onIntent: ClientDirective = (load, _options, island) => {
  (island as WaitingControl).start = () => hydrateIsland(load, island);
};

export default onIntent;
