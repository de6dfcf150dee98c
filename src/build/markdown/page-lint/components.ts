import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apis } from '../../../config/apis.ts';
import { limits } from '../../../config/limits.ts';
import {
  isElement,
  lineOf,
  stringAttribute,
  type MdxElement,
  type ParsedPage,
} from '../../../content/mdx.ts';
import { contracts } from '../../../contract/index.ts';
import { schemaNames } from '../../../contract/lookup.ts';
import { nearest } from '../../../shared/nearest.ts';
import { readText } from '../../../shared/text-file.ts';
import { didYouMean, type LintError } from './lint-error.ts';

/** An attribute: whether the component needs it, and its type. */
interface Prop {
  isNeeded: boolean;
  type: string;
}

/** The attributes of each component for writers. */
export type ComponentProps = ReadonlyMap<string, ReadonlyMap<string, Prop>>;

const PROPS = /^interface Props \{\n([^]*?)^\}/m;
const PROP = /^ {2}(\w+)(\?)?: (.*);$/gm;

/** What an attribute of a type can be, and what a message calls it. */
const valuesOf: Readonly<Record<string, () => readonly [kind: string, values: readonly string[]]>> = {
  OperationId: () => ['operation', contracts().flatMap(({ operations }) => operations.map(({ id }) => id))],
  SchemaName: () => ['schema', schemaNames()],
  ApiName: () => ['API', apis.map(({ name }) => name)],
  LimitName: () => ['limit', Object.keys(limits)],
};
/** Reads the attributes of each component from its `Props`. */
export function readProps(root: string, files: string): ComponentProps {
  return new Map(
    globSync(files, { cwd: root }).map((file) => {
      const props = PROPS.exec(readText(join(root, file)))?.[1] ?? '';
      return [
        basename(file, '.astro'),
        new Map(
          [...props.matchAll(PROP)].map(([, name, optional, type]) => [
            name!,
            { isNeeded: !optional, type: type! },
          ]),
        ),
      ];
    }),
  );
}

/** Finds attributes that a component doesn't have, that are missing, or that have an unknown value. */
export function checkComponents({ nodes }: ParsedPage, props: ComponentProps): LintError[] {
  return nodes.flatMap((node) => {
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
  const missing = [...known].filter(
    ([name, { isNeeded }]) => isNeeded && !hasSpread && !written.includes(name),
  );
  const hasNoPanel = element.name === 'Tabs' && !element.children.some(isPanel);
  const messages = [
    ...(hasNoPanel ? ['needs a <TabItem> directly in it.'] : []),
    ...unknown.map((name) => {
      const suggestion = nearest(name, known.keys());
      return `has no attribute "${name}"${didYouMean(suggestion && `"${suggestion}"`)}`;
    }),
    ...missing.map(([name]) => `needs the attribute "${name}".`),
    ...[...known].flatMap(([name, { type }]) => wrongValue(type, name, stringAttribute(element, name))),
  ];
  return messages.map((message) => ({ line: lineOf(element), message: `<${element.name}> ${message}` }));
}

const isPanel = (node: MdxElement['children'][number]) => 'name' in node && node.name === 'TabItem';

function wrongValue(type: string, name: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  const [kind, values] = valuesOf[type]?.() ?? ['value', literalsOf(type)];
  if (values.length === 0 || values.includes(value)) return [];
  const suggestion = nearest(value, values) ?? (values.length <= 4 ? values.join('" or "') : undefined);
  return [
    `has ${name}="${value}", and there is no such ${kind}${didYouMean(suggestion && `"${suggestion}"`)}`,
  ];
}

/** The values of a type such as `'z1' | 'z2'`. */
function literalsOf(type: string): string[] {
  return /^'\w+'(?: \| '\w+')*$/.test(type) ? type.split(' | ').map((each) => each.slice(1, -1)) : [];
}
