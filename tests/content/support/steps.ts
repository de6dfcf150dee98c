import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flow } from '../../../src/contract/flows.ts';
import { projectRoot } from '../../support/project-copy.ts';
import type { Page } from './pages.ts';

const CALLS = new Set(['Endpoint', 'OperationLink', 'Samples']);

/**
 * The requests that a guide describes step by step, as `operationId`s in order: those of its numbered
 * headings, its numbered lists, or else of the whole page.
 */
export function stepsOf(page: Page, source = readFileSync(join(projectRoot, page.file), 'utf8')): string[] {
  const calls = page.components.filter(({ name, attributes }) => CALLS.has(name) && attributes['of']);
  const sections = page.headings.filter(({ depth }) => depth === 2);
  const lines = source.split('\n');
  const isNumberedSection = (line: number) =>
    /^\d+\. /.test(sections.findLast((heading) => heading.line < line)?.text ?? '');
  const isNumberedEntry = (line: number) => /^\s*\d+\. /.test(lines[line - 1] ?? '');
  const chosen = [isNumberedSection, isNumberedEntry, () => true]
    .map((isStep) => calls.filter(({ line }) => isStep(line)))
    .find((found) => found.length > 1);
  return [...new Set((chosen ?? []).map(({ attributes }) => attributes['of'] ?? ''))];
}

/**
 * What is wrong with a guide whose steps should be those of a flow. Either of them may have more steps before and after
 * those of the other, and guides needn't repeat how to get a token.
 */
export function flowProblem(
  page: Page,
  steps: readonly string[],
  { name, operations }: Flow,
): string | undefined {
  const calls = steps.filter((step) => step !== 'receiveTransactionsFetched');
  const withoutToken = operations.filter((operation) => operation !== 'createAccessToken');
  const fits = [operations, withoutToken].some((flow) => isPart(flow, calls) || isPart(calls, flow));
  if (fits) return undefined;
  return `${page.file}: its steps are ${calls.join(', ')}; the flow ${name} has ${operations.join(', ')}`;
}

/** Whether a list has another one in it, which has two entries or more. */
function isPart(part: readonly string[], whole: readonly string[]): boolean {
  return (
    part.length > 1 && whole.some((_, start) => part.every((step, index) => whole[start + index] === step))
  );
}
