import { baseline } from './src/config/browsers.ts';
import { DESKTOP_MIN_WIDTH } from './src/config/site.ts';

const EVERY_VALUE = ['/^.+$/'];

/** The rules of `npm run lint:styles`. */
export default {
  plugins: ['stylelint-plugin-use-baseline'],
  overrides: [{ files: ['**/*.astro'], customSyntax: 'postcss-html' }],
  rules: {
    'declaration-no-important': true,
    // WebKit rejects the shorthand if it includes a style or a color.
    'declaration-property-value-disallowed-list': { 'text-decoration': ['/\\s/'] },
    // A newer feature needs a reason here, or `@supports` around it.
    'plugin/use-baseline': [
      true,
      {
        available: baseline,
        ignoreFunctions: [
          // All supported versions have this function, which determined the choice of versions.
          'light-dark',
          // Without this function, the language menu opens at the edge of the window.
          'anchor',
        ],
        ignoreSelectors: [
          // All supported versions have this selector. Baseline waited for an unrelated fix in Safari on iOS.
          'popover-open',
          // Without this selector, the next page appears without a fade.
          'view-transition-group',
          // Without this selector, closed details stay closed in print.
          'details-content',
        ],
        ignoreAtRules: [
          // Without this rule, pages print with the browser's default margins.
          'page',
          // All supported versions have this rule.
          'property',
        ],
        ignoreProperties: {
          // All supported versions have these properties, some with a prefix that Lightning CSS adds.
          '/^(print-color-adjust|text-wrap|user-select|r[xy])$/': EVERY_VALUE,
          // Without these properties, the language menu opens at the edge of the window.
          '/^(anchor-name|position-anchor)$/': EVERY_VALUE,
          // Without this property, a heading may end a printed page.
          'break-after': ['avoid'],
          // Without this property, closed details stay closed in print.
          'content-visibility': EVERY_VALUE,
          // Safari, which lacks this property, has no forced colors.
          'forced-color-adjust': EVERY_VALUE,
          // Without these properties, scrollbars have the system's width and color.
          '/^scrollbar-/': EVERY_VALUE,
          // Without this property, the current section's link may be scrolled out of view.
          'scroll-initial-target': EVERY_VALUE,
        },
      },
    ],
    // Media queries can't read CSS variables, so this rule allows only the configured widths.
    'media-feature-name-value-allowed-list': {
      width: [`${DESKTOP_MIN_WIDTH}px`, '/rem$/'],
    },
  },
};
