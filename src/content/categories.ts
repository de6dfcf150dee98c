import { z } from 'astro/zod';
import { slug } from 'github-slugger';

/** A category, or a group of categories: a node of the tree that pages render. */
export interface CategoryNode {
  name: string;
  /** ID on the page, unique in its list. It is made from the code, if any, so that client code can link to it. */
  anchor: string;
  /** Only the categories of z1 have a code. */
  code?: string;
  /** Empty for a category, which is a leaf. */
  children: CategoryNode[];
}

/** Nested names as in the file. A branch of z1 ends with a code, a branch of z2 with a list of names. */
type Branch = string | string[] | { [name: string]: Branch };

const z1Shape = 'z1 has four levels of names, and a code after the fourth; add the missing level here.';
const z2Shape = 'z2 has groups, each with a list of names; write at least one name here.';

const categoryName = z
  .string({ error: 'a name is a string; put it in quotes.' })
  .regex(/^\S(.*\S)?$/, { error: 'a name must not be empty or have spaces around it; remove them.' });

const categoryCode = z.string({ error: z1Shape }).regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, {
  error: 'write the code in capitals, digits and hyphens, such as EXP-GRO.',
});

/** A record of names with the next level below each name. */
function level<Below extends z.ZodType<Branch>>(below: Below, error: string) {
  return z.record(categoryName, below, { error }).refine((names) => Object.keys(names).length > 0, { error });
}

const example = z.boolean({
  error: 'write true while the list is an example, and false once it is the real list.',
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
 * Schema of `src/content/categories/<engine>.yaml`. Turns the nested names of the file into a tree with an anchor for
 * every node. Codes must be unique, as must the names of categories without a code.
 */
export const categoryList = z
  .discriminatedUnion('engine', [z1List, z2List], { error: 'name the engine: z1 or z2.' })
  .transform(({ engine, example, categories }, context) => {
    const tree = nodesOf(categories, [engine]);
    const used = new Map<string, string>();
    for (const { node, path } of walkCategories(tree)) {
      const keys =
        node.children.length > 0 ? [node.anchor] : [node.anchor, node.code ?? node.name.toLowerCase()];
      const other = keys.map((key) => used.get(key)).find((place) => place !== undefined);
      if (other !== undefined) {
        const message = `"${node.code ?? node.name}" is already used at ${other}; change one of the two.`;
        context.addIssue({ code: 'custom', path: ['categories', ...path], message });
      }
      for (const key of keys) used.set(key, path.join(' > '));
    }
    return { engine, example, categories: tree };
  });

/** The categories of one engine, after the schema has built the tree. */
export type CategoryList = z.infer<typeof categoryList>;

/** Yields every node of a tree in order, with the names from the root to the node. */
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
