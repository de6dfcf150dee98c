import type { Collection, Environment } from './model.ts';

/** The file as readers download it. */
export function textOf(file: Collection | Environment): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The answer of the address at which a file is published. */
export function answerWith(file: Collection | Environment): Response {
  return new Response(textOf(file), { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}
