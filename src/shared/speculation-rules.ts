/** What the browser does with the pages of links that are marked. */
const rules = {
  prefetch: [{ where: { selector_matches: '[data-prefetch]' }, eagerness: 'immediate' }],
  prerender: [{ where: { selector_matches: '[data-prerender]' }, eagerness: 'immediate' }],
};

/**
 * The text of the `<script type="speculationrules">` that `prefetch.ts` adds. The Content-Security-Policy lists its hash,
 * so that browsers accept it.
 */
export const speculationRules = JSON.stringify(rules);
