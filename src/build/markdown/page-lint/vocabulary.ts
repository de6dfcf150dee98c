import { join } from 'node:path';
import { parse } from 'yaml';
import { TOKEN_PLACEHOLDER } from '../../../config/samples.ts';
import { controlsDocument } from '../../../sandbox/controls/document.ts';
import { ownProviders } from '../../../sandbox/providers.ts';
import { readText } from '../../../shared/text-file.ts';

/** Names that pages may use although no contract has them, as a list for each subject. */
export const NAMES_FILE = 'src/content/names.yaml';

/** Names that pages may use although no contract has them: those of the site and the sandbox. */
export function vocabulary(root: string): ReadonlySet<string> {
  return new Set([
    ...allowedNames(root),
    TOKEN_PLACEHOLDER,
    ...ownProviders.map(({ providerKey }) => providerKey),
    ...Object.values(controlsDocument().components?.schemas ?? {}).flatMap((schema) =>
      Object.keys(schema.properties ?? {}),
    ),
  ]);
}

/** The names of {@link NAMES_FILE}. */
export function allowedNames(root: string): string[] {
  return Object.values(parse(readText(join(root, NAMES_FILE))) as Record<string, string[]>).flat();
}
