import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isElement, lineOf, type MdxElement, type ParsedPage } from '../../../content/mdx.ts';
import { nearest } from '../../../shared/nearest.ts';
import { readText } from '../../../shared/text-file.ts';
import { didYouMean, type LintError } from './lint-error.ts';

/** The attributes of each component for writers, and whether it needs them. */
export type ComponentProps = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

const PROPS = /^interface Props \{\n([^]*?)^\}/m;
const PROP = /^ {2}(\w+)(\?)?:/gm;
/** The default import of a page, such as that of a component. */
const IMPORT = /^import (\w+) from/gm;

/** Reads the attributes of each component from its `Props`. */
export function readProps(root: string, files: string): ComponentProps {
  return new Map(
    globSync(files, { cwd: root }).map((file) => {
      const props = PROPS.exec(readText(join(root, file)))?.[1] ?? '';
      return [
        basename(file, '.astro'),
        new Map([...props.matchAll(PROP)].map(([, name, optional]) => [name!, !optional])),
      ];
    }),
  );
}

/** Finds attributes that a component doesn't have or that are missing, and imports that a page doesn't use. */
export function checkComponents({ source, nodes }: ParsedPage, props: ComponentProps): LintError[] {
  return nodes.flatMap((node) => {
    if (node.type === 'mdxjsEsm')
      return [...node.value.matchAll(IMPORT)]
        .filter(([, name]) => !source.includes(`<${name}`) && !source.includes(`{${name}`))
        .map(({ 1: name, index }) => ({
          line: lineOf(node) + node.value.slice(0, index).split('\n').length - 1,
          message: `the page doesn't use ${name}; remove its import.`,
        }));
    if (node.type === 'html')
      return [...node.value.matchAll(/<([A-Z]\w*)/g)].map(([tag]) => ({
        line: lineOf(node),
        message: `only .mdx pages show components; rename the page, or write \`${tag}\` as code.`,
      }));
    return isElement(node) ? wrongProps(node, props) : [];
  });
}

function wrongProps(element: MdxElement, props: ComponentProps): LintError[] {
  const known = props.get(element.name ?? '');
  if (!known) return [];
  const written = element.attributes.flatMap((attribute) => ('name' in attribute ? [attribute.name] : []));
  const hasSpread = written.length < element.attributes.length;
  const unknown = written.filter((name) => !known.has(name));
  const missing = [...known].filter(([name, isNeeded]) => isNeeded && !hasSpread && !written.includes(name));
  const messages = [
    ...unknown.map((name) => {
      const suggestion = nearest(name, known.keys());
      return `has no attribute "${name}"${didYouMean(suggestion && `"${suggestion}"`)}`;
    }),
    ...missing.map(([name]) => `needs the attribute "${name}".`),
  ];
  return messages.map((message) => ({ line: lineOf(element), message: `<${element.name}> ${message}` }));
}
