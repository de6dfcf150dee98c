import type { Collection, Environment } from './model.ts';

/** Serializes a file for download. */
export function serialize(file: Collection | Environment): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Returns a file as an HTTP response. */
export function jsonResponse(file: Collection | Environment): Response {
  return new Response(serialize(file), { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}
