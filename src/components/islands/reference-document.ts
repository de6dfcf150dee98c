import { describeOnce } from './reference-descriptions.ts';

/** The parts of an OpenAPI document that the interactive reference reads. */
export interface ReferenceDocument {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId?: string;
  externalDocs?: { url: string; description: string };
  'x-codeSamples'?: readonly ReferenceSample[];
}

/** A sample of an operation's request, as Scalar reads it. */
export interface ReferenceSample {
  /** The language's ID in Scalar. */
  lang: string;
  /** The language's name for readers. */
  label: string;
  source: string;
  /** The name of the request example that it sends, if the request has a body. */
  example?: string | undefined;
}

/** The samples of each operation, by `operationId`. */
export type Samples = Readonly<Record<string, readonly ReferenceSample[]>>;

/** What the interactive reference adds to an OpenAPI document. */
export interface Additions {
  /** Paths of the operations' pages in the static reference, by `operationId`. */
  pages: Readonly<Record<string, string>>;
  samples: Samples;
  /** Path of an entry on the page that lists what is assumed, without the ID. */
  assumptions: string;
}

/**
 * Loads a JSON file of this site.
 *
 * @throws Error if the server responds with an error, or if the file isn't valid JSON.
 */
export async function loadJson<Content>(url: string): Promise<Content> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`The server responded to ${url} with ${response.status} ${response.statusText}.`);
  return (await response.json()) as Content;
}

/**
 * Returns a copy of a document as Scalar should show it: with our samples, links to the static reference, marks for
 * what is assumed, and each description once.
 */
export function withAdditions(document: ReferenceDocument, additions: Additions): ReferenceDocument {
  const copy = structuredClone(document);
  const operations = [copy.paths, copy.webhooks].flatMap((items) =>
    Object.values(items ?? {}).flatMap((item) => Object.values(item)),
  );
  for (const operation of operations) complete(operation, additions);
  describeOnce(copy, additions.assumptions);
  return copy;
}

function complete(operation: Operation, { pages, samples }: Additions) {
  const { operationId = '' } = operation;
  const url = pages[operationId];
  if (url) operation.externalDocs = { url, description: 'Open the page of this operation' };
  const own = samples[operationId];
  if (own) operation['x-codeSamples'] = own;
}
