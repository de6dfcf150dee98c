/** Lets browsers prefetch and prerender the pages of marked links. `src/client/navigation/prefetch.ts` marks them. */
export const speculationRules = {
  prefetch: [{ where: { selector_matches: '[data-prefetch]' }, eagerness: 'immediate' }],
  prerender: [{ where: { selector_matches: '[data-prerender]' }, eagerness: 'immediate' }],
};
