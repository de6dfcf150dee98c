import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIV3_1 } from 'openapi-types';
import { WriterError } from '../shared/writer-error.ts';
import { changeLogOf } from './change-log.ts';
import { contracts } from './index.ts';
import { httpMethods, type Contract, type OpenApiDocument } from './model.ts';

type Named = Record<string, Record<string, unknown>>;
type Security = OpenAPIV3_1.SecurityRequirementObject[];

/**
 * Combines the contracts of all APIs into one document. Paths start at the shared host, so `/connect/token` of an API
 * that is served under `/cfa` becomes `/cfa/connect/token`. Shared components are included once.
 *
 * @throws WriterError if two contracts use one name for different components.
 */
export function combinedDocument(parts: readonly Contract[] = contracts()): OpenApiDocument {
  const first = parts[0]!;
  const paths: OpenAPIV3_1.PathsObject = {};
  const webhooks: Record<string, OpenAPIV3_1.PathItemObject> = {};
  const components: Named = {};
  const security = parts.map(({ document }) => document.security ?? []).find((each) => each.length > 0) ?? [];
  for (const { name, document, server } of parts) {
    const base = new URL(server).pathname.replace(/\/$/, '');
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      if (item) paths[`${base}${path}`] = withSecurity(item, document.security ?? [], security);
    }
    Object.assign(webhooks, document.webhooks);
    for (const [kind, named] of Object.entries(document.components ?? {})) {
      const known = (components[kind] ??= {});
      for (const [id, component] of Object.entries(named as Record<string, unknown>)) {
        if (known[id] !== undefined && !isDeepStrictEqual(known[id], component))
          throw new WriterError(
            `openapi/${name}.yaml: components.${kind}.${id} differs from the component with the same name in another ` +
              "contract, so the contracts can't be combined. Rename one, or share it in openapi/shared/.",
          );
        known[id] = component;
      }
    }
  }
  const { contact, license } = first.document.info;
  // The description of a server with a path, such as `/cfa`, says to append it. Here, the paths contain it.
  const atHost = parts.find(({ server }) => new URL(server).pathname === '/') ?? first;
  return {
    openapi: first.document.openapi,
    info: {
      title: 'Financial data platform',
      // The date of the latest release, because the combined document has no changelog.
      version:
        parts
          .map(({ name }) => changeLogOf(name)[0]?.date ?? '')
          .sort()
          .at(-1) ?? '',
      summary: 'All APIs in one document.',
      description: parts.map(({ title, summary }) => `- **${title}**: ${summary}`).join('\n'),
      ...(contact && { contact }),
      ...(license && { license }),
      'x-api': { name: 'platform', section: 'api' },
    } as OpenAPIV3_1.InfoObject,
    servers: (atHost.document.servers ?? []).map((server) => ({
      ...server,
      url: new URL(atHost.server).origin,
    })),
    security,
    tags: parts.flatMap(({ document }) => document.tags ?? []),
    paths,
    webhooks,
    components: components as OpenAPIV3_1.ComponentsObject,
  };
}

/**
 * A path's operations. An operation keeps its document's security if the combined document's differs.
 */
function withSecurity(item: OpenAPIV3_1.PathItemObject, own: Security, common: Security) {
  if (isDeepStrictEqual(own, common)) return item;
  const operations = httpMethods.flatMap((method) => {
    const operation = item[method];
    return operation ? [[method, { security: own, ...operation }] as const] : [];
  });
  return { ...item, ...Object.fromEntries(operations) };
}
