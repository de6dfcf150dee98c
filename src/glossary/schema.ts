import { z } from 'astro/zod';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { WriterError } from '../shared/writer-error.ts';
import { yamlProblem } from '../shared/yaml-problem.ts';

/** The glossary's path. */
export const glossaryPath = '/glossary/';

const words = z.string().regex(/^[\w-]+( [\w-]+)*$/, 'write words of letters, digits, and hyphens');

/** Schema of a term in `src/glossary/glossary.yaml`. */
const entrySchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'write it in lowercase, with hyphens for spaces'),
  /** The term, as written within a sentence. */
  term: words,
  /** Other forms with the same meaning, such as plurals and synonyms. */
  forms: z.array(words).default([]),
  definition: z
    .string()
    .max(180, 'write at most 180 characters')
    .regex(/^[A-Z][^`*<>[\]]*\.$/, 'write whole sentences without Markdown, such as backticks'),
  /** Path of the page that explains the term. Its first use on that page isn't linked. */
  guide: z.string().regex(/^\/(.+\/)?$/, 'write a path with a slash at both ends'),
  /** Set it to `false` for a word that usually means something else. Guides then don't link it. */
  link: z.boolean().default(true),
});

/** A term with its definition. */
export type GlossaryEntry = z.infer<typeof entrySchema>;

const glossarySchema = z.array(entrySchema).superRefine((entries, context) => {
  const known = new Set<string>();
  for (const [index, entry] of entries.entries())
    for (const name of new Set([entry.id, ...formsOf(entry)].map((form) => form.toLowerCase()))) {
      const message = `"${name}" belongs to two terms`;
      if (known.has(name)) context.addIssue({ code: 'custom', path: [index], message });
      known.add(name);
    }
});

/** Parses the glossary and sorts it alphabetically. Errors include line numbers. */
export function parseGlossary(source: string): GlossaryEntry[] {
  const lines = new LineCounter();
  const document = parseDocument(source, { prettyErrors: false, lineCounter: lines });
  const at = (offset: number) => `src/glossary/glossary.yaml:${lines.linePos(offset).line}`;
  const [broken] = document.errors;
  if (broken) throw new WriterError(`${at(broken.pos[0])}: ${yamlProblem(broken)}`);
  const { data, error } = glossarySchema.safeParse(document.toJS());
  if (!error) return data.toSorted((a, b) => a.term.localeCompare(b.term, 'en'));
  const messages = error.issues.map(({ path, message }) => {
    const node = document.getIn(path, true) ?? document.getIn(path.slice(0, 1), true);
    return `${at(isNode(node) ? (node.range?.[0] ?? 0) : 0)}: ${[...path.slice(1), message].join(': ')}.`;
  });
  throw new WriterError(messages.join('\n  '));
}

/** The spellings that pages link to the term. */
export const formsOf = ({ term, forms }: GlossaryEntry): string[] => [term, ...forms];
