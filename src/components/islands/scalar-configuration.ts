import type { ApiReferenceReact } from '@scalar/api-reference-react';
import { AVAILABLE_CLIENTS } from '@scalar/snippetz';
import type { ComponentProps } from 'react';

/** Scalar's own settings. */
type ScalarConfiguration = ComponentProps<typeof ApiReferenceReact>['configuration'];

/** What this module reads of an OpenAPI document. */
export interface ReferenceDocument {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId?: string;
  externalDocs?: { url: string; description: string };
}

const fetched = new Map<string, Promise<ReferenceDocument>>();

/**
 * An OpenAPI document of this site, fetched once.
 *
 * @throws Error with the address and what the server said, when there is none.
 */
export function documentAt(address: string): Promise<ReferenceDocument> {
  let document = fetched.get(address);
  if (!document) {
    document = fetchDocument(address);
    fetched.set(address, document);
  }
  return document;
}

async function fetchDocument(address: string): Promise<ReferenceDocument> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status} ${response.statusText}`);
  return (await response.json()) as ReferenceDocument;
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

/**
 * Scalar, locked down: nothing is requested from another origin, nothing can be sent to an API, and search,
 * colour mode and sidebar are the page's own. Operations have the names that the contract gives them, so that
 * the page's other links lead to them.
 *
 * @param libraries - What samples are written for, such as `shell/curl`.
 */
export function scalarConfiguration(
  document: ReferenceDocument,
  libraries: readonly string[],
): ScalarConfiguration {
  return {
    content: document as Record<string, unknown>,
    showSidebar: false,
    hideSearch: true,
    hideModels: true,
    hideTestRequestButton: true,
    hideClientButton: true,
    hideDarkModeToggle: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'none',
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    theme: 'none',
    defaultOpenAllTags: true,
    orderSchemaPropertiesBy: 'preserve',
    orderRequiredPropertiesFirst: false,
    hiddenClients: AVAILABLE_CLIENTS.filter((name) => !libraries.includes(name)),
    generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
    generateWebhookSlug: ({ name }) => webhookId(document, name) ?? name,
  };
}

function webhookId({ webhooks }: ReferenceDocument, name: string): string | undefined {
  const [operation] = Object.values(webhooks?.[name] ?? {});
  return operation?.operationId;
}
