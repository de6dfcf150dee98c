import { baseline } from './src/config/browsers.ts';
import { layout } from './src/config/site.ts';

const EVERY_VALUE = ['/^.+$/'];

/** The rules of `npm run lint:styles`. */
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
          // The supported versions were chosen because they have it.
          'light-dark',
          // Without it, the language menu opens at the edge of the window.
          'anchor',
        ],
        ignoreSelectors: [
          // All supported versions have it. Baseline waited for an unrelated fix in Safari on iOS.
          'popover-open',
          // Without it, the next page appears without a fade.
          'view-transition-group',
          // Without it, closed details print closed.
          'details-content',
        ],
        // Without it, pages print with the browser's own margins.
        ignoreAtRules: ['page'],
        ignoreProperties: {
          // All supported versions have these, some with a prefix that Lightning CSS adds.
          '/^(print-color-adjust|text-wrap|user-select|r[xy])$/': EVERY_VALUE,
          // Without it, the language menu opens at the edge of the window.
          '/^(anchor-name|position-anchor)$/': EVERY_VALUE,
          // Without it, a heading may end a printed page.
          'break-after': ['avoid'],
          // Without it, closed details print closed.
          'content-visibility': EVERY_VALUE,
          // Safari has no forced colors.
          'forced-color-adjust': EVERY_VALUE,
          // Without it, scrollbars have the system's width and color.
          '/^scrollbar-/': EVERY_VALUE,
          // Without it, the current section's link may be scrolled out of view.
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
