import { defineEcConfig } from '@astrojs/starlight/expressive-code';
import { syntaxHighlighting } from './src/integrations/markdown/syntax-highlighting/index.ts';
import { codeMarkup } from './src/integrations/markdown/code-markup.ts';

/** Code blocks: their colors come from the site's tokens, so that they follow the color mode. */
export default defineEcConfig({
  themes: ['github-dark', 'github-light'],
  shiki: false,
  plugins: [syntaxHighlighting(), codeMarkup()],
  // So much on the block is at least 4.5 on a marked line of it, for every color in both modes.
  minSyntaxHighlightingColorContrast: 6.5,
  // One kind of frame, a figure that src/styles/content.css gives its looks.
  defaultProps: { frame: 'code' },
  useStarlightUiThemeColors: true,
  useThemedScrollbars: false,
  // The mode stands on every page, so its styles need not come a second time for the system's wish.
  useDarkModeMediaQuery: false,
  // src/client/copy-code.ts adds the button; the plugin's own would carry every code twice.
  frames: { showCopyToClipboardButton: false },
  styleOverrides: {
    borderRadius: '0.5rem',
    codeFontSize: '0.8438rem',
    codeLineHeight: '1.6',
    // Values for both modes at once: those of the themes would stand in the styles of every page twice.
    codeBackground: 'light-dark(var(--sl-color-gray-7), var(--sl-color-gray-6))',
    codeForeground: 'light-dark(#24292e, #e1e4e8)',
    borderColor: 'var(--sl-color-gray-5)',
    focusBorder: 'var(--sl-color-text-accent)',
    frames: { shadowColor: 'transparent' },
    textMarkers: { backgroundOpacity: '20%' },
  },
});
