import { join } from 'node:path';
import type { ApiName } from '../config/apis.ts';

/** `published`: what integrators download. `reference`: what the static reference is drawn from. */
export type CompiledKind = 'published' | 'reference';

/** The folder that holds the contracts. Builds and servers start in the project's root. */
export function contractFolder(): string {
  return join(process.cwd(), 'openapi');
}

/** Where the compiler leaves the bundled document of an API. */
export function compiledFile(name: ApiName, kind: CompiledKind): string {
  return join(process.cwd(), '.astro', 'openapi', kind, `${name}.json`);
}
