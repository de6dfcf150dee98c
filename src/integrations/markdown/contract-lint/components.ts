import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mdxToMdast, type MdastNode } from 'satteri';
import { apis } from '../../../config/apis.ts';
import { sectionIds } from '../../../config/sections.ts';
import { operationIds, schemaNames } from '../../../contract/lookup.ts';
import { nearest } from '../../../shared/nearest.ts';

/** What of a page's MDX cannot be drawn as it is written. */
export interface ComponentFault {
  file: string;
  line: number;
  message: string;
}

/** An attribute of a component. */
export interface KnownAttribute {
  /** The component cannot do without it. */
  needed: boolean;
  /** What it names, in a word, and the names that there are; nothing, where it takes any value. */
  names?: { kind: string; known: readonly string[] };
}

/** The attributes of each component of the site. */
export type KnownComponents = ReadonlyMap<string, ReadonlyMap<string, KnownAttribute>>;

const FOLDER = 'src/components/content';
const SOURCE = '@components';
const STARLIGHT = '@astrojs/starlight/components';
const PROPS = /^interface Props \{\n([^]*?)^\}/m;
const PROP = /^ {2}(\w+)(\?)?:\s*([^;]*)/gm;
const LITERALS = /^'[^']*'(?: \| '[^']*')*$/;
const IMPORT = /import\s+(?:(?:\*\s+as\s+)?(\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s*['"]([^'"]+)['"]/g;
const DEFINITION = /\b(?:const|function)\s+([A-Z]\w*)/g;

/** Reads what writers may use from the components themselves. */
export function knownComponents(root: string): KnownComponents {
  return new Map(
    globSync(`${FOLDER}/*.astro`, { cwd: root }).map((file) => {
      const [, props = ''] = PROPS.exec(readFileSync(join(root, file), 'utf8')) ?? [];
      const attributes = [...props.matchAll(PROP)].map(([, name = '', optional, type = '']) => {
        const names = namesOf(type.replaceAll(/\s+/g, ' ').replace(/^\| /, '').trim());
        return [name, { needed: optional === undefined, ...(names && { names }) }] as const;
      });
      return [basename(file, '.astro'), new Map(attributes)];
    }),
  );
}

/** What the type of an attribute says of its values. */
function namesOf(type: string): KnownAttribute['names'] {
  if (LITERALS.test(type)) return { kind: 'value', known: type.slice(1, -1).split("' | '") };
  if (type === 'SectionId') return { kind: 'section', known: sectionIds };
  if (type === 'ApiName') return { kind: 'API', known: apis.map(({ name }) => name) };
  if (type === 'OperationId') return { kind: 'operation', known: operationIds() };
  return type === 'SchemaName' ? { kind: 'schema', known: schemaNames() } : undefined;
}

/** How the parser begins what it says: line and column. */
const PLACE = /^(\d+):\d+: /;

/**
 * Finds components that do not exist or are not imported, attributes that they do not have or lack, names in them
 * that nothing has, and text that is no MDX; not what stands within expressions. Astro would say the first
 * without the nearest name, the second without file and line, nothing to an attribute too many, and all of it for
 * one page at a time.
 *
 * @param source - The text of an MDX file.
 */
export function checkComponents(file: string, source: string, known: KnownComponents): ComponentFault[] {
  const faults: ComponentFault[] = [];
  const imported = new Map<string, string>();
  try {
    const tree = mdxToMdast(source);
    // Imports may stand below what uses them.
    if ('children' in tree) tree.children.forEach((child) => readImports(child as MdastNode));
    visit(tree);
  } catch (error) {
    const { message } = error as Error;
    const line = Number(PLACE.exec(message)?.[1] ?? 1);
    return [{ file, line, message: message.replace(PLACE, '') }];
  }
  return faults;

  function faultAt(node: MdastNode): (message: string) => void {
    return (message) => faults.push({ file, line: node.position?.start.line ?? 1, message });
  }

  function readImports(node: MdastNode): void {
    if (node.type !== 'mdxjsEsm') return;
    for (const [name, from] of namesIn(node.value)) {
      imported.set(name, from);
      if (isOwn(from) && !known.has(name))
        faultAt(node)(`there is no component <${name}>${meant(name, known.keys())}`);
      if (from === STARLIGHT && known.has(name))
        faultAt(node)(`the site has its own <${name}>; import ${name} from '${SOURCE}/${name}.astro';`);
    }
  }

  function visit(node: MdastNode): void {
    const fault = faultAt(node);
    if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') checkElement(node, fault);
    if ('children' in node) node.children.forEach((child) => visit(child as MdastNode));
  }

  function checkElement(
    { name, attributes }: Extract<MdastNode, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>,
    fault: (message: string) => void,
  ): void {
    if (!name || !/^[A-Z]/.test(name)) return;
    const from = imported.get(name.split('.')[0]!);
    if (from === undefined) {
      if (known.has(name)) fault(`<${name}> is not imported; add import { ${name} } from '${SOURCE}';`);
      else fault(`there is no component <${name}>${meant(name, [...imported.keys(), ...known.keys()])}`);
      return;
    }
    const allowed = isOwn(from) ? known.get(name) : undefined;
    if (!allowed) return;
    const seen = new Set<string>();
    // `{...object}` may bring any.
    const mayHaveMore = attributes.some(({ type }) => type !== 'mdxJsxAttribute');
    for (const attribute of attributes) {
      if (attribute.type !== 'mdxJsxAttribute') continue;
      const { name: written, value } = attribute;
      seen.add(written);
      const { names } = allowed.get(written) ?? {};
      if (!allowed.has(written)) {
        fault(`<${name}> has no attribute "${written}"${meant(written, allowed.keys())}`);
      } else if (names && !value) {
        fault(`<${name} ${written}> needs a value; it names one ${names.kind}.`);
      } else if (names && typeof value === 'string' && !names.known.includes(value)) {
        fault(`<${name} ${written}="${value}">: there is no such ${names.kind}${meant(value, names.known)}`);
      }
    }
    for (const [attribute, { needed }] of allowed) {
      if (needed && !mayHaveMore && !seen.has(attribute))
        fault(`<${name}> needs the attribute "${attribute}".`);
    }
  }
}

/** Whether an import leads to a component of the site. */
function isOwn(from: string): boolean {
  return from === SOURCE || from.startsWith(`${SOURCE}/`);
}

/** The names that a page imports or defines, with where they come from. */
function* namesIn(code: string): Generator<[name: string, from: string]> {
  const bare = code.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '');
  for (const [, single, several = '', from = ''] of bare.matchAll(IMPORT)) {
    if (single) yield [single, from];
    for (const each of several.split(',')) {
      const [name, alias] = each.trim().split(/\s+as\s+/);
      if (alias) yield [alias, ''];
      else if (name) yield [name, from];
    }
  }
  for (const [, name = ''] of bare.matchAll(DEFINITION)) yield [name, ''];
}

/** The end of a message: the nearest name, or all of a few. */
function meant(name: string, names: Iterable<string>): string {
  const all = [...names];
  const suggestion = nearest(name, all);
  if (suggestion) return `; did you mean "${suggestion}"?`;
  return all.length > 0 && all.length < 8 ? `; there are ${all.join(', ')}.` : '.';
}

/** The faults as a message for writers: file, line, fault and cure. */
export function describeComponentFaults(faults: readonly ComponentFault[]): string {
  const lines = faults.map(({ file, line, message }) => `  ${file}:${line}\n    ${message}`);
  const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
  return `MDX has ${count}:\n${lines.join('\n')}\n  /markdown-page/ shows each component at work, /api/ each operation.`;
}
