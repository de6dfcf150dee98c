import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { type Page } from '../../src/checks/prose/pages.ts';
import { controlCall, controlCommand } from '../../src/components/parts/control-calls.ts';
import { checks } from '../../src/sandbox/grade/checks/index.ts';
import { providers } from '../../src/sandbox/providers.ts';
import { readText } from '../../src/shared/text-file.ts';
import { runCommand } from '../samples/support/run-command.ts';
import { startedSandbox } from '../sandbox/support.ts';
import { flows } from '../support/flows.ts';
import type { Node } from '../support/published-contracts.ts';
import { pageAt, pages, sourceAt } from './support/pages.ts';

/* Handwritten facts on pages agree with the contracts, the flows, the starters, and the sandbox. */

const yaml = (file: string): Node => parse(readText(file));

/** The rows of a page's table, by the first cell of its header. */
const tableAt = (address: string, title: string) =>
  pageAt(address)
    .tables.find(({ rows }) => rows[0]?.[0] === title)
    ?.rows.slice(1) ?? [];

test('"What is assumed" lists every row of ASSUMPTIONS.md once', () => {
  const rows = [...readText('ASSUMPTIONS.md').matchAll(/^\| (?!What \||---)(.+?) \|/gm)];
  const page = sourceAt('/what-is-assumed/');
  const bold = [...page.matchAll(/\*\*(.+?)\.?\*\*/g)].map(([, text]) => text!);
  assert.ok(rows.length > 0);
  for (const [, what] of rows)
    assert.equal(bold.filter((text) => text === what).length, 1, `"What is assumed" must list ${what} once.`);
});

test('The guide to consents says what to do in each status', () => {
  const rows = tableAt('/account-information/data-access/consents/', 'Status');
  for (const status of yaml('openapi/shared/consent.yaml').ConsentStatus.enum) {
    const [, advice = ''] = rows.find(([cell]) => cell?.includes(`\`${status}\``)) ?? [];
    assert.notEqual(advice, '', `The guide has no advice for status ${status}.`);
  }
});

/** The status codes in a sentence or line of code, including classes such as 4xx. */
const statusesIn = (text: string) =>
  [...text.matchAll(/\b[45](?:\d\d|xx)\b/g)].map(([status]) => status).toSorted();

test('The error guide retries the same statuses as each starter', () => {
  const { tables } = pageAt('/account-information/error-handling/');
  const retried = tables
    .flatMap(({ rows }) => rows)
    .filter(([, advice]) => advice === 'Retry')
    .flatMap(([what = '']) => statusesIn(what));
  const clients = globSync('starters/*/[cC]lient.*');
  assert.ok(clients.length > 0 && retried.length > 0);
  for (const client of clients) {
    const [list = ''] = /\b429\b(?:(?:, | or )\d{3})+/.exec(readText(client)) ?? [];
    assert.deepEqual(statusesIn(list), retried.toSorted(), client);
  }
});

const PROVIDERS = '/account-information/providers';
const { components } = yaml('openapi/providers.yaml');
const local = providers({ examples: () => components.examples.enabledProviders.value });

/** The providers in each list that pages link to, by the list's anchor. */
const lists: Record<string, readonly { countryCode: string }[]> = {
  'sandbox-providers': yaml('src/content/providers/sandbox.yaml'),
  'providers-with-a-fixed-outcome': local,
};

test("Each country page links to a list with one of the country's sandbox providers", () => {
  for (const page of pages) {
    const country = page.components.find(({ name }) => name === 'Providers')?.attributes['country'];
    if (!page.address.startsWith(PROVIDERS) || !country || country === 'sandbox') continue;
    const linked = page.links.flatMap(({ target }) => lists[target.split('#')[1]!] ?? []);
    const isListed = linked.some(({ countryCode }) => countryCode === country);
    assert.ok(isListed, `${page.file} doesn't link to a list with a provider in ${country}.`);
  }
});

test('The control calls page lists each sandbox provider', () => {
  const rows = tableAt(`${PROVIDERS}/sandbox-controls/`, 'Provider key');
  const listed = rows.flatMap(([keys = '']) => [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key));
  assert.deepEqual(listed.toSorted(), local.map(({ providerKey }) => providerKey).toSorted());
});

test('Each check belongs to one item of the go-live checklist', () => {
  const page = sourceAt('/go-live/');
  const shown = [...page.matchAll(/<Checks of="(.+?)"/g)].flatMap(([, names]) => names!.split(', '));
  assert.deepEqual(shown.toSorted(), Object.keys(checks).toSorted());
});

test('Each control call that a page shows as a command works', async (context) => {
  const webhookUrl = 'http://127.0.0.1:9/webhooks';
  for (const file of globSync('src/content/docs/**/*.mdx'))
    for (const [, of, sent] of readText(file).matchAll(
      /<ControlCommand\s+of="(\w+)"(?:\s+send=\{(\{[^]*?\})\})?\s*\/>/g,
    )) {
      const { sandbox } = await startedSandbox(context, { webhookUrl });
      const command = controlCommand(controlCall(of!, file), sent && runInNewContext(`(${sent})`));
      const local = command.replace(/http:\/\/127\.0\.0\.1:\d+/, sandbox.settings.origin);
      const { status, output } = await runCommand('bash', ['-c', `${local} --silent --fail-with-body`], '.');
      assert.equal(status, 0, `${file}: ${command}\n${output}`);
    }
});

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
