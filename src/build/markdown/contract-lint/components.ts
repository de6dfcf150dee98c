import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { apis } from '../../../config/apis.ts';
import { sectionIds } from '../../../config/sections.ts';
import { isElement, lineOf, nodesIn, type MdxElement, type ParsedPage } from '../../../content/mdx.ts';
import { namesIn, scopeNames } from '../../../contract/assumptions/scope.ts';
import { operationIds, schemaNames } from '../../../contract/lookup.ts';
import { nearest } from '../../../shared/nearest.ts';
import { readText } from '../../../shared/text-file.ts';
import type { LintError } from './index.ts';

/** An attribute of a component. */
export interface KnownAttribute {
  required: boolean;
  /** What its value identifies, and the values that exist; without it, any value is right. A list has several. */
  values?: { kind: string; known: readonly string[]; list?: true };
}

/** The components for writers, each with its attributes. */
export type KnownComponents = ReadonlyMap<string, ReadonlyMap<string, KnownAttribute>>;

const FOLDERS = 'src/components/{writers,pages}';
const STARLIGHT = '@astrojs/starlight/components';
const COMPONENT_MODULE = /^@(?:components|pages)\/(\w+)\.astro$/;

/** Names that Astro defines in every page. */
const DEFINED_BY_ASTRO = ['props', 'frontmatter'];

const PROPS = /^interface Props \{\n([^]*?)^\}/m;
const PROP = /^ {2}(\w+)(\?)?:\s*([^;]*)/gm;
const LITERALS = /^'[^']*'(?: \| '[^']*')*$/;

/** Reads the components for writers, and their attributes from the `Props` of each. */
export function knownComponents(root: string): KnownComponents {
  return new Map(
    globSync(`${FOLDERS}/*.astro`, { cwd: root }).map((file) => {
      const [, props = ''] = PROPS.exec(readText(join(root, file))) ?? [];
      const attributes = [...props.matchAll(PROP)].map(([, name = '', optional, type = '']) => {
        const values = valuesOf(type.replaceAll(/\s+/g, ' ').replace(/^\| /, '').trim());
        return [name, { required: !optional, ...(values && { values }) }] as const;
      });
      return [basename(file, '.astro'), new Map(attributes)];
    }),
  );
}

/** The values that a type allows, if it lists them. */
function valuesOf(type: string): KnownAttribute['values'] {
  if (LITERALS.test(type)) return { kind: 'value', known: type.slice(1, -1).split("' | '") };
  if (type === 'SectionId') return { kind: 'section', known: sectionIds };
  if (type === 'ApiName') return { kind: 'API', known: apis.map(({ name }) => name) };
  if (type === 'OperationId') return { kind: 'operation', known: operationIds() };
  if (type === 'AssumptionScope')
    return { kind: 'operation, webhook, schema or field', known: scopeNames(), list: true };
  return type === 'SchemaName' ? { kind: 'schema', known: schemaNames() } : undefined;
}

/**
 * Finds components that don't exist or aren't imported, unknown and missing attributes, attributes whose value no
 * contract has, and expressions that nothing defines. Astro reports these without the line or the nearest name, one
 * page at a time, or not at all.
 */
export function checkComponents(page: ParsedPage, known: KnownComponents): LintError[] {
  const errors: LintError[] = [];
  const modules = new Map(page.imports.map(({ name, from }) => [name, from]));
  for (const { from, line } of page.imports) {
    const name = componentIn(from);
    if (name && !known.has(name)) errors.push({ line, message: noSuchComponent(name, known.keys()) });
  }
  for (const { name, from, line } of page.imports) {
    if (from !== STARLIGHT || !known.has(name)) continue;
    const message = `the site has its own <${name}>; import ${name} from '@components/${name}.astro';`;
    errors.push({ line, message });
  }
  for (const node of nodesIn(page.tree)) {
    const found = isElement(node) ? checkElement(node) : checkExpression(node);
    errors.push(...found.map((message) => ({ line: lineOf(node), message })));
  }
  return errors;

  function checkElement(element: MdxElement): string[] {
    const { name } = element;
    if (!name || !/^[A-Z]/.test(name)) return [];
    if (!isDefined(name.split('.')[0]!)) {
      if (!known.has(name)) return [noSuchComponent(name, [...modules.keys(), ...known.keys()])];
      return [`<${name}> is not imported; add import ${name} from '@components/${name}.astro';`];
    }
    const attributes = known.get(componentIn(modules.get(name)) ?? '');
    return attributes ? checkAttributes(element, attributes) : [];
  }

  /** An expression of one word is usually meant as text. */
  function checkExpression(node: ParsedPage['tree']): string[] {
    if (node.type !== 'mdxTextExpression' && node.type !== 'mdxFlowExpression') return [];
    const name = node.value.trim();
    if (!/^[A-Za-z_$][\w$]*$/.test(name) || isDefined(name)) return [];
    return [
      `{${name}} is code, and nothing defines ${name}; write \`{${name}}\` or \\{${name}\\} for the text.`,
    ];
  }

  function isDefined(name: string): boolean {
    return modules.has(name) || page.exports.includes(name) || DEFINED_BY_ASTRO.includes(name);
  }
}

/** The component that a module is; `undefined` for other modules. */
function componentIn(module = ''): string | undefined {
  return COMPONENT_MODULE.exec(module)?.[1];
}

function checkAttributes(
  { name, attributes }: MdxElement,
  known: ReadonlyMap<string, KnownAttribute>,
): string[] {
  const written = attributes.filter((each) => each.type === 'mdxJsxAttribute');
  const errors = written.flatMap(({ name: attribute, value }) => {
    const values = known.get(attribute)?.values;
    if (!known.has(attribute)) {
      return `<${name}> has no attribute "${attribute}"${didYouMean(attribute, known.keys())}`;
    }
    if (values && !value) return `<${name} ${attribute}> needs a value: the name of one ${values.kind}.`;
    if (!values || typeof value !== 'string') return [];
    const unknown = (values.list ? namesIn(value) : [value]).filter((each) => !values.known.includes(each));
    return unknown.map(
      (each) =>
        `<${name} ${attribute}="${each}">: there is no such ${values.kind}${didYouMean(each, values.known)}`,
    );
  });
  // `{...object}` may bring any attribute.
  if (written.length < attributes.length) return errors;
  const missing = [...known].filter(
    ([attribute, { required }]) => required && !written.some((each) => each.name === attribute),
  );
  return [...errors, ...missing.map(([attribute]) => `<${name}> needs the attribute "${attribute}".`)];
}

function noSuchComponent(name: string, known: Iterable<string>): string {
  return `there is no component <${name}>${didYouMean(name, known)}`;
}

/** The end of a message: the nearest name, or all names if there are only a few. */
function didYouMean(name: string, names: Iterable<string>): string {
  const all = [...names];
  const suggestion = nearest(name, all);
  if (suggestion) return `; did you mean "${suggestion}"?`;
  return all.length > 0 && all.length < 8 ? `; there are ${all.join(', ')}.` : '.';
}
