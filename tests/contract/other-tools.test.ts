import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { combinedDocument } from '../../src/contract/combined.ts';
import { contracts as compiled } from '../../src/contract/index.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';
import type { Node } from './support/contracts.ts';

/* The documents that readers download, with tools that aren't ours. */

withCompiledContracts();

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
after(() => rmSync(folder, { recursive: true }));

/** The bundled document of each API, and the one that combines them. */
const documents = (): [string, Node][] => [...theTen(), ['platform', combinedDocument()]];
const theTen = (): [string, Node][] => compiled().map(({ name, document }) => [name, document]);

const linter = new spectral.Spectral();
linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });

/** What Spectral's `spectral:oas` finds, from hints to errors. */
async function spectralFindings(document: Node): Promise<string[]> {
  const found = await linter.run(document);
  return found.map(({ code, path }) => `${code} at ${path.join('.')}`);
}

/** What Swagger Parser refuses, or nothing. It changes what it validates. */
const swaggerParserError = (document: Node): Promise<string> =>
  SwaggerParser.validate(structuredClone(document)).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

/** Runs Redocly's command line on documents. */
async function redocly(command: string[], named: Iterable<[string, Node]>, options: string[] = []) {
  const files = [...named].map(([name, document]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  });
  const child = spawn(join(projectRoot, 'node_modules/.bin/redocly'), [...command, ...files, ...options], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, output: output + errors };
}

const lint = (named: Iterable<[string, Node]>) => redocly(['lint'], named, ['--extends', 'recommended']);
const joined = (named: Iterable<[string, Node]>) =>
  redocly(['join'], named, ['--output', join(folder, 'joined.yaml')]);

test('Spectral finds nothing in any document', async () => {
  for (const [name, document] of documents()) assert.deepEqual(await spectralFindings(document), [], name);
});

test('Swagger Parser accepts every document', async () => {
  for (const [name, document] of documents()) assert.equal(await swaggerParserError(document), '', name);
});

test('Redocly accepts every document', async () => {
  const { status, output } = await lint(documents());
  assert.equal(status, 0, output);
});

test('Redocly joins the documents of all APIs', async () => {
  const { status, output } = await joined(theTen());
  assert.equal(status, 0, output);
  assert.match(output, /join processed/);
});

/** A document with a mistake. */
function withMistake(name: string, plant: (document: Node) => void): Node {
  const document = structuredClone(documents().find(([each]) => each === name)?.[1]);
  plant(document);
  return document;
}

test('Spectral finds an example that does not fit, in a contract and in the combined document', async () => {
  for (const name of ['users', 'platform']) {
    const document = withMistake(name, ({ components }) => {
      components.examples.createdUser.value.id = 42;
    });
    assert.match((await spectralFindings(document)).join('\n'), /oas3-valid-media-example/, name);
  }
});

test('Swagger Parser refuses a parameter in a place that OpenAPI does not know', async () => {
  const document = withMistake(
    'platform',
    ({ paths }) => (paths['/Users/{id}'].get.parameters[0].in = 'form'),
  );
  assert.match(await swaggerParserError(document), /schema validation failed/);
});

test('Redocly refuses a reference that leads nowhere', async () => {
  const document = withMistake('platform', ({ components }) => delete components.schemas.Consent);
  const { status, output } = await lint([['broken', document]]);
  assert.equal(status, 1);
  assert.match(output, /no-unresolved-refs/);
});

test('Redocly refuses to join two contracts with one name for different components', async () => {
  const document = withMistake('accounts', ({ components }) => {
    components.examples.createdUser = { summary: 'Another', value: {} };
  });
  const { status, output } = await joined([...theTen(), ['accounts', document]]);
  assert.notEqual(status, 0);
  assert.match(output, /conflict|createdUser/i);
});
