import { createHash } from 'node:crypto';

/** The part of a file's name that changes with its content, so that browsers may keep the file for good. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}
