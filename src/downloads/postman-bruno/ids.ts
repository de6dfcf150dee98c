import { createHash } from 'node:crypto';

/** Separates our IDs from IDs that others derive from the same names. */
const NAMESPACE = 'financial-data-portal/postman';

/**
 * Derives an ID in the form of a version 5 UUID from a name. The same name has the same ID in every build, so that a new
 * import replaces the previous one.
 */
export function stableId(name: string): string {
  const bytes = createHash('sha1').update(`${NAMESPACE}/${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
