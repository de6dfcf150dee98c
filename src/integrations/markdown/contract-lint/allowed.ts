import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { TOKEN_PLACEHOLDER } from '../../../config/samples.ts';

/** Names that guides may write as code although no contract has them. */
interface AllowedGroup {
  /** Why no contract has them. */
  reason: string;
  names: readonly string[];
}

/**
 * The whole vocabulary beside the contracts. Names of a page's own code samples need no entry: whatever stands in
 * a code fence of the page may be named in its text.
 */
export const allowedGroups: readonly AllowedGroup[] = [
  {
    reason: 'Headers, schemes and formats of HTTP, JSON and OAuth 2.0, which the contracts take for granted.',
    names: ['Authorization', 'Bearer', 'Content-Type', 'Prefer', 'null', 'true', 'false', 'YYYY-MM-DD'],
  },
  {
    reason: 'Functions and properties of the languages that samples are written in.',
    names: ['encodeURIComponent', 'textContent'],
  },
  {
    reason: 'What stands in samples where a reader puts a value of their own.',
    names: [TOKEN_PLACEHOLDER],
  },
  {
    reason: 'Country codes of ISO 3166, and those that a page warns against.',
    names: ['DE', 'ES', 'ESP', 'SP'],
  },
  {
    reason: 'The ends of field names that stand for a period of 12, 6 or 3 months.',
    names: ['L12M', 'L6M', 'L3M'],
  },
  {
    reason: 'What writers use, which /markdown-page/ names: kinds of diagrams, attributes and their values.',
    names: ['operationId', 'flowchart', 'stateDiagram-v2', 'request', 'flat', 'api', 'expense', 'index'],
  },
];

/** The names of all groups, and the components that writers use. */
export const allowedNames: ReadonlySet<string> = new Set([
  ...allowedGroups.flatMap(({ names }) => names),
  ...componentNames(),
]);

function componentNames(): string[] {
  const folder = new URL('../../../components/content/', import.meta.url);
  return readdirSync(folder).flatMap((file) => (file.endsWith('.astro') ? basename(file, '.astro') : []));
}
