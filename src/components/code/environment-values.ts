import type { ExpressiveCodeBlock } from '@astrojs/starlight/expressive-code';
import { h, selectAll, type Element, type ElementContent } from '@astrojs/starlight/expressive-code/hast';
import { environments } from '../../config/samples.ts';

const { platform, sandbox } = environments;

/** Maps each platform value to the sandbox's value. */
const values = new Map<string, string>([
  [platform.host, sandbox.host],
  [platform.clientId, sandbox.clientId],
  [platform.clientSecret, sandbox.clientSecret],
]);
const pattern = new RegExp(`(${[...values.keys()].map((value) => RegExp.escape(value)).join('|')})`);

/** Adds the sandbox's value to each platform value in code, except in blocks with the word `platform`. */
export function addSandboxValues({ code, metaOptions }: ExpressiveCodeBlock, block: Element): void {
  if (!pattern.test(code) || metaOptions.getBoolean('platform')) return;
  for (const element of selectAll('code', block)) element.children = element.children.flatMap(withValues);
  block.children.push(h('restore-choice'));
}

function withValues(node: ElementContent): ElementContent[] {
  if (node.type === 'element') node.children = node.children.flatMap(withValues);
  if (node.type !== 'text') return [node];
  return node.value
    .split(pattern)
    .filter((text) => text !== '')
    .map((text): Element | ElementContent => {
      const sandboxValue = values.get(text);
      return sandboxValue === undefined
        ? { type: 'text', value: text }
        : h('span', { dataSandbox: sandboxValue }, text);
    });
}
