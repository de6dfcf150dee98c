import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { layout } from '../config/site.ts';

/** The packages whose source is rewritten, with the versions that the rewrites below were checked against. */
export const checkedVersions = { '@astrojs/starlight': '0.42.4', 'starlight-openapi': '0.26.1' } as const;

/** A change to a literal in the source of a package that has no setting for it. */
export interface Rewrite {
  package: keyof typeof checkedVersions;
  /** Paths or globs within the package. Every file that they match has to contain the pattern. */
  files: readonly string[];
  pattern: RegExp;
  replacement: string;
  /** Why the site needs it. */
  reason: string;
}

/** All rewrites. Prefer a component override, a setting or a cascade layer to another entry. */
export const rewrites: readonly Rewrite[] = [
  {
    package: '@astrojs/starlight',
    files: ['dist/components/PageFrame.astro', 'dist/style/util.css'],
    pattern: /\(min-width: 50r?em\)/g,
    replacement: `(min-width: ${layout.desktopMinWidth}px)`,
    reason: 'the desktop layout begins at another width',
  },
  {
    package: '@astrojs/starlight',
    files: ['dist/components/Page.astro'],
    pattern: /'data-theme': 'dark'/g,
    replacement: "'data-theme': 'light', 'data-color-mode': 'light'",
    reason: 'pages are light until a script has read the chosen color mode, and without JavaScript',
  },
  {
    package: '@astrojs/starlight',
    files: ['dist/components/Page.astro'],
    pattern: /<link rel="stylesheet" href=\{printHref\} media="print" \/>/g,
    replacement: '',
    reason: "browsers fetch this file for the screen too, and it replaces the site's colors on paper",
  },
  {
    package: '@astrojs/starlight',
    files: ['dist/components/Page.astro'],
    pattern: /<script src="\.\.\/components-internals\/SidebarPersistState"><\/script>/g,
    replacement: '',
    reason: "src/client/sidebar/sidebar-scroll.ts keeps the only state that the site's sidebars have",
  },
  {
    package: '@astrojs/starlight',
    files: ['dist/style/props.css'],
    pattern: /@layer starlight\.base \{[^]*\}/g,
    replacement: '',
    reason: 'src/styles/tokens.css sets each of these values: 0.8 kB (brotli) of every first visit',
  },
  {
    package: 'starlight-openapi',
    files: ['routes/common.astro'],
    pattern: /'\.\.\/components\/\w+\/(?:Operation|OverviewOperationTag|OverviewSchema)\.astro'/g,
    replacement: "'/src/components/reference/ReferencePage.astro'",
    reason: 'the package makes routes, our components what the pages show',
  },
];

/** A file of one of the packages, by Vite's ID without the query. */
const SOURCE = /\/node_modules\/((?:@astrojs\/starlight|starlight-openapi)\/.+\.(?:astro|css))$/;

/** Applies the {@link rewrites} to Starlight and starlight-openapi. If one doesn't match, no build or server starts. */
export function starlightRewrites(): AstroIntegration {
  return {
    name: 'starlight-rewrites',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const sources = rewriteSources(fileURLToPath(new URL('node_modules', config.root)));
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'starlight-rewrites',
                enforce: 'pre',
                load: {
                  filter: { id: SOURCE },
                  handler: (id) => sources.get(SOURCE.exec(id)![1]!),
                },
              },
            ],
          },
        });
      },
    },
  };
}

/**
 * Reads the source files that are rewritten.
 *
 * @param packages - The folder that the packages are installed in.
 * @returns The rewritten source of each file, by its path within that folder, with `/` on every system.
 * @throws Error when a package has another version than the rewrites were checked against, or when a rewrite finds
 * nothing to replace. It names package, file and rewrite, and says what to do.
 */
export function rewriteSources(packages: string): Map<string, string> {
  const sources = new Map<string, string>();
  const problems = Object.entries(checkedVersions).flatMap(([name, checked]) => {
    const { version } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
    return version === checked
      ? []
      : [`${name} is ${version}; the rewrites were checked against ${checked}.`];
  });
  for (const { package: name, files, pattern, replacement, reason } of rewrites) {
    for (const file of files) {
      const paths = globSync(file, { cwd: join(packages, name) }).map((path) =>
        `${name}/${path}`.replaceAll(sep, '/'),
      );
      const found = paths.filter((path) => sourceOf(path).search(pattern) !== -1);
      for (const path of found) sources.set(path, sourceOf(path).replaceAll(pattern, replacement));
      if (found.length === 0) {
        problems.push(`node_modules/${name}/${file} does not contain ${String(pattern)} (${reason}).`);
      }
    }
  }
  if (problems.length > 0) throw new Error(describe(problems));
  return sources;

  function sourceOf(path: string): string {
    return sources.get(path) ?? readFileSync(join(packages, path), 'utf8');
  }
}

function describe(problems: readonly string[]): string {
  return [
    'The rewrites of Starlight and starlight-openapi do not fit what is installed:',
    ...problems.map((problem) => `  ${problem}`),
    '  Fix: run `npm ci` to install the versions of package-lock.json. After an upgrade, compare the files with',
    '  src/build/starlight-rewrites.ts, adapt the rewrites there, and then `checkedVersions` at its top.',
  ].join('\n');
}
