import { getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { walkCategories } from '../../content/categories.ts';

/** `/values/<engine>-categories.csv` and `.json`: each engine's categories, for programs. */
export const getStaticPaths: GetStaticPaths = async () =>
  (await getCollection('categories')).flatMap(({ data: { engine, example, categories } }) => {
    const leaves = [...walkCategories(categories)].filter(({ node }) => node.children.length === 0);
    const rows = leaves.map(({ node: { code }, path }) =>
      engine === 'z1'
        ? { ...Object.fromEntries(path.map((name, level) => [`l${level}Name`, name])), code }
        : { group: path[0], category: path[1] },
    );
    const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
    const csv = lines
      .map((line) => `${line.map((value) => `"${(value ?? '').replaceAll('"', '""')}"`).join(',')}\n`)
      .join('');
    const json = JSON.stringify({ engine, isExample: example, categories: rows }, null, 2);
    return [
      { params: { file: `${engine}-categories.csv` }, props: { text: csv } },
      { params: { file: `${engine}-categories.json` }, props: { text: json } },
    ];
  });

export const GET: APIRoute<{ text: string }> = ({ props }) => new Response(props.text);
