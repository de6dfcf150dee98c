import { writersPages } from '../../config/sidebars.ts';
import { isElement, lineOf, slugOf, type LintError, type ParsedPage } from '../../content/mdx.ts';
import { nearest } from '../../shared/nearest.ts';

const ASIDES = ['note', 'tip', 'caution', 'danger'];

/** HTML that Markdown has no syntax for. */
const ALLOWED_HTML = new Set('a br code details img kbd sub summary sup'.split(' '));

/** Checks what markdownlint doesn't know: asides, raw HTML, and code that readers copy. */
export function markupErrors(page: ParsedPage): LintError[] {
  const errors = [...asideErrors(page), ...htmlErrors(page)];
  const isForWriters = writersPages.includes(slugOf(page.file) ?? '');
  for (const node of page.nodes) {
    if (node.type !== 'code') continue;
    const lines = node.value.split('\n');
    const curly = lines.findIndex((line) => /[“”]|‘[^’]*’/.test(line));
    if (curly >= 0) {
      const line = lineOf(node) + curly + 1;
      errors.push({ line, message: 'code has curly quotes, which break it; write " or \'.' });
    }
    if (/^json/.test(node.lang ?? '') && !isForWriters)
      errors.push({
        line: lineOf(node),
        message: 'bodies come from the contracts; write <Example of="…" />.',
      });
  }
  return errors;
}

function htmlErrors({ nodes }: ParsedPage): LintError[] {
  return nodes.flatMap((node) => {
    const html = node.type === 'html' ? [...node.value.matchAll(/<(\w+)/g)].map(([, name]) => name!) : [];
    const names = isElement(node) && /^[a-z]/.test(node.name ?? '') ? [node.name!] : html;
    return names
      .filter((name) => !ALLOWED_HTML.has(name))
      .map((name) => ({ line: lineOf(node), message: `<${name}> is HTML; write Markdown or a component.` }));
  });
}

/** Starlight shows unknown asides as text, and an open one swallows the rest of the page. */
function asideErrors({ source, nodes }: ParsedPage): LintError[] {
  const lines = source.split('\n');
  return nodes.flatMap((node): LintError[] => {
    if (node.type !== 'containerDirective') return [];
    const { name, children, position } = node;
    const end = position!.end.line;
    const isClosed =
      /^[\s>]*:{3,}\s*$/.test(lines[end - 1]!) && (children.at(-1)?.position?.end.line ?? 0) < end;
    const meant = nearest(name, ASIDES) ?? ASIDES.join(', :::');
    const unknown = !ASIDES.includes(name) && `there is no aside \`:::${name}\`; write :::${meant}.`;
    const open =
      !isClosed && `the aside \`:::${name}\` isn't closed; write ::: on a line of its own below it.`;
    return [unknown, open].flatMap((message) => (message ? { line: lineOf(node), message } : []));
  });
}
