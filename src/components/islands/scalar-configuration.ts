import type { ReferenceProps } from '@scalar/api-reference';
import type { ReferenceDocument } from './reference-document.ts';

/** Scalar's own settings. */
type ScalarConfiguration = NonNullable<ReferenceProps['configuration']>;

/** Scalar's labels, in the words and the case of the static reference. */
const translations = {
  operation: {
    body: 'Request body',
    headers: 'Header parameters',
    pathParameters: 'Path parameters',
    queryParameters: 'Query parameters',
    responses: 'Responses',
  },
  response: { noBody: 'No body' },
};

/**
 * Returns Scalar's configuration. Scalar makes no requests to other origins or to the APIs. Its own search, color mode,
 * sidebar and samples are off. Fragments use the `operationId`, so that links to operations work.
 */
export function scalarConfiguration(document: ReferenceDocument): ScalarConfiguration {
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
    expandAllResponses: true,
    hiddenClients: true,
    localization: { translations },
    generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
    generateWebhookSlug: ({ name }) => webhookId(document, name) ?? name,
  };
}

function webhookId({ webhooks }: ReferenceDocument, name: string): string | undefined {
  const [operation] = Object.values(webhooks?.[name] ?? {});
  return operation?.operationId;
}
