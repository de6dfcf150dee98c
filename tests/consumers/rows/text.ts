import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { site } from '../../../src/config/site.ts';
import { twinFile } from '../../../src/shared/twin-path.ts';
import { runCommand } from '../../samples/support/run-command.ts';
import { python } from '../../starters/support/starters.ts';
import { testFolder } from '../../support/test-folder.ts';
import { builtFile, builtText, dist, isBuilt, pageAt, sitePages } from '../../support/built-pages.ts';
import { localServer } from '../../support/local-server.ts';
import { projectRoot } from '../../support/project-copy.ts';
import type { Node } from '../../support/published-contracts.ts';
import { toolsFolder } from '../../support/tools.ts';
import { daily, nightly, outputOf, packageVersion, versionOf } from '../support.ts';

const SKILLS = join(projectRoot, 'node_modules/skills/bin/cli.mjs');

const frontMatterOf = (file: string) => builtText(file).split('---\n', 2)[1] ?? assert.fail(file);

/** The skill's entry in the index. */
const [listed]: Node[] = JSON.parse(builtText('.well-known/agent-skills/index.json')).skills;

/** Serves the built files. In JSON files, the site's URLs lead to this server. */
function startSite(context: TestContext): Promise<string> {
  return localServer(context, ({ url = '', headers: { host } }, response) => {
    if (!isBuilt(url)) response.writeHead(404).end();
    else if (!url.endsWith('.json')) response.end(builtFile(url));
    else response.end(builtText(url).replaceAll(site.origin, `http://${host}`));
  });
}

const XML = 'import sys, xml.etree.ElementTree as xml; [xml.parse(file) for file in sys.argv[1:]]';

const FEED = `import feedparser, json, sys
feed = feedparser.parse(sys.argv[1])
types = [content.type for entry in feed.entries for content in entry.content]
print(json.dumps({'bozo': feed.bozo, 'ids': [entry.id for entry in feed.entries], 'types': types}))`;

/** What the checker reports although the pages work. */
const knownErrors = [
  // Starlight hides its inline scripts from text browsers.
  'The “aria-hidden” attribute must not be specified on the “script” element.',
  // Astro writes an island's styles next to the first island.
  'A “style” element in “body” must be the first child of its parent.',
  'The selector “astro-island” matches, or might match, an element that comes before',
  // CSS that the checker doesn't know.
  'CSS: Unrecognized at-rule “@view-transition”',
  "CSS: “container-type”: Property “container-type” doesn't exist.",
  'CSS: “container”: Parse Error.',
  "CSS: “rx”: Property “rx” doesn't exist.",
  "CSS: “ry”: Property “ry” doesn't exist.",
  'CSS: “mask”: Too many values or values are not recognized.',
  // ARIA allows other roles in a list's items if the list has a role, and these lists have `tablist`.
  'An “li” element that is a descendant of a “ul”, “ol”, or “menu” element',
];

daily('/.well-known/agent-skills/index.json: skills installs the skill from the site', async (context) => {
  context.diagnostic(packageVersion('skills'));
  const commands = pageAt('/set-up-your-agent/').texts('main pre');
  assert.ok(commands.includes(`npx skills@${packageVersion('skills')} add ${site.origin}`), commands.join());
  const folder = testFolder(context);
  // Without a network.
  const program = ['--import', join(projectRoot, 'tests/consumers/loopback-only.ts'), SKILLS];
  const options = ['add', await startSite(context), '--yes', '--agent', 'codex'];
  const env = { DISABLE_TELEMETRY: '1', HOME: folder };
  const { status, output } = await runCommand(process.execPath, [...program, ...options], folder, env);
  assert.equal(status, 0, output);
  const installed = join(folder, '.agents/skills', listed.name, 'SKILL.md');
  assert.equal(readFileSync(installed, 'utf8'), builtText('skill.md'));
});

daily('/skill.md: yaml (YAML 1.2 and 1.1) reads name and description as listed, and a version', (context) => {
  context.diagnostic(packageVersion('yaml'));
  const { name, description } = listed;
  for (const version of ['1.2', '1.1'] as const) {
    const { metadata, ...matter } = parse(frontMatterOf('skill.md'), { version });
    assert.deepEqual(matter, { name, description });
    assert.match(metadata.version, /^\d{4}-\d{2}-\d{2}$/);
  }
});

daily('/llms.txt: by the rules of llmstxt.org 0.0.8, lines are links, and full texts are optional', () => {
  const [start = '', ...sections] = builtText('llms.txt').split(/^## /m);
  assert.match(start, /^# .+\n\n> .+\n\n/);
  const links = sections.map((section) => section.trim().split(/\n+/));
  for (const [name = '', ...lines] of links)
    for (const line of lines) {
      assert.match(line, /^- \[[^\]]+\]\([^)]+\): ./, name);
      if (line.includes('/llms-full')) assert.equal(name, 'Optional');
    }
});

daily("/**/*.md: yaml (YAML 1.2 and 1.1) reads strings from each page's front matter", (context) => {
  context.diagnostic(packageVersion('yaml'));
  for (const path of sitePages) {
    const text = frontMatterOf(twinFile(`${path.slice(1)}index.html`));
    const matter: Node = parse(text, { version: '1.2' });
    assert.deepEqual(matter, parse(text, { version: '1.1' }));
    for (const value of Object.values(matter)) assert.equal(typeof value, 'string', path);
    assert.equal(matter.canonical, site.origin + path);
  }
});

daily("/**/*.xml and /*.atom: Python's XML parser reads them", (context) => {
  context.diagnostic(versionOf(python));
  outputOf(dist, python, '-c', XML, ...globSync('**/*.{xml,atom}', { cwd: dist }));
});

nightly('/*.atom: feedparser reads entries with different IDs, and page descriptions as text', (context) => {
  context.diagnostic(outputOf('.', python, '-c', 'import feedparser; print(feedparser.__version__)'));
  for (const [feed, type] of [
    ['changelog.atom', 'text/html'],
    ['pages.atom', 'text/plain'],
  ] as const) {
    const printed = outputOf(dist, python, '-c', FEED, feed);
    const { bozo, ids, types }: Node = JSON.parse(printed);
    assert.equal(bozo, false);
    assert.ok(ids.length > 50);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual([...new Set(types)], [type]);
  }
});

nightly('All pages: the Nu HTML Checker finds no errors except known ones', (context) => {
  context.diagnostic(packageVersion('vnu-jar', 'nightly'));
  const jar = join(toolsFolder, 'node_modules/vnu-jar/build/dist/vnu.jar');
  const options = ['--errors-only', '--exit-zero-always', '--stdout', '--format', 'json'];
  const printed = outputOf(dist, 'java', '-jar', jar, ...options, ...globSync('**/*.html', { cwd: dist }));
  const { messages }: { messages: { message: string }[] } = JSON.parse(printed);
  const unknown = messages.filter(({ message }) => !knownErrors.some((known) => message.includes(known)));
  assert.deepEqual(unknown, []);
});
