import { z } from 'astro/zod';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { errorPages } from '../config/error-pages.ts';
import { didYouMean, nearest } from '../shared/nearest.ts';
import { type LintError, type ParsedPage } from './mdx.ts';
import { slugOf } from '../shared/page-path.ts';
import { yamlProblem } from '../shared/yaml-problem.ts';

/** The fields that this site adds to Starlight's schema. */
export const pageFields = z.object({
  /** Words that readers search for but the page doesn't use. The search ranks them above the page's text. */
  keywords: z.array(z.string()).default([]),
});

const text = z.string().regex(/^(?!“[^“]*”$|‘[^‘]*’$)/, 'Remove the curly quotes around it');

/** Front matter needs curly apostrophes, because Markdown makes them curly only in page text. */
const curlyText = text.regex(/^[^']*$/, "Write ’ instead of '");

const sidebarFields = z.strictObject({ label: text.optional() });

/** The fields of handwritten pages. The collection's schema also covers generated pages, so it can't require them. */
const writtenFields = z.strictObject({
  /** The page's title. Search engines cut off longer titles. */
  title: curlyText.min(1).max(60),
  /** The description in search engines, link previews, and lists of pages. */
  description: curlyText.min(70).max(160),
  /** Starlight's hero, on the home page. Starlight checks its content. */
  hero: z.unknown().optional(),
  /** The short name in the sidebar and breadcrumbs. */
  sidebar: sidebarFields.optional(),
  keywords: z.array(text).max(10).optional(),
  /** `false` hides the table of contents. */
  tableOfContents: z.boolean().optional(),
  /** `false` excludes the page from the search. */
  pagefind: z.boolean().optional(),
});

/** A page's front matter, which may be invalid YAML. */
export function frontMatterOf({ nodes }: ParsedPage) {
  const node = nodes.find(({ type }) => type === 'yaml');
  const source = node && 'value' in node ? (node.value ?? '') : '';
  const lines = new LineCounter();
  return { source, lines, document: parseDocument(source, { prettyErrors: false, lineCounter: lines }) };
}

/** Checks the front matter of pages for readers, even if it's invalid YAML. Partials have none. */
export function frontMatterErrors(page: ParsedPage): LintError[] {
  const slug = slugOf(page.file);
  if (slug === undefined || errorPages.includes(slug)) return [];
  const { source, lines, document } = frontMatterOf(page);
  const [broken] = document.errors;
  if (broken) {
    const message = `the front matter isn't valid: ${yamlProblem(broken)}`;
    const start = broken.code === 'MISSING_CHAR' ? startOfLastValue(document) : undefined;
    return [{ line: 1 + lines.linePos(start ?? broken.pos[0]).line, message }];
  }
  const { error } = writtenFields.safeParse(document.toJS() ?? {});
  return (error?.issues ?? []).flatMap((issue) => {
    const isUnknown = issue.code === 'unrecognized_keys';
    const fields = isUnknown ? issue.keys : [String(issue.path[0] ?? '')];
    const { shape } = issue.path[0] === 'sidebar' ? sidebarFields : writtenFields;
    return fields.map((field) => {
      const suggestion = nearest(field, Object.keys(shape));
      const unknown = `there is no field \`${field}\`${didYouMean(suggestion && `\`${suggestion}\``)}`;
      const line = source.split('\n').findIndex((row) => row.trim().startsWith(`${field}:`)) + 2;
      const wrong = line > 1 ? `${issue.path.join('.')}: ${issue.message}.` : `add the field \`${field}\`.`;
      return { line, message: isUnknown ? unknown : wrong };
    });
  });
}

/** The start of the value that lacks its closing quote. YAML's parser reports the front matter's last line. */
function startOfLastValue({ contents }: Document): number | undefined {
  const value = isMap(contents) ? contents.items.at(-1)?.value : undefined;
  return isNode(value) ? value.range?.[0] : undefined;
}
