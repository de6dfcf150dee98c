import { hash } from 'node:crypto';
import { bundleSandbox } from './sandbox.ts';
import { starterArchive, starterFiles } from './starters.ts';

/** A SHA-256 hash, in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** Maps the path of each program that readers download and run to its SHA-256 hash. */
export async function checksums(): Promise<Map<string, string>> {
  const starters = [...starterFiles()].map(
    async ([language, files]) =>
      [`/starters/${language}.tar.gz`, await starterArchive(language, files)] as const,
  );
  const programs = [['/sandbox.mjs', await bundleSandbox()] as const, ...(await Promise.all(starters))];
  return new Map(programs.map(([path, content]) => [path, sha256(content)]));
}
