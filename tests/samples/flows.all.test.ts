import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { parse } from 'yaml';
import { flows } from '../../src/contract/flows.ts';
import { runCommand } from './support/run-command.ts';
import { tool, toolVersions } from '../support/tools.ts';
import { startPlatform } from '../starters/support/platform.ts';
import { projectRoot } from '../support/project-copy.ts';
import { titled } from './support/pages.ts';

/* The flows that readers download, linted and run against the sandbox with Redocly. */

const command = titled('Run the flows')?.code ?? '';

/** The inputs that the page prints. */
const printed = JSON.parse(/'(\{.*\})'/s.exec(command)?.[1] ?? '{}') as Record<string, string>;

/** The inputs that a flow requires. */
function inputsOf(text: string): string[] {
  const { workflows } = parse(text) as { workflows: { inputs: { required: string[] } }[] };
  return workflows.flatMap(({ inputs }) => inputs.required);
}

const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const redocly = (parameters: string[], folder: string) =>
  runCommand(tool('redocly'), parameters, folder, settings);

/** A folder with the flows and the combined document, as published. */
function downloads(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'flows-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const path of ['flows', 'platform.yaml'])
    cpSync(join(projectRoot, 'dist/openapi', path), join(folder, path), { recursive: true });
  return folder;
}

describe('Flows', { concurrency: 2 }, () => {
  test('Redocly finds nothing in any flow', async (context) => {
    const files = flows().map(({ name }) => `flows/${name}.yaml`);
    const { status, output } = await redocly(
      ['lint', ...files, '--extends', 'recommended-strict'],
      downloads(context),
    );
    assert.equal(status, 0, output);
  });

  test('The command of the page runs all flows, and prints no other input', async (context) => {
    const { url, requests } = await startPlatform(context);
    assert.deepEqual(
      Object.keys(printed).sort(),
      [...new Set(flows().flatMap(({ text }) => inputsOf(text)))].sort(),
    );
    const shown = `npx @redocly/cli@${toolVersions['@redocly/cli']} `;
    assert.ok(command.startsWith(shown), command);
    const here = command.replace(shown, `${tool('redocly')} `).replace('http://127.0.0.1:4010', url);
    const run = (code: string) => runCommand('bash', ['-c', code], downloads(context), settings);
    const wrong = await run(here.replace(printed['clientSecret']!, 'wrong'));
    assert.equal(wrong.status, 1, wrong.output);
    requests.length = 0;
    const { status, output } = await run(here);
    assert.equal(status, 0, output);
    assert.equal(requests.filter((each) => each === 'POST /cfa/connect/token').length, flows().length);
  });
});
