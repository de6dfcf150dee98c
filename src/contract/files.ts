import { join } from 'node:path';
import type { ApiName } from '../config/apis.ts';

/** `published`: what integrators download. `reference`: what the static reference is rendered from. */
export type CompiledKind = 'published' | 'reference';

/** The contracts' folder. Builds and servers start in the project's root. */
export function contractFolder(): string {
  return join(process.cwd(), 'openapi');
}

/** Where the compiler writes the bundled document of an API. */
export function compiledFile(name: ApiName, kind: CompiledKind): string {
  return join(process.cwd(), '.astro', 'openapi', kind, `${name}.json`);
}
