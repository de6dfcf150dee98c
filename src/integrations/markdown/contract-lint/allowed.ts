import { TOKEN_PLACEHOLDER } from '../../../config/samples.ts';

/** Names that pages may write as inline code although no contract has them. */
interface AllowedGroup {
  /** What the names are, and why no contract has them. */
  reason: string;
  names: readonly string[];
}

/**
 * The vocabulary besides the contracts. Identifiers in a page's own code blocks and the names of components need no
 * entry.
 */
export const allowedGroups: readonly AllowedGroup[] = [
  {
    reason: 'Headers, schemes and formats of HTTP, JSON and OAuth 2.0, which every contract relies on.',
    names: ['Authorization', 'Bearer', 'Content-Type', 'Prefer', 'null', 'true', 'false', 'YYYY-MM-DD'],
  },
  {
    reason: 'Functions and properties of the languages of the code samples.',
    names: ['encodeURIComponent', 'textContent'],
  },
  {
    reason: 'Placeholders in samples, which readers replace with their own values.',
    names: [TOKEN_PLACEHOLDER],
  },
  {
    reason: 'ISO 3166 country codes, and wrong ones that a page warns against.',
    names: ['DE', 'ES', 'ESP', 'SP'],
  },
  {
    reason: 'Suffixes of field names for a period of 12, 6 or 3 months.',
    names: ['L12M', 'L6M', 'L3M'],
  },
  {
    reason: 'What /markdown-page/ explains to writers: kinds of diagrams, attributes and their values.',
    names: ['operationId', 'flowchart', 'stateDiagram-v2', 'request', 'flat', 'api', 'expense', 'index'],
  },
];

/** The names of all groups. */
export const allowedNames: ReadonlySet<string> = new Set(allowedGroups.flatMap(({ names }) => names));
