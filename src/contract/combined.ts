import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIV3_1 } from 'openapi-types';
import { withoutSlash } from '../shared/without-slash.ts';
import { WriterError } from '../shared/writer-error.ts';
import { allChanges } from './change-log.ts';
import { contracts } from './index.ts';
import { httpMethods, type OpenApiDocument } from './model.ts';

type Security = OpenAPIV3_1.SecurityRequirementObject[];

/**
 * Combines the contracts of all APIs into one document. Paths start at the shared host: if an API is
 * served under `/cfa`, its path `/connect/token` becomes `/cfa/connect/token`. Shared components are included once.
 */
export function combinedDocument(): OpenApiDocument {
  const parts = contracts();
  const documents = parts.map(({ document }) => document);
  const { openapi, info } = parts[0].document;
  // Use the server without a base path, because the combined paths already include base paths such as `/cfa`.
  const contractAtHost = parts.find(({ server }) => new URL(server).pathname === '/') ?? parts[0];
  const { servers = [], security = [] } = contractAtHost.document;
  const paths: OpenAPIV3_1.PathsObject = {};
  const components: Record<string, Record<string, unknown>> = {};
  const webhooks: NonNullable<OpenApiDocument['webhooks']> = {};
  for (const { name, document, server } of parts) {
    const base = withoutSlash(new URL(server).pathname);
    const add = (all: Record<string, unknown>, group: object, place: string) => {
      for (const [key, part] of Object.entries(group))
        if (!isDeepStrictEqual((all[key] ??= part), part))
          throw new WriterError(
            `openapi/${name}.yaml: ${place}.${key} differs from the one in another contract, so the contracts ` +
              "can't be combined. Rename one, or share it in openapi/shared/.",
          );
    };
    for (const [path, pathItem] of Object.entries(document.paths ?? {})) {
      const secured = withSecurity(pathItem ?? {}, document.security ?? [], security);
      add((paths[base + path] ??= {}) as Record<string, unknown>, secured, `paths.${path}`);
    }
    add(webhooks as Record<string, unknown>, document.webhooks ?? {}, 'webhooks');
    for (const [kind, group] of Object.entries(document.components ?? {}))
      add((components[kind] ??= {}), group as object, `components.${kind}`);
  }
  return {
    openapi,
    info: {
      title: 'Financial data platform',
      // Use the latest release's date as the version, because the combined document has no changelog.
      version: allChanges()[0]?.date ?? '',
      summary: 'All APIs in one document.',
      description: parts.map(({ title, summary }) => `- **${title}**: ${summary}`).join('\n'),
      contact: info.contact,
      license: info.license,
      'x-api': { name: 'platform', section: 'api' },
    } as OpenAPIV3_1.InfoObject,
    servers,
    security,
    tags: documents.flatMap(({ tags = [] }) => tags),
    paths,
    webhooks,
    components,
  };
}

/** Copies a document's security requirements to its operations if they differ from those of the combined document. */
function withSecurity(pathItem: OpenAPIV3_1.PathItemObject, security: Security, common: Security) {
  if (isDeepStrictEqual(security, common)) return pathItem;
  const operations = httpMethods.flatMap((method) =>
    pathItem[method] ? [[method, { security, ...pathItem[method] }] as const] : [],
  );
  return { ...pathItem, ...Object.fromEntries(operations) };
}
