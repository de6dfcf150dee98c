import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { DESKTOP_MIN_WIDTH } from '../config/site.ts';
import { WriterError } from '../shared/writer-error.ts';

/** A change to a package's source that no setting covers. */
interface Rewrite {
  package: '@astrojs/starlight' | 'starlight-openapi';
  /** The file's path, relative to the folder with the package's entry. */
  file: string;
  pattern: RegExp;
  replacement: string;
}

/**
 * The width at which the desktop layout begins, in the two files where our styles don't replace it. Starlight repeats it
 * in each media query, because these can't read custom properties.
 */
const desktop = {
  package: '@astrojs/starlight',
  pattern: /\(min-width: 50r?em\)/g,
  replacement: `(min-width: ${DESKTOP_MIN_WIDTH}px)`,
} as const;

/** All rewrites. Before you add one, try a component override, a setting, or a cascade layer. */
const rewrites: readonly Rewrite[] = [
  { ...desktop, file: 'components/PageFrame.astro' },
  { ...desktop, file: 'style/util.css' },
  {
    // Without JavaScript, pages should be light, not dark: https://github.com/withastro/starlight/pull/1473
    package: '@astrojs/starlight',
    file: 'components/Page.astro',
    pattern: /'data-theme': 'dark'/g,
    replacement: "'data-theme': 'light', 'data-color-mode': 'light'",
  },
  {
    // Our components render the package's routes: https://github.com/HiDeoo/starlight-openapi/issues/77
    package: 'starlight-openapi',
    file: 'routes/common.astro',
    pattern: /'\.\.\/components\/\w+\/(?:Operation|OverviewOperationTag|OverviewSchema)\.astro'/g,
    replacement: "'/src/reference/ReferencePage.astro'",
  },
];

/** Applies the {@link rewrites}. Stops the build or server if a rewrite doesn't match. */
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

/** Maps Vite's ID of each file, which is the absolute path with forward slashes, to the file's new source. */
export function rewriteSources(read = (file: string) => readFileSync(file, 'utf8')): Map<string, string> {
  return new Map(
    rewrites.map(({ package: name, file, pattern, replacement }) => {
      const id = fileURLToPath(new URL(file, import.meta.resolve(name))).replaceAll('\\', '/');
      const source = read(id);
      if (source.search(pattern) !== -1) return [id, source.replaceAll(pattern, replacement)];
      throw new WriterError(
        `src/integrations/rewrites.ts: ${name}/${file} doesn't contain ${String(pattern)}.\n` +
          '  Fix: run `npm ci` to install the versions of package-lock.json. After an upgrade, adapt the rewrites.',
      );
    }),
  );
}
