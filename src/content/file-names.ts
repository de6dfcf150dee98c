import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { WriterError } from '../shared/writer-error.ts';

const CONTENT = 'src/content';

/** Matches pages and lists with any name, but not files that systems or editors add, such as `.x.mdx` or `x.mdx~`. */
const SOURCE = /^(?!(.*\/)?\.).*\.(mdx?|ya?ml)$/i;

const PLAIN = /^[a-z0-9_/-]+\.(mdx?|yaml)$/;

/** Reports files with unusual names, which Astro would ignore without a warning. */
export function checkFileNames(root = '.'): void {
  const files = readdirSync(join(root, CONTENT), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => SOURCE.test(file))
    .sort();
  const fix = 'Fix: use only lowercase letters, digits, -, and _, and the extension .md, .mdx, or .yaml.';
  const unusual = files
    .filter((file) => !PLAIN.test(file))
    .map((file) => `${CONTENT}/${file}: the site would ignore this name.\n  ${fix}`);
  if (unusual.length > 0) throw new WriterError(unusual.join('\n'));
}
