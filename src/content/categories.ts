import { z } from 'astro/zod';
import { slug } from 'github-slugger';

/** A node of the tree that pages render: a category or a group of categories. */
export interface CategoryNode {
  name: string;
  /** The node's unique ID on the page. It includes the code, if any, so that client code can link to a category. */
  anchor: string;
  /** The code, which only categories of the z1 engine have. */
  code?: string;
  /** Empty for a category, which is a leaf. */
  children: CategoryNode[];
}

/** Nested names, as in the file. Branches end with a code in z1 and with a list of names in z2. */
type Branch = string | string[] | { [name: string]: Branch };

const categoryName = z.string().regex(/^\S(.*\S)?$/);
const categoryCode = z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/);
/** True until the real list replaces the example. */
const example = z.boolean();
const level = <Below extends z.ZodType<Branch>>(below: Below) => z.record(categoryName, below);

/** Schema of `src/content/categories/<engine>.yaml`. Turns the file's nested names into a tree with anchors. */
export const categoryList = z
  .discriminatedUnion('engine', [
    z.object({ engine: z.literal('z1'), example, categories: level(level(level(level(categoryCode)))) }),
    z.object({ engine: z.literal('z2'), example, categories: level(z.array(categoryName).min(1)) }),
  ])
  .transform(({ categories, ...list }) => ({ ...list, categories: nodesOf(categories, [list.engine]) }));

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
    if (typeof below === 'string')
      return { name, anchor: slug(`${above[0]}-${below}`), code: below, children: [] };
    return { name, anchor: slug(path.join('-')), children: nodesOf(below, path) };
  });
}
