import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import compat from 'eslint-plugin-compat';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';
import { browserslist } from './src/config/browsers.ts';

/**
 * The folders of src/ by level, from the bottom to the top. A folder imports only from its own level and the levels
 * below. Only pages and scripts, at the top, import from all folders.
 */
const levels = [
  ['config', 'shared'],
  ['contract'],
  ['content', 'navigation', 'sandbox'],
  [
    'components',
    'reference',
    'scalar',
    'search',
    'glossary',
    'home',
    'agents',
    'downloads',
    'offline',
    'hosting',
    'checks',
  ],
  ['layout', 'integrations'],
  ['pages', 'scripts'],
];

/** The folder depths below src/ at which modules exist. */
const DEPTHS = [1, 2, 3];

const directionOfImports = levels.slice(0, -1).flatMap((rooms, level) => {
  const above = levels.slice(level + 1).flat();
  return DEPTHS.map((depth) => ({
    files: rooms.map((room) => `src/${room}/${'*/'.repeat(depth - 1)}*.{ts,tsx,astro}`),
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^${'\\.\\./'.repeat(depth)}(?:${above.join('|')})/`,
              message: 'Import only from the same level or below; see `levels` in eslint.config.js.',
            },
            {
              group: ['@/**', '@components/**', '@partials/**'],
              message: 'Write a relative path. Aliases are for pages.',
            },
          ],
        },
      ],
    },
  }));
});

export default defineConfig(
  globalIgnores(['dist/', './hosts/', '.astro/', 'test-results/']),
  js.configs.recommended,
  typescript.configs.strict,
  typescript.configs.stylistic,
  astro.configs.recommended,
  { files: ['src/**/*.tsx'], ...reactHooks.configs.flat.recommended },
  {
    rules: {
      // `!` marks the places where the code guarantees a value that the types can't express.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  directionOfImports,
  {
    files: ['src/**'],
    plugins: { compat },
    settings: {
      browsers: browserslist,
      // Pages work without these features: only clicks announce page loads, and pages are stored immediately.
      polyfills: ['Navigation', 'requestIdleCallback'],
    },
    rules: { 'compat/compat': 'error' },
  },
  // Tests check the structure of contracts and responses, so no type can guarantee that structure.
  {
    files: ['tests/support/published-contracts.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['src/hosting/preview-server.ts', 'src/sandbox/**', 'src/scripts/**', 'tests/**'],
    rules: { 'no-console': 'off' },
  },
  // Programs that readers download run in Node.
  {
    files: ['public/programs/**', 'starters/**', 'tests/starters/drivers/**'],
    languageOptions: {
      globals: Object.fromEntries(
        ['AbortSignal', 'Buffer', 'TextDecoder', 'URL', 'URLSearchParams', 'console', 'fetch', 'process'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
    rules: { 'no-console': 'off' },
  },
  // Playwright reads a fixture's dependencies from its parameter pattern, which may be empty.
  {
    files: ['tests/support/**', 'tests/engines/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
);
