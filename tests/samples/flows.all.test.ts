import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { flows } from '../support/flows.ts';
import { runCommand } from './support/run-command.ts';
import { tool, toolVersions } from '../support/tools.ts';
import { startPlatform } from '../starters/support/platform.ts';
import { testFolder } from '../support/test-folder.ts';
import { projectRoot } from '../support/project-copy.ts';
import { titled } from './support/pages.ts';

/* Runs the downloadable flows against the sandbox with Redocly. */

const command = titled('Run the flows')?.code ?? '';

const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** A folder with the flows and the combined document, as published. */
function downloads(context: TestContext): string {
  const folder = testFolder(context);
  for (const path of ['flows', 'platform.yaml'])
    cpSync(join(projectRoot, 'dist/openapi', path), join(folder, path), { recursive: true });
  return folder;
}

test("The page's command runs all flows", async (context) => {
  const { url, requests } = await startPlatform(context);
  const shown = `npx @redocly/cli@${toolVersions['@redocly/cli']} `;
  assert.ok(command.startsWith(shown), command);
  const here = command.replace(shown, `${tool('redocly')} `).replace('http://127.0.0.1:4010', url);
  const run = (code: string) => runCommand('bash', ['-c', code], downloads(context), settings);
  const wrong = await run(here.replace('example-secret', 'wrong'));
  assert.equal(wrong.status, 1, wrong.output);
  requests.length = 0;
  const { status, output } = await run(here);
  assert.equal(status, 0, output);
  assert.equal(requests.filter((each) => each === 'POST /cfa/connect/token').length, flows().length);
});
