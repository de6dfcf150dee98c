import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { combinedDocument } from '../../src/contract/combined.ts';
import { flowOf, flows, type Flow } from '../../src/contract/flows.ts';
import { httpMethods } from '../../src/contract/model.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';
import { pages, readPage, type Page } from './support/pages.ts';
import { flowProblem, stepsOf } from './support/steps.ts';

withCompiledContracts();

const pageAt = (address: string): Page => {
  const page = pages.find((each) => each.address === address);
  assert.ok(page, `There is no page ${address}.`);
  return page;
};

for (const flow of flows()) {
  test(`Each guide of the flow ${flow.name} has the same steps`, () => {
    assert.ok(flow.guides.length > 0);
    const problems = flow.guides.map((guide) => flowProblem(pageAt(guide), stepsOf(pageAt(guide)), flow));
    assert.deepEqual(
      problems.filter((problem) => problem !== undefined),
      [],
    );
  });
}

test('Each step of a flow is an operation of the combined document', () => {
  const known = Object.values(combinedDocument().paths ?? {}).flatMap((item) =>
    httpMethods.map((method) => item?.[method]?.operationId),
  );
  for (const { name, operations } of flows())
    assert.deepEqual(
      operations.filter((operation) => !known.includes(operation)),
      [],
      name,
    );
});

/** What readers have to set for a flow, besides their credentials. */
function inputsOf({ text }: Flow): string[] {
  const { workflows } = parse(text) as { workflows: { inputs: { required: string[] } }[] };
  const inputs = workflows.flatMap(({ inputs }) => inputs.required);
  return [...new Set(inputs)].filter((name) => !['clientId', 'clientSecret'].includes(name));
}

test('The page with the downloads links to each flow and lists its inputs', () => {
  const { links, tables } = pageAt('/api/downloads/');
  const rows = tables.flatMap(({ rows }) => rows);
  for (const flow of flows()) {
    const link = links.find(({ target }) => target === `/openapi/flows/${flow.name}.yaml`);
    assert.ok(link, flow.name);
    const [, , inputs = ''] = rows.find(([name = '']) => name.trim() === link.text) ?? [];
    const listed = [...inputs.matchAll(/`(\w+)`/g)].map(([, input]) => input);
    assert.deepEqual(listed, inputsOf(flow), flow.name);
  }
});

/** What the check says about a guide and a flow after a text was replaced in both. */
function afterChange(guide: string, flowName: string, from: string, to: string): string {
  const flow = flows().find(({ name }) => name === flowName) as Flow;
  const { file } = pageAt(guide);
  const source = readFileSync(join(projectRoot, file), 'utf8');
  assert.ok(source.includes(from) || flow.text.includes(from), from);
  const changed = readPage(file, source.replace(from, to));
  const steps = stepsOf(changed, source.replace(from, to));
  return flowProblem(changed, steps, flowOf(flow.name, flow.text.replace(from, to))) ?? '';
}

test('A wrong step in a guide or in a flow is found, with the page and the flow', () => {
  for (const [from, to] of [
    [
      'with <OperationLink of="getCategorizationJob" />',
      'with <OperationLink of="listCategorizationJobs" />',
    ],
    ['operationId: getCategorizationJob', 'operationId: listCategorizationJobs'],
  ] as const)
    assert.match(
      afterChange('/categorization/introduction/', 'categorize', from, to),
      /categorization\/introduction\.mdx: its steps are .*; the flow categorize has .*/,
    );
});
