import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import type { factWeights } from '../config/search.ts';

/**
 * The `<meta>` element that gives Pagefind a fact about a page besides its text.
 *
 * @param content - What readers may search for; without it there is no element.
 */
export function searchFact(name: keyof typeof factWeights, content: string): StarlightRouteData['head'] {
  if (!content) return [];
  return [{ tag: 'meta', attrs: { name, 'data-pagefind-meta': `${name}[content]`, content }, content: '' }];
}
