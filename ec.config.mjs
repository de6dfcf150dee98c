import { createRenderer, defineEcConfig } from '@astrojs/starlight/expressive-code';
import { codeBlocks } from './src/components/code/code-blocks.ts';
import { withoutScript } from './src/components/code/without-script.ts';

export default defineEcConfig({
  shiki: false,
  // Our plugin colors code for both modes with `light-dark()`. A second theme would only repeat variables.
  themes: ['starlight-dark'],
  plugins: [codeBlocks()],
  useThemedScrollbars: false,
  useStarlightUiThemeColors: false,
  // No page marks lines of code.
  textMarkers: false,
  // Every page sets `data-theme`, so the styles needn't be repeated for `prefers-color-scheme`.
  useDarkModeMediaQuery: false,
  // See src/components/code/code-blocks.ts, and src/components/code/copy-code.ts for the copy button.
  frames: false,
  customCreateRenderer: ({ plugins = [], ...options }) =>
    createRenderer({ ...options, plugins: [...plugins, withoutScript()] }),
  styleOverrides: {
    borderRadius: '0px',
    borderWidth: '0px',
    uiFontSize: '0.875rem',
    codeFontSize: '0.8125rem',
    codeLineHeight: '1.6',
    codeSelectionBackground: 'hsl(222 70% 60% / 0.4)',
    codeBackground: 'var(--portal-color-code)',
    codeForeground: 'light-dark(#24292e, #e1e4e8)',
    focusBorder: 'var(--sl-color-text-accent)',
    // Forced colors would show the transparent border of a gutter that no block has.
    gutterBorderWidth: '0px',
  },
});
