/** A schema in one short word: `guid`, `Consent[]`, `date-time|null`. */

import type { Node } from './contracts.ts';

const lastStep = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const formats: Record<string, string> = { uuid: 'guid', date: 'date', 'date-time': 'date-time' };

export function describe(schema: Node): string {
  if (schema === undefined) return 'nothing';
  if (schema.$ref) return lastStep(schema.$ref);
  const types: string[] = [schema.type].flat();
  const nullable = types.includes('null') ? '|null' : '';
  const type = types.find((name) => name !== 'null') ?? 'anything';
  if (type === 'array') return `${describe(schema.items)}[]${nullable}`;
  return `${formats[schema.format] ?? type}${nullable}`;
}

/** The body of a request or a response, with its media type when it is not plain JSON. */
export function describeBody(body: Node): string {
  const [[mediaType, media] = ['', undefined]] = Object.entries<Node>(body?.content ?? {});
  if (!media) return 'none';
  const name = describe(media.schema);
  return mediaType === 'application/json' ? name : `${name} as ${mediaType}`;
}
