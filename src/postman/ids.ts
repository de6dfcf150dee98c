import { createHash } from 'node:crypto';

/** Keeps the ids of this site apart from those that others make of the same names. */
const NAMESPACE = 'financial-data-portal/postman';

/**
 * An id in the form of a version 5 guid, made of a name: the same name gives the same id at every build, so that a
 * new import replaces what the last one made.
 */
export function stableId(name: string): string {
  const bytes = createHash('sha1').update(`${NAMESPACE}/${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
