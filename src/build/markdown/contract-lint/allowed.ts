import { TOKEN_PLACEHOLDER } from '../../../config/samples.ts';

/**
 * Names that pages may write as inline code although no contract has them. Identifiers in a page's own code blocks and
 * the names of components need no entry.
 */
export const allowedNames: readonly string[] = [
  // Headers, schemes and formats of HTTP, JSON and OAuth 2.0, which every contract relies on.
  ...['Authorization', 'Bearer', 'Content-Type', 'Retry-After', 'null', 'true', 'false', 'YYYY-MM-DD'],
  // Functions and properties of the languages of the code samples.
  ...['encodeURIComponent', 'textContent'],
  // Methods of the starters, whose code pages show as excerpts.
  ...['sendDue', 'complete', 'overdue'],
  // Placeholders in samples, which readers replace with their own values.
  TOKEN_PLACEHOLDER,
  // ISO 3166 country codes, and wrong ones that a page warns against.
  ...['DE', 'ES', 'ESP', 'SP'],
  // Suffixes of field names for a period of 12, 6 or 3 months.
  ...['L12M', 'L6M', 'L3M'],
  // What /markdown-page/ explains to writers: kinds of diagrams, attributes and their values.
  ...['operationId', 'flowchart', 'stateDiagram-v2', 'request', 'flat', 'api', 'expense', 'index'],
];
