import { createHash } from 'node:crypto';

/** A content hash for a file name, so that browsers can cache the file forever. */
export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 8);
