import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', './hosts/', '.astro/', 'test-results/']),
  js.configs.recommended,
  typescript.configs.strict,
  typescript.configs.stylistic,
  astro.configs.recommended,
  { files: ['src/components/islands/**'], ...reactHooks.configs.flat.recommended },
  {
    rules: {
      // The types say it already, and `!` marks the places where only the reader of the code can know.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  // Contracts are read where they stand; their shape is what these tests check.
  { files: ['tests/contract/**'], rules: { '@typescript-eslint/no-explicit-any': 'off' } },
  { files: ['src/server/**', 'src/contract/lint.ts', 'tests/**'], rules: { 'no-console': 'off' } },
  // Playwright reads from the pattern which fixtures a fixture needs, and it may need none.
  {
    files: ['tests/support/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['src/client/head/*.js'],
    languageOptions: {
      globals: {
        document: true,
        window: true,
        localStorage: true,
        sessionStorage: true,
        matchMedia: true,
        addEventListener: true,
        customElements: true,
        HTMLElement: true,
      },
    },
  },
);
