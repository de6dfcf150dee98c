import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { controlCall } from '../../components/parts/control-calls.ts';
import { excerptOf } from '../../components/parts/excerpt.ts';
import { chosenFields } from '../../components/contract/page.ts';
import { limits } from '../../config/limits.ts';
import { isElement, lineOf, type LintError, type MdxElement, type ParsedPage } from '../../content/mdx.ts';
import { assumptionsAbout } from '../../contract/assumptions.ts';
import { fieldsOf, parameterFields } from '../../contract/fields.ts';
import { lookupFor, parametersOf, UnknownNameError } from '../../contract/lookup.ts';
import { valueAt } from '../../contract/value.ts';
import { starterCode } from '../../content/starter-code.ts';
import { checks } from '../../sandbox/grade/checks/index.ts';
import { didYouMean, nearest } from '../../shared/nearest.ts';
import { readText } from '../../shared/text-file.ts';
import { WriterError } from '../../shared/writer-error.ts';

/** A component's attributes: whether each is required. */
type Attributes = ReadonlyMap<string, boolean>;

/** An element's attributes. The compiler can't check their types on pages, so each look-up checks what it gets. */
type Props = Readonly<Record<'of' | 'part' | 'name' | 'at' | 'only' | 'example' | 'file' | 'region', never>>;

/** The starts of what pages import besides our components. The build checks these paths. */
const ALIASES = ['@astrojs/', '@partials/', '@/'];

/** Creates the function that finds unknown components, attributes, and names in attributes on a page. */
export function componentChecker(root: string) {
  const files = globSync('src/components/*.astro', { cwd: root });
  const components = new Map(
    files.map((file) => [basename(file, '.astro'), attributesIn(readText(join(root, file)))]),
  );

  return (page: ParsedPage): LintError[] => {
    const imports = page.nodes.flatMap((node) =>
      node.type === 'mdxjsEsm' ? importsIn(node.value, lineOf(node)) : [],
    );
    const imported = imports.map(({ name }) => name);
    const wrongPaths = imports.flatMap(({ source, line }) => {
      const name = basename(source, '.astro');
      const isOther = ALIASES.some((alias) => source.startsWith(alias));
      if (isOther || (source === `@components/${name}.astro` && components.has(name))) return [];
      const meant = nearest(name, components.keys());
      return { line, message: `no component ${source}${didYouMean(meant && `@components/${meant}.astro`)}` };
    });
    const elements = page.nodes.filter(isElement).flatMap((element) => {
      const [name = ''] = (element.name ?? '').split('.');
      if (name === name.toLowerCase()) return [];
      const line = lineOf(element);
      const attributes = components.get(name);
      if (!imported.includes(name)) {
        const meant = nearest(name, imported) ?? nearest(name, components.keys());
        const fix = !meant
          ? 'see CONTRIBUTING.md for the components'
          : imported.includes(meant)
            ? `write ${meant}`
            : `write import ${meant} from '@components/${meant}.astro'; at the top`;
        return { line, message: `\`<${name}>\` isn't imported; ${fix}.` };
      }
      if (!attributes) return [];
      const message = attributeError(element, name, attributes) ?? nameError(element, name, page.file, line);
      return message ? { line, message } : [];
    });
    const expressions = page.nodes.flatMap((node) => {
      if (node.type !== 'mdxTextExpression' && node.type !== 'mdxFlowExpression') return [];
      const code = node.value.trim();
      const isKnown = ['/*', 'props.', ...imported].some((start) => code.startsWith(start));
      const message = `{${code}} would run as code; write it as inline code: \`{${code}}\`.`;
      return isKnown ? [] : { line: lineOf(node), message };
    });
    return [...wrongPaths, ...elements, ...expressions];
  };
}

function attributeError(element: MdxElement, component: string, attributes: Attributes): string | undefined {
  const names = element.attributes.flatMap((attribute) =>
    attribute.type === 'mdxJsxAttribute' ? attribute.name : [],
  );
  const unknown = names.find((name) => !attributes.has(name));
  if (unknown) {
    const meant = nearest(unknown, attributes.keys());
    const list = `; its attributes: ${[...attributes.keys()].join(', ') || 'none'}.`;
    return `<${component}> has no attribute \`${unknown}\`${didYouMean(meant && `\`${meant}\``, list)}`;
  }
  const [missing] = [...attributes].find(([name, isRequired]) => isRequired && !names.includes(name)) ?? [];
  return missing && `<${component}> needs the attribute \`${missing}\`.`;
}

/** Looks up the names in an element's attributes as its component does. Returns the first error. */
function nameError(element: MdxElement, component: string, file: string, line: number): string | undefined {
  const location = `${file}:${line}`;
  try {
    lookUps(location)[component]?.(propsOf(element));
    return undefined;
  } catch (error) {
    if (error instanceof WriterError) return error.message.replace(`${location}: `, '');
    throw error;
  }
}

const lookUps = (location: string): Readonly<Record<string, (props: Props) => unknown>> => {
  const lookup = lookupFor(location);
  const { contract, operation, schema, example } = lookup;
  return {
    BaseUrl: ({ of }) => contract(of),
    ControlCall: ({ of }) => controlCall(of, location),
    ControlCommand: ({ of }) => controlCall(of, location),
    Endpoint: ({ of }) => operation(of),
    Enum: ({ of }) => schema(of),
    Example: ({ of, part, name, at, only }) => {
      const { value } = example(of, part, name);
      if (at ?? only) excerptOf(location, value, at, only);
    },
    Fields: ({ of, only }) => {
      const match = schema(of);
      const fields = fieldsOf(contract(match.api).document, match.schema, '', [of]);
      chosenFields(fields, only, location, `field of ${String(of)}`);
    },
    Limit: ({ of }) => {
      if (!Object.hasOwn(limits, of)) throw new UnknownNameError(location, 'limit', of, Object.keys(limits));
    },
    OpenQuestions: ({ of }) => of && assumptionsAbout(of, location),
    OperationLink: ({ of }) => operation(of),
    Parameters: ({ of, only }) => {
      const { document } = contract(operation(of).api);
      const fields = parameterFields(document, parametersOf(operation(of)), true);
      chosenFields(fields, only, location, `parameter of ${String(of)}`);
    },
    Checks: ({ of }) => {
      for (const name of String(of).split(', '))
        if (!checks[name]) throw new UnknownNameError(location, 'check', name, Object.keys(checks));
    },
    Samples: ({ of, example: name }) => (name ? example(of, 'request', name) : operation(of)),
    StarterCode: ({ file, region }) => starterCode(file, region),
    Value: ({ of, at }) => valueAt(lookup, location, of, at),
  };
};

/** The attributes that are strings or lists of strings. */
function propsOf({ attributes }: MdxElement): Props {
  const props = attributes.flatMap((attribute) => {
    if (attribute.type !== 'mdxJsxAttribute') return [];
    const { name, value } = attribute;
    return [[name, typeof value === 'object' ? listIn(value?.value ?? '') : value]];
  });
  return Object.fromEntries(props) as Props;
}

/** The strings in an array literal. */
function listIn(code: string): string[] | undefined {
  const [statement] = parseSync('list.js', `(${code})`).program.body;
  if (statement?.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  const array = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
  if (array.type !== 'ArrayExpression') return undefined;
  return array.elements.flatMap((element) => {
    if (element?.type === 'Identifier')
      throw new WriterError(`write quotes around each name: ['${element.name}'].`);
    return element?.type === 'Literal' ? String(element.value) : [];
  });
}

/** The names that a page imports, and their sources. */
function importsIn(code: string, line: number) {
  return parseSync('page.js', code).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ localName }) => ({ name: localName.value, source: moduleRequest.value, line })),
  );
}

/** The attributes in the interface `Props` of a component. */
function attributesIn(component: string): Attributes {
  const [, code = ''] = component.split('---\n');
  const props = parseSync('props.ts', code).program.body.flatMap((statement) =>
    statement.type === 'TSInterfaceDeclaration' && statement.id.name === 'Props' ? statement.body.body : [],
  );
  return new Map(
    props.flatMap((property) =>
      property.type === 'TSPropertySignature' && property.key.type === 'Identifier'
        ? [[property.key.name, !property.optional] as const]
        : [],
    ),
  );
}
