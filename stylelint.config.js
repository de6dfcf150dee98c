import { baseline } from './src/config/browsers.ts';
import { layout } from './src/config/site.ts';

const EVERY_VALUE = ['/^.+$/'];

/** `npm run lint:styles`. */
export default {
  plugins: ['stylelint-plugin-use-baseline'],
  overrides: [{ files: ['**/*.astro'], customSyntax: 'postcss-html' }],
  rules: {
    'declaration-no-important': true,
    // WebKit rejects the shorthand with style and color.
    'declaration-property-value-disallowed-list': { 'text-decoration': ['/\\s/'] },
    // A newer feature needs a reason here, or `@supports` around it.
    'plugin/use-baseline': [
      true,
      {
        available: baseline,
        ignoreFunctions: [
          // All supported versions have it: it is what chose them.
          'light-dark',
          // The language menu then opens at the edge of the window.
          'anchor',
        ],
        ignoreSelectors: [
          // All supported versions have it. Baseline waited for another fix in Safari on iOS.
          'popover-open',
          // The next page shows at once.
          'view-transition-group',
          // Closed details print closed.
          'details-content',
        ],
        // Print has the browser's own margins.
        ignoreAtRules: ['page'],
        ignoreProperties: {
          // All supported versions have these, some with a prefix that Lightning CSS adds.
          '/^(print-color-adjust|text-wrap|user-select|r[xy])$/': EVERY_VALUE,
          // The language menu then opens at the edge of the window.
          '/^(anchor-name|position-anchor)$/': EVERY_VALUE,
          // Headings may be at the end of a printed page.
          'break-after': ['avoid'],
          // Closed details print closed.
          'content-visibility': EVERY_VALUE,
          // Safari has no forced colors.
          'forced-color-adjust': EVERY_VALUE,
          // Scrollbars have the width and color of the system.
          '/^scrollbar-/': EVERY_VALUE,
          // The current section may be outside the visible part of the top links.
          'scroll-initial-target': EVERY_VALUE,
        },
      },
    ],
    // Media queries can't read a variable.
    'media-feature-name-value-allowed-list': {
      'min-width': [`${layout.desktopMinWidth}px`, '/rem$/'],
      'max-width': [`${layout.desktopMinWidth - 1}px`, '/rem$/'],
    },
  },
};
