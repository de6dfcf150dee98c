import type { ReferenceProps } from '@scalar/api-reference';
import { AVAILABLE_CLIENTS } from '@scalar/snippetz';
import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import type { ReferenceDocument } from './reference-document.ts';

/** Scalar's own settings. */
type ScalarConfiguration = NonNullable<ReferenceProps['configuration']>;

/**
 * Scalar, locked down: nothing is requested from another origin, nothing can be sent to an API, and search,
 * color mode and sidebar are the page's own. Operations have the names that the contract gives them, so that
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
    authentication: { securitySchemes: tokens(document) },
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

/** The token of every flow that the document knows: what stands for it in all other samples. */
function tokens({ components }: ReferenceDocument) {
  return Object.fromEntries(
    Object.entries(components?.securitySchemes ?? {}).map(([name, { flows = {} }]) => [
      name,
      { flows: Object.fromEntries(Object.keys(flows).map((flow) => [flow, { token: TOKEN_PLACEHOLDER }])) },
    ]),
  );
}

function webhookId({ webhooks }: ReferenceDocument, name: string): string | undefined {
  const [operation] = Object.values(webhooks?.[name] ?? {});
  return operation?.operationId;
}
