import { defineEcConfig } from '@astrojs/starlight/expressive-code';
import { syntaxHighlighting } from './src/build/markdown/syntax-highlighting.ts';
import { codeMarkup } from './src/build/markdown/code-markup.ts';
import { environmentValues } from './src/build/markdown/environment-values.ts';

/** Settings of code blocks. All colors work in both color modes without a second set of styles. */
export default defineEcConfig({
  themes: ['github-dark', 'github-light'],
  shiki: false,
  plugins: [syntaxHighlighting(), codeMarkup(), environmentValues()],
  // All blocks have the same frame, which src/styles/code.css styles.
  defaultProps: { frame: 'code' },
  useStarlightUiThemeColors: true,
  useThemedScrollbars: false,
  // Every page has `data-theme`, so the styles needn't repeat for `prefers-color-scheme`.
  useDarkModeMediaQuery: false,
  // src/client/code/copy-code.ts adds the button. The plugin's own would repeat the code in an attribute.
  frames: { showCopyToClipboardButton: false },
  styleOverrides: {
    borderRadius: '0.5rem',
    codeFontSize: '0.8438rem',
    codeLineHeight: '1.6',
    // One value for both modes. The values of the themes would be in the styles of every page twice.
    codeBackground: 'var(--portal-color-code)',
    codeForeground: 'light-dark(#24292e, #e1e4e8)',
    borderColor: 'var(--sl-color-gray-5)',
    focusBorder: 'var(--sl-color-text-accent)',
    frames: { shadowColor: 'transparent' },
    textMarkers: { backgroundOpacity: '20%' },
  },
});
