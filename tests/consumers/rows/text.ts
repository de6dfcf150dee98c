import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { site } from '../../../src/config/site.ts';
import { twinFile } from '../../../src/shared/twin-path.ts';
import { runCommand } from '../../samples/support/run-command.ts';
import { testFolder } from '../../starters/support/starters.ts';
import { builtFile, isBuilt, pageAt, sitePages } from '../../support/built-pages.ts';
import { projectRoot } from '../../support/project-copy.ts';
import { packageVersion } from '../package-version.ts';
import type { Consumer } from '../consumer.ts';

const SKILLS = join(projectRoot, 'node_modules/skills/bin/cli.mjs');

const textFile = (path: string) => builtFile(path).toString();
const frontMatterOf = (file: string) => textFile(file).split('---\n', 2)[1] ?? assert.fail(file);

type Matter = Readonly<Record<string, unknown>>;

/** The skill's entry in the index. */
const listed = () =>
  (JSON.parse(textFile('.well-known/agent-skills/index.json')) as { skills: [Matter] }).skills[0];

/** Serves the built files. In JSON files, the site's URLs lead to this server. */
async function startSite(context: TestContext): Promise<string> {
  const server = createServer(({ url = '', headers: { host } }, response) => {
    if (!isBuilt(url)) response.writeHead(404).end();
    else if (!url.endsWith('.json')) response.end(builtFile(url));
    else response.end(textFile(url).replaceAll(site.origin, `http://${host}`));
  }).listen(0, '127.0.0.1');
  context.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the command on the page for readers, but with another source and without a network. */
async function installsSkill(context: TestContext, source: string): Promise<void> {
  const commands = pageAt('/set-up-your-agent/').texts('main pre');
  assert.ok(commands.includes(`npx skills@${packageVersion('skills')} add ${site.origin}`), commands.join());
  const folder = testFolder(context);
  const program = ['--import', join(projectRoot, 'tests/consumers/loopback-only.ts'), SKILLS];
  const options = ['add', source, '--yes', '--agent', 'codex'];
  const env = { DISABLE_TELEMETRY: '1', HOME: folder };
  const { status, output } = await runCommand(process.execPath, [...program, ...options], folder, env);
  assert.equal(status, 0, output);
  const installed = join(folder, '.agents/skills', String(listed()['name']), 'SKILL.md');
  assert.equal(readFileSync(installed, 'utf8'), textFile('skill.md'));
}

/** Programs that read text and feeds, such as `/skill.md` and `/llms.txt`. */
export const textReaders: readonly Consumer[] = [
  {
    artifact: '/skill.md',
    reader: 'skills',
    version: () => packageVersion('skills'),
    right: 'installs it from a folder',
    async check(context) {
      const folder = testFolder(context);
      writeFileSync(join(folder, 'SKILL.md'), textFile('skill.md'));
      await installsSkill(context, folder);
    },
  },
  {
    artifact: '/.well-known/agent-skills/index.json',
    reader: 'skills',
    version: () => packageVersion('skills'),
    right: 'installs the skill from the site',
    check: async (context) => installsSkill(context, await startSite(context)),
  },
  {
    artifact: '/skill.md',
    reader: 'yaml (YAML 1.2 and 1.1)',
    version: () => packageVersion('yaml'),
    right: 'reads the name and description of the index, and the version',
    check() {
      const { name, description } = listed();
      for (const version of ['1.2', '1.1'] as const) {
        const { metadata, ...matter } = parse(frontMatterOf('skill.md'), { version }) as Matter;
        assert.deepEqual(matter, { name, description });
        assert.match((metadata as Matter)['version'] as string, /^\d{4}-\d{2}-\d{2}$/);
      }
    },
  },
  {
    artifact: '/llms.txt',
    reader: 'the parser of llmstxt.org',
    version: () => '0.0.8, by its rules',
    right: 'reads a link from each line of each section, and can skip the full texts',
    check() {
      const [start = '', ...sections] = textFile('llms.txt').split(/^## /m);
      assert.match(start, /^# .+\n\n> .+\n\n/);
      const links = sections.map((section) => section.trim().split(/\n+/));
      for (const [name = '', ...lines] of links)
        for (const line of lines) {
          assert.match(line, /^- \[[^\]]+\]\([^)]+\): ./, name);
          if (line.includes('/llms-full')) assert.equal(name, 'Optional');
        }
    },
  },
  {
    artifact: '/**/*.md',
    reader: 'yaml (YAML 1.2 and 1.1)',
    version: () => packageVersion('yaml'),
    right: "reads strings from each page's front matter",
    check() {
      for (const path of sitePages) {
        const text = frontMatterOf(twinFile(`${path.slice(1)}index.html`));
        const [matter, older] = (['1.2', '1.1'] as const).map(
          (version) => parse(text, { version }) as Matter,
        );
        assert.deepEqual(matter, older);
        for (const value of Object.values(matter ?? {})) assert.equal(typeof value, 'string', path);
        assert.equal(matter?.['canonical'], site.origin + path);
      }
    },
  },
];
