import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ESLint, Linter } from 'eslint';
import GithubSlugger from 'github-slugger';
import { parseAllDocuments, visit } from 'yaml';
import { supportedBrowsers } from '../../src/config/browsers.ts';
import { projectFiles } from '../support/project-copy.ts';
import { apis } from '../support/published-contracts.ts';

/* Checks what readers of the repository rely on, apart from the site's pages. */

const read = (file: string) => readFileSync(file, 'utf8');

/** Matches paths of this repository in inline code, which may have wildcards. */
const PATH = /`((?:src|tests|openapi|public|\.ci|\.github)\/[\w./*-]*)`/g;

/** Matches relative links in Markdown. */
const LINK = /\]\((?!https?:|\/)([^)#\s]*)#?([^)\s]*)\)/g;

/** The example page in CONTRIBUTING. */
const EXAMPLE = 'src/content/docs/account-information/secret-rotation.mdx';

function headingsIn(file: string): string[] {
  const slugger = new GithubSlugger();
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugger.slug(heading));
}

for (const document of ['README.md', 'CONTRIBUTING.md', 'ASSUMPTIONS.md', ...globSync('docs/*.md')])
  test(`Every path and link in ${document} leads to a file and a heading`, () => {
    const text = read(document);
    for (const [, path = ''] of text.matchAll(PATH))
      assert.ok(path === EXAMPLE || existsSync(path) || globSync(path).length > 0, path);
    const prose = text.replaceAll(/^ *```[^]*?^ *```/gm, '');
    for (const [link, target = '', fragment = ''] of prose.matchAll(LINK)) {
      const file = target === '' ? document : join(dirname(document), target);
      assert.ok(existsSync(file) && (fragment === '' || headingsIn(file).includes(fragment)), link);
    }
  });

for (const file of ['README.md', 'src/content/docs/offline.mdx'])
  test(`${file} lists the supported browsers of src/config/browsers.ts`, () => {
    assert.ok(read(file).replace(/\s+/g, ' ').includes(supportedBrowsers), supportedBrowsers);
  });

test('All contracts have the same contact, and the files for contributors repeat its URL', () => {
  const urls = new Set(apis.map(({ document }) => document.info.contact.url as string));
  assert.equal(urls.size, 1);
  for (const file of ['SECURITY.md', '.github/ISSUE_TEMPLATE/config.yml'])
    assert.deepEqual(new Set(read(file).match(/https:[^\s)]+/g)), urls, file);
});

test('ESLint rejects imports from a level above, even by an alias', async () => {
  const rule = 'no-restricted-imports';
  const { rules } = (await new ESLint().calculateConfigForFile('src/contract/planted.ts')) as Linter.Config;
  const rulesOf = (from: string) =>
    new Linter()
      .verify(`import '${from}';\n`, { rules: { [rule]: rules?.[rule] ?? 'off' } })
      .map(({ ruleId }) => ruleId);
  assert.deepEqual(rulesOf('../shared/nearest.ts'), []);
  for (const from of ['../layout/site.ts', '@/layout/site.ts', '@components/Value.astro'])
    assert.deepEqual(rulesOf(from), [rule], from);
});

test('The product, or a package that it uses, needs every dependency', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  const names = Object.keys(dependencies);
  const files = ['astro.config.mjs', 'ec.config.mjs', ...globSync('src/**/*.{ts,tsx,astro,css}')];
  const code = files.map(read).join('\n');
  const used = names.filter((name) => code.includes(`'${name}'`) || code.includes(`'${name}/`));
  // @astrojs/react expects react-dom.
  const peers = used.flatMap((name) => {
    const manifest = JSON.parse(read(`node_modules/${name}/package.json`)) as { peerDependencies?: object };
    return Object.keys(manifest.peerDependencies ?? {});
  });
  for (const name of names) assert.ok(used.includes(name) || peers.includes(name), name);
});

test('No # cuts off the end of a sentence in a YAML file', () => {
  for (const file of projectFiles().filter((each) => /\.ya?ml$/.test(each)))
    for (const document of parseAllDocuments(read(file)))
      visit(document, {
        Scalar(_, { type, comment, value }) {
          const isSentence = type === 'PLAIN' && /\s/.test(String(value));
          assert.ok(!isSentence || !comment, `${file}: ${value} #${comment}`);
        },
      });
});

test('Every locked package has a content hash', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const [, ...locked] = Object.entries<{ integrity?: string; optional?: boolean }>(packages);
  const unhashed = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  // When the lockfile was written, the registry had Astro's compiler for only one system.
  const otherSystems = /^node_modules\/@astrojs\/compiler-binding-/;
  const wrong = unhashed.filter(([name, { optional }]) => !optional || !otherSystems.test(name));
  assert.deepEqual(wrong, []);
});

test('Without optional packages, an older Node is rejected with cause and fix', () => {
  const preload = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`;
  const command = ['--import', preload, 'src/scripts/require-node.mjs'];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^This is Node 20\.20\.2, .*optional package; .*use Node 24\.\n$/);
});
