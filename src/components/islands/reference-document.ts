/** The parts of an OpenAPI document that the interactive reference reads. */
export interface ReferenceDocument {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { securitySchemes?: Record<string, { flows?: Record<string, object> }> };
}

interface Operation {
  operationId?: string;
  externalDocs?: { url: string; description: string };
}

/**
 * Loads an OpenAPI document of this site.
 *
 * @throws Error if the server responds with an error, or if the document isn't valid JSON.
 */
export async function loadDocument(url: string): Promise<ReferenceDocument> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`The server responded to ${url} with ${response.status} ${response.statusText}.`);
  return (await response.json()) as ReferenceDocument;
}

/** Returns a copy of a document in which every operation links to its page in the static reference. */
export function linkOperations(
  document: ReferenceDocument,
  pages: Record<string, string>,
): ReferenceDocument {
  const link = (items: ReferenceDocument['paths']) =>
    items &&
    Object.fromEntries(
      Object.entries(items).map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, each]) => [method, linked(each, pages)])),
      ]),
    );
  const paths = link(document.paths);
  const webhooks = link(document.webhooks);
  return { ...document, ...(paths && { paths }), ...(webhooks && { webhooks }) };
}

function linked(operation: Operation, pages: Record<string, string>): Operation {
  const url = operation.operationId && pages[operation.operationId];
  return url
    ? { ...operation, externalDocs: { url, description: 'Open the page of this operation' } }
    : operation;
}
