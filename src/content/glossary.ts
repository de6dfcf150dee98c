import { z } from 'astro/zod';
import { parse } from 'yaml';
import { nearest } from '../shared/nearest.ts';
import { WriterError } from '../shared/writer-error.ts';

/** The path of the page that lists all terms. */
export const glossaryPath = '/glossary/';

/** Words that can be found in running text. */
const WORDS = /^[\w-]+( [\w-]+)*$/;
const ONLY_WORDS = 'write words of letters, digits and hyphens, with one space between them.';

/** Schema of a term in `src/content/glossary.yaml`. */
const entryFields = z.strictObject(
  {
    /** The term's anchor on the glossary page, and the value of `<Term of="…">`. */
    id: z
      .string({ error: 'give the term an `id`, which is its anchor.' })
      .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, {
        error: 'write it in lowercase, with hyphens for spaces.',
      }),
    /** The term, as written within a sentence. */
    term: z
      .string({ error: 'write the term as it appears within a sentence.' })
      .regex(WORDS, { error: ONLY_WORDS }),
    /** Other forms with the same meaning: plurals, synonyms. */
    forms: z
      .array(z.string().regex(WORDS, { error: ONLY_WORDS }), {
        error: 'write the forms as a list, such as [consents].',
      })
      .default([]),
    /** Longer phrases that contain the term and mean something else. */
    unless: z
      .array(z.string().regex(WORDS, { error: ONLY_WORDS }), {
        error: 'write a list, such as [account information].',
      })
      .default([]),
    /** The definition, in plain text. */
    definition: z
      .string({ error: 'define the term in one or two sentences.' })
      .max(180, { error: 'define the term in at most 180 characters; the guide has room for more.' })
      .regex(/^[A-Z].*\.$/, { error: 'write whole sentences, from a capital letter to a period.' })
      .regex(/^[^`*<>[\]]*$/, { error: 'write plain text, without Markdown or HTML.' }),
    /** Path of the page that explains the term. Its first use on that page isn't linked. */
    guide: z
      .string({ error: 'add the path of the page that explains the term.' })
      .regex(/^\/(.+\/)?$/, { error: 'write the path of the page, with a slash at both ends.' }),
    /** Whether guides link the first use of the term; `false` for words that usually mean something else. */
    link: z.boolean({ error: 'write true or false.' }).default(true),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `a term has no ${issue.keys.join(' and no ')}; see src/content/glossary.ts.`
        : 'write the term as a record with id, term, definition and guide.',
  },
);

/** A term with its definition. */
export type GlossaryEntry = z.infer<typeof entryFields>;

const entries = z
  .array(entryFields, { error: 'write the file as a list of terms, each starting with "- id:".' })
  .superRefine((all, context) => {
    for (const [field, namesOf] of uniqueNames) {
      const owners = new Map<string, string>();
      all.forEach((entry, index) => {
        for (const name of namesOf(entry)) {
          const owner = owners.get(name);
          owners.set(name, entry.id);
          if (owner === undefined) continue;
          const message = `"${name}" already belongs to the term "${owner}"; keep one of the two.`;
          context.addIssue({ code: 'custom', path: [index, field], message });
        }
      });
    }
  });

const uniqueNames: readonly (readonly [string, (entry: GlossaryEntry) => string[]])[] = [
  ['id', ({ id }) => [id]],
  ['forms', (entry) => formsOf(entry).map((form) => form.toLowerCase())],
];

/** An invalid glossary, or an unknown term. The message includes the fix. */
export class GlossaryError extends WriterError {
  constructor(message: string) {
    super(message);
    this.name = 'GlossaryError';
  }
}

/**
 * Parses the glossary and sorts it alphabetically.
 *
 * @param source - The content of `src/content/glossary.yaml`.
 * @throws GlossaryError that lists each invalid term with a fix.
 */
export function parseGlossary(source: string): GlossaryEntry[] {
  const data = read(source);
  const result = entries.safeParse(data);
  if (!result.success) {
    const errors = result.error.issues.map(({ path: [index, ...field], message }) => {
      const { id } = ((data as Partial<GlossaryEntry>[] | null)?.[index as number] ??
        {}) as Partial<GlossaryEntry>;
      return `  ${[id ?? index ?? 'file', ...field].join('.')}: ${message}`;
    });
    throw new GlossaryError(`src/content/glossary.yaml is invalid.\n${errors.join('\n')}`);
  }
  return result.data.toSorted((a, b) => a.term.localeCompare(b.term, 'en'));
}

function read(source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    throw new GlossaryError(`src/content/glossary.yaml can't be parsed: ${(error as Error).message}`);
  }
}

/** Returns all forms of a term, starting with the term itself. */
export function formsOf({ term, forms }: GlossaryEntry): string[] {
  return [term, ...forms];
}

/**
 * Finds a term by its ID or by one of its forms.
 *
 * @param page - Source file of the page that uses the term, for messages.
 * @throws GlossaryError that suggests the nearest term.
 */
export function termNamed(glossary: readonly GlossaryEntry[], name: string, page: string): GlossaryEntry {
  const wanted = name.toLowerCase();
  const found = glossary.find(
    (entry) => entry.id === wanted || formsOf(entry).some((form) => form.toLowerCase() === wanted),
  );
  if (found) return found;
  const suggestion = nearest(
    name,
    glossary.map(({ id }) => id),
  );
  throw new GlossaryError(
    `${page}: the glossary has no term "${name}".` +
      (suggestion ? ` Did you mean "${suggestion}"?` : ' Add it to src/content/glossary.yaml.'),
  );
}

/** Returns the attributes of a link to a term. `src/client/terms/explain-terms.ts` shows its definition in place. */
export function termLink({ id }: GlossaryEntry): { href: string; class: string } {
  return { href: `${glossaryPath}#${id}`, class: 'term' };
}
