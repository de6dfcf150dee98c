import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { layout } from '../config/site.ts';
import { WriterError } from '../shared/writer-error.ts';

/** A change to a package's source that no setting covers. */
interface Rewrite {
  package: '@astrojs/starlight' | 'starlight-openapi';
  /** Its path, relative to the folder with the package's entry. */
  file: string;
  pattern: RegExp;
  replacement: string;
  /** The reason that the site needs it. */
  reason: string;
}

const desktop = {
  package: '@astrojs/starlight',
  pattern: /\(min-width: 50r?em\)/g,
  replacement: `(min-width: ${layout.desktopMinWidth}px)`,
  // Media queries can't read custom properties, so Starlight repeats this width in each of them.
  reason: 'the desktop layout starts at a different width',
} as const;

/** All rewrites. Prefer a component override, a setting, or a cascade layer to a new entry. */
export const rewrites: readonly Rewrite[] = [
  { ...desktop, file: 'components/PageFrame.astro' },
  { ...desktop, file: 'style/util.css' },
  {
    package: '@astrojs/starlight',
    file: 'components/Page.astro',
    pattern: /'data-theme': 'dark'/g,
    replacement: "'data-theme': 'light', 'data-color-mode': 'light'",
    // Starlight defaults to dark: https://github.com/withastro/starlight/pull/1473
    reason: 'pages are light until a script has read the chosen color mode, and without JavaScript',
  },
  {
    package: 'starlight-openapi',
    file: 'routes/common.astro',
    pattern: /'\.\.\/components\/\w+\/(?:Operation|OverviewOperationTag|OverviewSchema)\.astro'/g,
    replacement: "'/src/reference/ReferencePage.astro'",
    // https://github.com/HiDeoo/starlight-openapi/issues/77
    reason: 'the package creates the routes, and our components render the pages',
  },
];

/** Applies the {@link rewrites} to Starlight and starlight-openapi. Stops the build or server if one doesn't match. */
export function starlightRewrites(): AstroIntegration {
  return {
    name: 'starlight-rewrites',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const sources = rewriteSources();
        const load = {
          filter: { id: [...sources.keys()].map((file) => new RegExp(`^${RegExp.escape(file)}$`)) },
          handler: (id: string) => sources.get(id),
        };
        updateConfig({ vite: { plugins: [{ name: 'starlight-rewrites', enforce: 'pre', load }] } });
      },
    },
  };
}

/**
 * Reads and rewrites sources, wherever the packages are installed.
 *
 * @returns Each file's new source, by Vite's file ID: the absolute path with forward slashes.
 * @throws WriterError with file, reason, and fix if a rewrite finds nothing to replace.
 */
export function rewriteSources(read = (file: string) => readFileSync(file, 'utf8')): Map<string, string> {
  return new Map(
    rewrites.map(({ package: name, file, pattern, replacement, reason }) => {
      const id = fileURLToPath(new URL(file, import.meta.resolve(name))).replaceAll('\\', '/');
      const source = read(id);
      if (source.search(pattern) !== -1) return [id, source.replaceAll(pattern, replacement)];
      throw new WriterError(
        `src/integrations/rewrites.ts: ${name}/${file} doesn't contain ${String(pattern)} (${reason}).\n` +
          '  Fix: run `npm ci` to install the versions of package-lock.json. After an upgrade, adapt the rewrites.',
      );
    }),
  );
}
