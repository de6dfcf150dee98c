import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';
import { importsOf, sourceFiles, type Import } from '../support/source-files.ts';

/**
 * What each part of the source may import from other parts. Parts may always import from themselves. The most specific
 * part applies.
 */
const layers: Record<string, readonly string[] | 'everything'> = {
  'src/config': [],
  'src/shared': [],
  'src/styles': [],
  'src/hosting': ['src/config', 'src/shared'],
  'src/server': ['src/hosting', 'src/shared'],
  'src/contract': ['src/config', 'src/shared'],
  'src/diagrams': [],
  'src/sandbox': ['src/contract', 'src/shared'],
  'src/content': ['src/config', 'src/shared'],
  'src/downloads': ['src/config', 'src/contract', 'src/sandbox', 'src/shared'],
  'src/navigation': ['src/config', 'src/content', 'src/contract', 'src/shared'],
  'src/route-middleware': ['src/config', 'src/contract', 'src/navigation', 'src/shared', 'src/styles'],
  'src/offline/protocol': [],
  'src/offline/worker': ['src/config', 'src/offline/protocol', 'src/shared'],
  'src/offline/page': ['src/client', 'src/config', 'src/offline/protocol', 'src/shared'],
  'src/offline/build': 'everything',
  'src/client': ['src/config', 'src/offline/page', 'src/offline/protocol', 'src/shared', 'src/styles'],
  'src/components/islands': ['src/client', 'src/config', 'src/styles'],
  'src/components': [
    'src/client',
    'src/config',
    'src/content',
    'src/contract',
    'src/diagrams',
    'src/downloads',
    'src/navigation',
    'src/offline/page',
    'src/offline/protocol',
    'src/route-middleware',
    'src/sandbox',
    'src/shared',
  ],
  'src/build': 'everything',
  'src/pages': 'everything',
  'src/scripts': 'everything',
  'src/content.config.ts': 'everything',
  'src/middleware': [],
  'src/env.d.ts': 'everything',
};

/** Large packages, with the only parts that may import them. */
const packages: { name: RegExp; only: readonly string[] }[] = [
  { name: /^(openapi-backend|ajv-formats)$/, only: ['src/sandbox'] },
  { name: /^react(-dom)?(\/|$)/, only: ['src/components/islands'] },
  { name: /^@scalar\/api-reference/, only: ['src/components/islands', 'src/styles/api-reference.css'] },
];

/** What pages may import: nothing that writers would have to understand. */
const forWriters =
  /^(@(components|pages)\/\w+\.astro|@partials\/[\w-]+\.mdx|@astrojs\/starlight\/components)$/;

const code = ['.ts', '.tsx', '.astro', '.css', '.js'];
const texts = ['.md', '.mdx'];

const inside = (path: string, part: string) => path === part || path.startsWith(`${part}/`);
const parts = Object.keys(layers).sort((a, b) => b.length - a.length);
const partOf = (path: string) => parts.find((part) => inside(path, part));

const imports = sourceFiles('src', code).flatMap(importsOf);

function isAllowed({ file, target }: Import): boolean {
  const from = partOf(file);
  const to = partOf(target);
  const rule = layers[from ?? ''];
  if (from === undefined || to === undefined || rule === undefined) return false;
  // Components may import islands.
  if (from === to || rule === 'everything' || (from === 'src/components' && inside(to, from))) return true;
  return rule.includes(to);
}

test('Every file of the source belongs to a part that has a rule', () => {
  const homeless = sourceFiles('src', [...code, ...texts]).filter(({ path }) => partOf(path) === undefined);
  assert.deepEqual(
    homeless.map(({ path }) => path),
    [],
  );
});

test('Every part with a rule exists', () => {
  assert.deepEqual(
    parts.filter((part) => !existsSync(join(projectRoot, part))),
    [],
  );
});

test('Imports are found in modules, components, pages and stylesheets', () => {
  const text = [
    `import a from './a.ts';`,
    `import type { B } from '../b.ts';`,
    `import {\n  c,\n  d,\n} from 'package';`,
    `export { default as E } from './E.astro';`,
    `const f = await import('./f.ts');`,
    `// import g from './g.ts';`,
    `import './h.css?url';`,
    `@import '../i.css';`,
  ].join('\n');
  const found = importsOf({ path: 'src/part/file.ts', text });
  assert.deepEqual(
    found.map(({ target }) => target),
    [
      'src/part/a.ts',
      'src/b.ts',
      'package',
      'src/part/E.astro',
      'src/part/f.ts',
      'src/part/h.css',
      'src/i.css',
    ],
  );
  assert.deepEqual(
    importsOf({ path: 'src/content/docs/page.mdx', text: "```js\nimport a from 'a';\n```" }),
    [],
  );
});

describe('Imports go in one direction:', () => {
  for (const [part, rule] of Object.entries(layers).filter(([, each]) => each !== 'everything')) {
    const allowed =
      rule.length === 0 ? 'nothing else of the source' : `only ${(rule as string[]).join(', ')}`;
    test(`${part} imports ${allowed}`, () => {
      const wrong = imports.filter((each) => each.internal && partOf(each.file) === part && !isAllowed(each));
      assert.deepEqual(
        wrong.map(({ file, target }) => `${file} imports ${target}`),
        [],
      );
    });
  }
});

test('No files import each other in a circle', () => {
  const targets = Map.groupBy(
    imports.filter(({ internal }) => internal),
    ({ file }) => file,
  );
  const circles = new Set<string>();
  const finished = new Set<string>();
  const follow = (file: string, above: string[]) => {
    const start = above.indexOf(file);
    // Components may contain themselves.
    if (start >= 0 && start < above.length - 1) circles.add(above.slice(start).sort().join(', '));
    if (start >= 0 || finished.has(file)) return;
    for (const { target } of targets.get(file) ?? []) follow(target, [...above, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) follow(file, []);
  assert.deepEqual([...circles], []);
});

describe('Large packages are imported in only one place:', () => {
  for (const { name, only } of packages) {
    test(`${name.source} in ${only.join(' and ')}`, () => {
      const users = imports.filter(({ target, internal }) => !internal && name.test(target));
      assert.ok(users.length > 0, 'Nothing imports it any more; remove the rule.');
      const elsewhere = users.filter(({ file }) => !only.some((place) => inside(file, place)));
      assert.deepEqual(
        elsewhere.map(({ file, target }) => `${file} imports ${target}`),
        [],
      );
    });
  }
});

test('Pages import only components and partials', () => {
  const found = sourceFiles('src/content', texts).flatMap(importsOf);
  assert.ok(found.length > 0);
  const wrong = found.filter(({ target, internal }) => internal || !forWriters.test(target));
  assert.deepEqual(
    wrong.map(({ file, target }) => `${file} imports ${target}`),
    [],
  );
});
