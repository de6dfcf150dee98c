import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isElement, lineOf, type ParsedPage } from '../../../content/mdx.ts';
import { nearest } from '../../../shared/nearest.ts';
import type { ComponentProps } from './components.ts';
import { didYouMean, type LintError } from './lint-error.ts';

/** The folders that pages import from, as in tsconfig.json. */
const FOLDERS: Readonly<Record<string, string>> = {
  '@components': 'src/components/writers',
  '@pages': 'src/components/pages',
  '@partials': 'src/content/partials',
};

const IMPORT = /^import (?:(\w+)|\{([^}]*)\}) from ['"]([^'"]+)['"]/gm;
const EXPORT = /^export const (\w+)/gm;
/** A name alone in braces, which may be followed by those of its fields. */
const NAME = /^\s*(\w+)(?:\.\w+)*\s*$/;

interface Import {
  names: string[];
  isDefault: boolean;
  path: string;
  line: number;
}

/** Finds imports that a page doesn't use or whose file is missing, and components and names that it doesn't import. */
export function checkImports(page: ParsedPage, props: ComponentProps, root: string): LintError[] {
  const imports = importsOf(page);
  const known = new Set(['props', ...imports.flatMap(({ names }) => names), ...exportsOf(page)]);
  return [
    ...imports.flatMap((each) => wrongImport(each, page, root)),
    ...page.nodes.flatMap((node) => {
      if (isElement(node)) return notImported(node.name?.split('.')[0] ?? '', known, props, lineOf(node));
      const isExpression = node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression';
      const name = isExpression ? NAME.exec(node.value)?.[1] : undefined;
      if (name === undefined || /^\d/.test(name) || known.has(name)) return [];
      return [{ line: lineOf(node), message: `nothing defines {${name}}; write it as inline code.` }];
    }),
  ];
}

function importsOf({ nodes }: ParsedPage): Import[] {
  return nodes.flatMap((node) =>
    node.type === 'mdxjsEsm'
      ? [...node.value.matchAll(IMPORT)].map(({ 1: name, 2: list = '', 3: path = '', index }) => ({
          names: name === undefined ? list.split(',').map((each) => each.trim().split(' ').at(-1)!) : [name],
          isDefault: name !== undefined,
          path,
          line: lineOf(node) + node.value.slice(0, index).split('\n').length - 1,
        }))
      : [],
  );
}

function exportsOf({ nodes }: ParsedPage): string[] {
  return nodes.flatMap((node) =>
    node.type === 'mdxjsEsm' ? [...node.value.matchAll(EXPORT)].map(([, name]) => name!) : [],
  );
}

function wrongImport(
  { names, isDefault, path, line }: Import,
  { source }: ParsedPage,
  root: string,
): LintError[] {
  const [name] = names;
  const isUsed = !isDefault || source.includes(`<${name}`) || source.includes(`{${name}`);
  const [alias = '', file = ''] = /^(@\w+)\/(.*)$/.exec(path)?.slice(1) ?? [];
  const folder = FOLDERS[alias];
  const isThere = folder === undefined || existsSync(join(root, folder, file));
  const meant = isThere ? undefined : nearest(file, readdirSync(join(root, folder)));
  return [
    ...(isThere ? [] : [`there is no ${path}${didYouMean(meant && `${alias}/${meant}`)}`]),
    ...(isUsed ? [] : [`the page doesn't use ${name}; remove its import.`]),
  ].map((message) => ({ line, message }));
}

function notImported(
  name: string,
  known: ReadonlySet<string>,
  props: ComponentProps,
  line: number,
): LintError[] {
  if (!/^[A-Z]/.test(name) || known.has(name)) return [];
  const meant = props.has(name) ? name : nearest(name, props.keys());
  const fix = meant
    ? `write ${meant === name ? '' : `<${meant}>, and `}import ${meant} from '@components/${meant}.astro'; above the text.`
    : 'import it above the text.';
  return [{ line, message: `<${name}> isn't imported; ${fix}` }];
}
