import { z } from 'astro/zod';
import { slug } from 'github-slugger';

/** A category, or a group of categories, as a node of the tree that pages draw. */
export interface CategoryNode {
  name: string;
  /** Id on the page, unique in its list. A code gives it, so that client code can link to a category by its code. */
  anchor: string;
  /** Only the narrowest level of z1 has one. */
  code?: string;
  /** Empty for a category itself. */
  children: CategoryNode[];
}

/** Nested names as a file has them: a code ends a branch of z1, a list of names ends one of z2. */
type Branch = string | string[] | { [name: string]: Branch };

const z1Shape =
  'z1 has four levels of names, and a code after the fourth; nest the names that are missing here.';
const z2Shape = 'z2 has groups, each with a list of names; write at least one name here.';

const categoryName = z
  .string({ error: 'a name is a text; put it in quotes.' })
  .regex(/^\S(.*\S)?$/, { error: 'a name is not empty and has no spaces around it; take them away.' });

const categoryCode = z.string({ error: z1Shape }).regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, {
  error: 'write the code in capitals, digits and hyphens, such as EXP-GRO.',
});

/** Names, with what stands below each of them. */
function level<Below extends z.ZodType<Branch>>(below: Below, error: string) {
  return z.record(categoryName, below, { error }).refine((names) => Object.keys(names).length > 0, { error });
}

const example = z.boolean({
  error: 'write true while the list is an example, and false once it is the real one.',
});

const z1List = z.object({
  engine: z.literal('z1'),
  example,
  categories: level(level(level(level(categoryCode, z1Shape), z1Shape), z1Shape), z1Shape),
});

const z2List = z.object({
  engine: z.literal('z2'),
  example,
  categories: level(z.array(categoryName, { error: z2Shape }).min(1, { error: z2Shape }), z2Shape),
});

/**
 * The categories of one engine, from `src/content/categories/<engine>.yaml`: nested names in the file, a tree
 * with an anchor for every node once it is read. Two categories never share a code, or a name where there is none.
 */
export const categoryList = z
  .discriminatedUnion('engine', [z1List, z2List], { error: 'name the engine: z1 or z2.' })
  .transform(({ engine, example, categories }, context) => {
    const tree = nodesOf(categories, [engine]);
    const taken = new Map<string, string>();
    for (const { node, path } of walkCategories(tree)) {
      const keys =
        node.children.length > 0 ? [node.anchor] : [node.anchor, node.code ?? node.name.toLowerCase()];
      const other = keys.map((key) => taken.get(key)).find((place) => place !== undefined);
      if (other !== undefined) {
        const message = `"${node.code ?? node.name}" already stands at ${other}; change one of the two.`;
        context.addIssue({ code: 'custom', path: ['categories', ...path], message });
      }
      for (const key of keys) taken.set(key, path.join(' > '));
    }
    return { engine, example, categories: tree };
  });

/** The categories of one engine, as pages have them. */
export type CategoryList = z.infer<typeof categoryList>;

/** Every node of a tree, from the top, with the names that lead to it. */
export function* walkCategories(
  tree: readonly CategoryNode[],
  above: readonly string[] = [],
): Generator<{ node: CategoryNode; path: string[] }> {
  for (const node of tree) {
    const path = [...above, node.name];
    yield { node, path };
    yield* walkCategories(node.children, path);
  }
}

function nodesOf(branch: Exclude<Branch, string>, above: readonly string[]): CategoryNode[] {
  const entries: [string, Branch][] = Array.isArray(branch)
    ? branch.map((name) => [name, []])
    : Object.entries(branch);
  return entries.map(([name, below]) => {
    const path = [...above, name];
    if (typeof below !== 'string')
      return { name, anchor: slug(path.join('-')), children: nodesOf(below, path) };
    return { name, anchor: slug(`${above[0]}-${below}`), code: below, children: [] };
  });
}
