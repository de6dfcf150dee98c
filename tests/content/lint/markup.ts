import { writersPages } from '../../../src/config/sidebars.ts';
import { isElement, lineOf, slugOf, type LintError, type ParsedPage } from '../../../src/content/mdx.ts';
import { nearest } from '../../../src/shared/nearest.ts';

/** HTML that Markdown has no syntax for. */
const ALLOWED_HTML = new Set('a br code details img kbd sub summary sup'.split(' '));

/** What pastes and merges leave. On the page, nobody sees the first; a command with it fails. */
const LEFT: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/(?![\u200C\u200D])\p{Cf}/u, 'there is an invisible character; delete it.'],
  [/^[<>|]{7} /, 'a merge conflict; keep one side, and delete its marks.'],
  [/\b(gh[a-z]_|sk_live_|AKIA)\w{16}/, 'this looks like a secret; write a made-up one.'],
];

/** Checks what markdownlint doesn't know: raw HTML, components, code that readers copy, and what pastes leave. */
export function markupErrors(page: ParsedPage): LintError[] {
  const errors = [...htmlErrors(page), ...componentErrors(page)];
  for (const [index, text] of page.source.split('\n').entries())
    for (const [pattern, message] of LEFT) if (pattern.test(text)) errors.push({ line: index + 1, message });
  for (const node of page.nodes) {
    if (node.type !== 'code') continue;
    const curly = node.value.split('\n').findIndex((line) => /[“”\u00A0]|‘[^’]*’|–{2}/.test(line));
    if (curly >= 0) {
      const message = 'code has curly quotes, dashes, or no-break spaces, which break it; write plain ones.';
      errors.push({ line: lineOf(node) + curly + 1, message });
    }
    if (!/^[\s>]*(`{3,}|~{3,})\s*$/.test(page.source.split('\n')[node.position!.end.line - 1]!))
      errors.push({ line: lineOf(node), message: "the code block isn't closed; write ``` below it." });
    if (/^json/.test(node.lang ?? '') && !writersPages.includes(slugOf(page.file) ?? ''))
      errors.push({
        line: lineOf(node),
        message: 'bodies come from the contracts; write <Example of="…" />.',
      });
  }
  return errors;
}

function componentErrors({ nodes }: ParsedPage): LintError[] {
  const code = nodes.flatMap((node) => (node.type === 'mdxjsEsm' ? node.value : [])).join('\n');
  const known = new Set([...code.matchAll(/\b[A-Z]\w*\b(?!\.)/g)].map(([name]) => name));
  return nodes.filter(isElement).flatMap((node) => {
    const [name = ''] = (node.name ?? '').split('.');
    if (!/^[A-Z]/.test(name) || known.has(name)) return [];
    const meant = nearest(name, known) ?? `import ${name} from '@components/${name}.astro'; at the top`;
    return { line: lineOf(node), message: `\`<${name}>\` isn't imported; write ${meant}.` };
  });
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
