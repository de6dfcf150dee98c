/** What the interactive reference reads of an OpenAPI document. */
export interface ReferenceDocument {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { securitySchemes?: Record<string, { flows?: Record<string, object> }> };
}

interface Operation {
  operationId?: string;
  externalDocs?: { url: string; description: string };
}

/** Documents that couldn't be read. The browser's cache would return them unchanged. */
const unreadable = new Set<string>();

/**
 * Loads an OpenAPI document of this site. It was fetched together with Scalar's code, so it comes from the browser's
 * cache, unless it couldn't be read before.
 *
 * @throws Error with the URL and the reason.
 */
export async function loadDocument(url: string): Promise<ReferenceDocument> {
  const response = await fetch(url, { cache: unreadable.has(url) ? 'reload' : 'force-cache' });
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}`);
  try {
    return (await response.json()) as ReferenceDocument;
  } catch (error) {
    unreadable.add(url);
    throw error;
  }
}

/** Gives every operation a link to its page in the static reference. */
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
