import { layout } from './src/config/site.ts';

/** `npm run lint:styles`. */
export default {
  overrides: [{ files: ['**/*.astro'], customSyntax: 'postcss-html' }],
  rules: {
    'declaration-no-important': true,
    // WebKit rejects the shorthand with style and color.
    'declaration-property-value-disallowed-list': { 'text-decoration': ['/\\s/'] },
    // Media queries can't read a variable.
    'media-feature-name-value-allowed-list': {
      'min-width': [`${layout.desktopMinWidth}px`, '/rem$/'],
      'max-width': [`${layout.desktopMinWidth - 1}px`, '/rem$/'],
    },
  },
};
