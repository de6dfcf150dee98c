import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { flows } from '../support/flows.ts';
import { readText } from '../../src/shared/text-file.ts';
import { type Page } from '../../src/checks/prose/pages.ts';
import { pageAt } from './support/pages.ts';

const CALLS = new Set(['Endpoint', 'OperationLink', 'Samples']);

/**
 * The requests that a guide describes step by step, as `operationId`s in order: from its numbered headings, its
 * numbered lists, or else the whole page.
 */
function stepsOf(page: Page): string[] {
  const calls = page.components.filter(({ name, attributes }) => CALLS.has(name) && attributes['of']);
  const sections = page.headings.filter(({ depth }) => depth === 2);
  const lines = readText(page.file).split('\n');
  const isNumberedSection = (line: number) =>
    /^\d+\. /.test(sections.findLast((heading) => heading.line < line)?.text ?? '');
  const isNumberedEntry = (line: number) => /^\s*\d+\. /.test(lines[line - 1] ?? '');
  const chosen = [isNumberedSection, isNumberedEntry, () => true]
    .map((isStep) => calls.filter(({ line }) => isStep(line)))
    .find((found) => found.length > 1);
  return [...new Set((chosen ?? []).map(({ attributes }) => attributes['of'] ?? ''))];
}

/** True if a list contains another list of two or more entries. */
const isPart = (part: readonly string[], whole: readonly string[]) =>
  part.length > 1 && whole.some((_, start) => part.every((step, index) => whole[start + index] === step));

for (const { name, guides, operations } of flows()) {
  // A guide or a flow may have more steps before or after the shared ones, and guides can omit the token request.
  test(`Each guide for the flow ${name} has the same steps`, () => {
    assert.ok(guides.length > 0);
    for (const guide of guides) {
      const page = pageAt(guide);
      const calls = stepsOf(page).filter((step) => step !== 'receiveTransactionsFetched');
      const withoutToken = operations.filter((operation) => operation !== 'createAccessToken');
      assert.ok(
        [operations, withoutToken].some((flow) => isPart(flow, calls) || isPart(calls, flow)),
        `${page.file}: its steps are ${calls.join(', ')}; the flow ${name} has ${operations.join(', ')}`,
      );
    }
  });
}

test('The downloads page links to each flow and lists its inputs except credentials', () => {
  const { links, tables } = pageAt('/api/downloads/');
  const rows = tables.flatMap(({ rows }) => rows);
  for (const flow of flows()) {
    const link = links.find(({ target }) => target === `/openapi/flows/${flow.name}.yaml`);
    assert.ok(link, flow.name);
    const [, , inputs = ''] = rows.find(([name = '']) => name.trim() === link.text) ?? [];
    const listed = [...inputs.matchAll(/`(\w+)`/g)].map(([, input]) => input);
    const { workflows } = parse(flow.text) as { workflows: { inputs: { required: string[] } }[] };
    const expected = new Set(workflows.flatMap(({ inputs }) => inputs.required));
    for (const credential of ['clientId', 'clientSecret']) expected.delete(credential);
    assert.deepEqual(listed, [...expected], flow.name);
  }
});
