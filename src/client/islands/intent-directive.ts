import type { ClientDirective } from 'astro';
import { hydrateIsland } from './load.ts';
import type { TouchControl } from './hydrate-on-intent.ts';

/** Leaves it to `touch.ts` when the island is hydrated. */
const onIntent: ClientDirective = (load, _options, island) => {
  (island as TouchControl).start = () => hydrateIsland(load, island);
};

export default onIntent;
