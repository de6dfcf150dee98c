import { environments } from '../../config/samples.ts';
import { writersPages } from '../../config/sidebars.ts';
import { isElement, lineOf, type LintError, type ParsedPage } from '../../content/mdx.ts';
import { languages } from '../../components/code/languages.ts';
import { nearest } from '../../shared/nearest.ts';
import { slugOf } from '../../shared/page-path.ts';

/** HTML that Markdown has no syntax for. */
const ALLOWED_HTML = new Set('a br code details img kbd sub summary sup'.split(' '));

/** Checks what markdownlint doesn't: raw HTML, and code that readers copy. */
export function markupErrors(page: ParsedPage): LintError[] {
  const errors = htmlErrors(page);
  const hasSwitch = page.nodes.some((node) => isElement(node) && node.name === 'EnvironmentSwitch');
  for (const node of page.nodes) {
    if (node.type !== 'code') continue;
    const isSwitched = !node.meta?.split(' ').includes('platform');
    if (isSwitched && !hasSwitch && node.value.includes(environments.platform.host) && slugOf(page.file))
      errors.push({
        line: lineOf(node),
        message:
          'readers of the sandbox need another host; write <EnvironmentSwitch /> before the first sample.',
      });
    if (!/^[\s>]*(`{3,}|~{3,})\s*$/.test(page.source.split('\n')[node.position!.end.line - 1]!))
      errors.push({ line: lineOf(node), message: "the code block isn't closed; write ``` below it." });
    if (node.lang && !languages.includes(node.lang)) {
      const meant = nearest(node.lang, languages) ?? 'text';
      errors.push({ line: lineOf(node), message: `unknown code language \`${node.lang}\`; write ${meant}.` });
    }
    if (/^json/.test(node.lang ?? '') && !writersPages.includes(slugOf(page.file) ?? ''))
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
