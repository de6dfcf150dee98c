import { refractor } from 'refractor';
import http from 'refractor/http';
import tsx from 'refractor/tsx';

for (const language of [http, tsx]) refractor.register(language);
// Prism's pattern misses options with a hyphen, such as --data-urlencode. The grammar's aliases, such as sh, share it.
const parameter = { pattern: /(^|\s)--?[\w-]+(?=[=\s]|$)/, lookbehind: true, alias: 'variable' };
Object.assign(refractor.languages['bash'] ?? {}, { parameter });

/** Languages without colors. */
export const PLAIN = ['txt', 'text'];

/** The languages that code blocks may have. */
export const languages: readonly string[] = [...PLAIN, 'mdx', ...refractor.listLanguages()];

export { refractor };
