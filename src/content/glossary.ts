import { z } from 'astro/zod';
import { parse } from 'yaml';
import { nearest } from '../shared/nearest.ts';

/** The page that lists all terms. */
export const glossaryPath = '/glossary/';

/** What can be found in running text as whole words. */
const WORDS = /^[\w-]+( [\w-]+)*$/;
const ONLY_WORDS = 'write words of letters, digits and hyphens, with one space between them.';

/** A term of the site, as `src/content/glossary.yaml` has it. */
const entryFields = z.strictObject(
  {
    /** Its anchor on the glossary page, and what `<Term of="…">` takes. */
    id: z
      .string({ error: 'give the term its id, which is its anchor.' })
      .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, {
        error: 'write the id in lowercase, with hyphens for spaces.',
      }),
    /** As it stands within a sentence. */
    term: z
      .string({ error: 'give the term, as it stands within a sentence.' })
      .regex(WORDS, { error: ONLY_WORDS }),
    /** Other forms that mean the same: plurals, second names. */
    forms: z
      .array(z.string().regex(WORDS, { error: ONLY_WORDS }), {
        error: 'write the forms as a list, such as [consents].',
      })
      .default([]),
    /** Longer words that hold the term and mean something else. */
    unless: z
      .array(z.string().regex(WORDS, { error: ONLY_WORDS }), {
        error: 'write a list, such as [account information].',
      })
      .default([]),
    /** Plain text: it also stands in tooltips. */
    definition: z
      .string({ error: 'define the term in one or two sentences.' })
      .max(180, { error: 'define the term in at most 180 characters; the guide has room for more.' })
      .regex(/^[A-Z].*\.$/, { error: 'write whole sentences, from a capital letter to a full stop.' })
      .regex(/^[^`*<>[\]]*$/, { error: 'write plain text, without Markdown or HTML.' }),
    /** The page that explains the term; its first use there is not linked. */
    guide: z
      .string({ error: 'name the page that explains the term.' })
      .regex(/^\/(.+\/)?$/, { error: 'write the address of the page, starting and ending with a slash.' }),
    /** Whether guides link the first use; `false` for words that mostly mean something else. */
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
          const message = `"${name}" stands at "${owner}" already; keep one of the two.`;
          context.addIssue({ code: 'custom', path: [index, field], message });
        }
      });
    }
  });

const uniqueNames: readonly (readonly [string, (entry: GlossaryEntry) => string[]])[] = [
  ['id', ({ id }) => [id]],
  ['forms', (entry) => formsOf(entry).map((form) => form.toLowerCase())],
];

/** A glossary that cannot be read, or a term that it does not have; with the cure. */
export class GlossaryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GlossaryError';
  }
}

/**
 * Reads the glossary, in alphabetical order.
 *
 * @param source - The text of `src/content/glossary.yaml`.
 * @throws GlossaryError that names each faulty term and the cure.
 */
export function parseGlossary(source: string): GlossaryEntry[] {
  const data = read(source);
  const result = entries.safeParse(data);
  if (!result.success) {
    const faults = result.error.issues.map(({ path: [index, ...field], message }) => {
      const { id } = ((data as Partial<GlossaryEntry>[] | null)?.[index as number] ??
        {}) as Partial<GlossaryEntry>;
      return `  ${[id ?? index ?? 'file', ...field].join('.')}: ${message}`;
    });
    throw new GlossaryError(`src/content/glossary.yaml cannot be used.\n${faults.join('\n')}`);
  }
  return result.data.toSorted((a, b) => a.term.localeCompare(b.term, 'en'));
}

function read(source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    throw new GlossaryError(`src/content/glossary.yaml cannot be read: ${(error as Error).message}`);
  }
}

/** Every way to write a term. */
export function formsOf({ term, forms }: GlossaryEntry): string[] {
  return [term, ...forms];
}

/**
 * A term by its id or by one of its forms.
 *
 * @param page - Source file of the page that asks, for messages.
 * @throws GlossaryError with the nearest term.
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

/** The attributes of a link to a term. Its definition stays in the glossary: a copy costs each page 0.2 kB. */
export function termLink({ id }: GlossaryEntry): { href: string; class: string } {
  return { href: `${glossaryPath}#${id}`, class: 'term' };
}
