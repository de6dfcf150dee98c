import type { OpenApiDocument, Schema } from '../model.ts';
import { dereference } from '../lookup.ts';
import { assumptionAt, assumptionsAt, entryPath, type Assumption } from './index.ts';

/** The label of every marker. */
export const markerLabel = 'Assumed';

/**
 * A copy of a document with a marker in the description of everything that is assumed: a Markdown link to the entry on
 * the page that lists assumptions, with the reason as its title.
 */
export function withMarkers(document: OpenApiDocument): OpenApiDocument {
  return mark(document, document) as OpenApiDocument;
}

/** The base URL of an API as a line of Markdown, with what the contract says about it. */
export function baseUrlLine(document: OpenApiDocument): string {
  const [server] = document.servers ?? [];
  if (!server) return '';
  return `\n\nBase URL: \`${server.url}\`. ${server.description ?? ''}${markers(assumptionsAt(document, server))}`;
}

/** The markers that {@link withMarkers} has put into the description of a part; empty if there are none. */
export function markersOf(part: object): string {
  const { 'x-assumption': text } = part as { 'x-assumption'?: string };
  return text ?? '';
}

function mark(document: OpenApiDocument, node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((each) => mark(document, each));
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mark(document, value)]));
  const text = markers(assumptionsShownAt(document, node));
  return text === ''
    ? copy
    : { ...copy, description: `${copy['description'] ?? ''}${text}`.trim(), 'x-assumption': text };
}

/**
 * The assumptions whose marker belongs into the description of an object. A description beside a reference replaces that
 * of its target, and starlight-openapi shows no description of the entries of a list that aren't objects.
 */
function assumptionsShownAt(document: OpenApiDocument, node: object): Assumption[] {
  if ('$ref' in node) return 'description' in node ? assumptionsAt(document, node) : [];
  const own = [assumptionAt(node) ?? []].flat();
  if (!('items' in node)) return own;
  const entries = dereference<Schema>(document, node.items as Schema);
  return [...own, ...(entries.properties ? [] : assumptionsAt(document, entries))];
}

function markers(assumptions: readonly Assumption[]): string {
  const links = assumptions.map(
    (each) =>
      ` [${markerLabel}](${entryPath(each)} "${each.reason.replaceAll('"', '&quot;').replaceAll(/\s+/g, ' ')}")`,
  );
  return [...new Set(links)].join('');
}
