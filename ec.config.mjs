import { defineEcConfig } from '@astrojs/starlight/expressive-code';
import { syntaxHighlighting } from './src/components/code/syntax-highlighting.ts';
import { environmentValues } from './src/components/code/environment-values.ts';
import { longCode } from './src/components/code/long-code.ts';
import { powerShellVariants } from './src/components/code/powershell.ts';

export default defineEcConfig({
  shiki: false,
  plugins: [syntaxHighlighting(), longCode(), powerShellVariants(), environmentValues()],
  defaultProps: { frame: 'code' },
  useThemedScrollbars: false,
  useStarlightUiThemeColors: false,
  // No page marks lines of code.
  textMarkers: false,
  // Every page sets `data-theme`, so the styles needn't be repeated for `prefers-color-scheme`.
  useDarkModeMediaQuery: false,
  // This button copies from an attribute, which the switch between platform and sandbox doesn't change. The one in
  // src/components/code/copy-code.ts copies what readers see.
  frames: { showCopyToClipboardButton: false },
  styleOverrides: {
    borderRadius: '0.5rem',
    borderWidth: '0px',
    uiFontSize: '0.875rem',
    codeFontSize: '0.8125rem',
    codeLineHeight: '1.6',
    codeSelectionBackground: 'hsl(222 70% 60% / 0.4)',
    codeBackground: 'var(--portal-color-code)',
    codeForeground: 'light-dark(#24292e, #e1e4e8)',
    borderColor: 'var(--sl-color-gray-5)',
    focusBorder: 'var(--sl-color-text-accent)',
    frames: {
      editorBackground: 'var(--portal-color-code)',
      editorTabBarBackground: 'var(--portal-color-code)',
      editorActiveTabBackground: 'transparent',
      editorActiveTabForeground: 'inherit',
      frameBoxShadowCssValue: 'none',
      editorActiveTabBorderColor: 'transparent',
      editorTabBarBorderBottomColor: 'transparent',
      editorActiveTabIndicatorTopColor: 'transparent',
      editorActiveTabIndicatorBottomColor: 'transparent',
    },
  },
});
