import type { ReferenceProps } from '@scalar/api-reference';
import { AVAILABLE_CLIENTS } from '@scalar/snippetz';
import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import type { ReferenceDocument } from './reference-document.ts';
import type { Libraries } from './sample-language.ts';

/** Scalar's own settings. */
type ScalarConfiguration = NonNullable<ReferenceProps['configuration']>;
type HttpClient = NonNullable<Exclude<ScalarConfiguration, readonly unknown[]>['defaultHttpClient']>;

/**
 * Returns Scalar's configuration. Scalar makes no requests to other origins or to the APIs. Its own search, color mode
 * and sidebar are off. Fragments use the `operationId`, so that links to operations work.
 *
 * @param libraries - The libraries that samples are shown for.
 * @param chosen - The library that is shown first, such as `shell/curl`.
 */
export function scalarConfiguration(
  document: ReferenceDocument,
  libraries: Libraries,
  chosen: string | undefined,
): ScalarConfiguration {
  const [targetKey, clientKey] = chosen?.split('/') ?? [];
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
    hiddenClients: AVAILABLE_CLIENTS.filter((name) => !Object.values(libraries).includes(name)),
    ...(targetKey && clientKey && { defaultHttpClient: { targetKey, clientKey } as HttpClient }),
    generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
    generateWebhookSlug: ({ name }) => webhookId(document, name) ?? name,
  };
}

/** Sets the token of every OAuth flow to the placeholder that our other samples use. */
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
