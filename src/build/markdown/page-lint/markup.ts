import { site } from '../../../config/site.ts';
import { isElement, lineOf, stringAttribute, type ParsedPage } from '../../../content/mdx.ts';
import type { LintError } from './lint-error.ts';

const MAIL = /^mailto:[^\s@,]+@[\w-]+(?:\.[\w-]+)+(?:\?.*)?$/i;

/** Text that was meant as a link, bold or code, each with how to write it. */
const NO_MARKUP: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [/\[\^[\w-]+\]/, 'is no link; define the footnote below the text, with a colon after its bracket.'],
  [/\[[^\]]+\]\[[^\]]*\]/, 'is no link; define the link below the text, as in [name]: /path/.'],
  [/\[[^\]]+\] \([^)]*\)/, 'is no link; remove the space between the brackets.'],
  [/\[[^\]]+\]\([^)]*\)/, 'is no link; write %20 for a space in its path.'],
  [/\*\*.{0,20}/, 'is not bold; write ** at both ends, without a space within them.'],
  [/`.{0,20}/, 'is no code; write ` at both ends.'],
  [/\([^)]+\)\[[^\]]*\]/, 'is no link; write the text in the square brackets, before the path.'],
];

/** Finds links that don't work as written, and other markup that has no effect. The link check follows all other links. */
export function checkMarkup({ nodes }: ParsedPage): LintError[] {
  return nodes.flatMap((node) => {
    const message = node.type === 'text' ? textError(node.value) : urlError(urlOf(node));
    return message === undefined ? [] : [{ line: lineOf(node), message }];
  });
}

function urlOf(node: ParsedPage['tree']): string | undefined {
  if (node.type === 'link' || node.type === 'definition') return node.url;
  return isElement(node) && node.name === 'a' ? stringAttribute(node, 'href') : undefined;
}

function urlError(url: string | undefined): string | undefined {
  if (url === '') return 'the link is empty; write its path.';
  if (url === undefined) return undefined;
  if (/^mailto:/i.test(url) && !MAIL.test(url))
    return `${url} leads to no mailbox; write mailto:name@example.com.`;
  // On another host, such as that of a preview, the link would leave the site.
  if (url === site.origin || url.startsWith(`${site.origin}/`))
    return `write ${url.slice(site.origin.length) || '/'} instead of ${url}, because the site may be on another host.`;
  return undefined;
}

function textError(text: string): string | undefined {
  for (const [pattern, fix] of NO_MARKUP) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return `${found} ${fix}`;
  }
  return undefined;
}
