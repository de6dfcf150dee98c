import { relative } from 'node:path';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { sectionIds } from '../config/sections.ts';
import { nearest } from '../shared/nearest.ts';
import { WriterError } from '../shared/writer-error.ts';

/** How long a description may be, in characters: search engines cut longer ones, shorter ones say too little. */
export const descriptionLength = { min: 70, max: 160 } as const;

/** The fields that this site adds to Starlight's, as pages have them once they are read. */
export const pageFields = z.object({
  /** The section that the page belongs to: its place in the header and its sidebar. */
  section: z.enum(sectionIds).default('api'),
});

/** What a wrong value is, as a writer wrote it. */
const written = (input: unknown) => (input instanceof Date ? 'a date' : JSON.stringify(input));

/** A text that must be there. YAML reads 2026 and `yes: no` as something else unless it stands in quotes. */
const text = (missing: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined || input === null
        ? missing
        : `is ${written(input)}, which is no text; put it in quotes.`,
  });

const flag = z.boolean({ error: ({ input }) => `is ${written(input)}; write true or false.` });

/**
 * The front matter of a page that a writer writes: what is owed, and what else has an effect on this site. It is
 * checked where pages are read from files and not in the schema of the collection, which Starlight also applies to
 * the pages that the reference generates, and which lets misspelt fields pass.
 */
export const writtenFields = z.strictObject({
  /** What the page is about, unique over the site. */
  title: text('every page needs a title.').min(1, { error: 'every page needs a title.' }),
  /** What the page answers, in one sentence: for search engines, link previews and lists of pages. */
  description: text('every page needs one sentence that says what the reader will have at the end.').refine(
    ({ length }) => length >= descriptionLength.min && length <= descriptionLength.max,
    {
      error: ({ input }) =>
        `has ${String(input).length} characters; write ${descriptionLength.min} to ${descriptionLength.max}.`,
    },
  ),
  section: z.enum(sectionIds, {
    error: ({ input }) =>
      input === undefined
        ? `every page names its section: ${sectionIds.join(', ')}.`
        : `there is no section ${written(input)}; use one of ${sectionIds.join(', ')}.`,
  }),
  /** The short name in sidebar and breadcrumbs. */
  sidebar: z
    .strictObject(
      { label: text('say how the sidebar names the page.') },
      {
        error: ({ input }) =>
          `is ${written(input)}; write "label:" with the short name on a line of its own.`,
      },
    )
    .optional(),
  /** Whether the page has a table of contents. */
  tableOfContents: flag.optional(),
  /** Whether the page can be found by the search. */
  pagefind: flag.optional(),
});

/** A page whose front matter does not serve. */
interface FaultyPage {
  /** Relative to the root of the project. */
  file: string;
  error: z.ZodError;
}

/** Front matter that does not serve, with files, fields and cures. */
export class FrontMatterError extends WriterError {
  constructor(faulty: readonly FaultyPage[]) {
    super(faulty.map(({ file, error }) => describe(file, error.issues.flatMap(faultsOf))).join('\n'));
    this.name = 'FrontMatterError';
  }
}

function describe(file: string, faults: readonly string[]): string {
  const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
  return [`${file}: the front matter has ${count}.`, ...faults.map((fault) => `  ${fault}`)].join('\n');
}

function faultsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${issue.path.join('.')}: ${issue.message}`];
  const known = Object.keys(
    (issue.path.length === 0 ? writtenFields : writtenFields.shape.sidebar.unwrap()).shape,
  );
  return issue.keys.map((key) => {
    const meant = nearest(key, known);
    const cure = meant
      ? `did you mean "${meant}"?`
      : `there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`;
    return `${[...issue.path, key].join('.')}: pages have no such field; ${cure}`;
  });
}

/**
 * Makes a loader refuse pages whose front matter is not as {@link writtenFields} asks. The text of a page
 * is not kept beside its rendered form: nothing reads it, and on a large site it is much of the memory.
 *
 * @throws FrontMatterError when all pages are read, with the faults of all of them.
 */
export function withWrittenFields(loader: Loader): Loader {
  return {
    ...loader,
    load: async (context) => {
      const faulty = new Map<string, FaultyPage>();
      let read = false;
      await loader.load({
        ...context,
        store: {
          ...context.store,
          // A faulty page that is stored would pass for a good one until its file changes.
          set: (entry) => !faulty.has(entry.id) && context.store.set({ ...entry, body: '' }),
        },
        parseData: async (entry) => {
          faulty.delete(entry.id);
          const { error } = writtenFields.safeParse(entry.data);
          if (!error) return context.parseData(entry);
          const page = { file: relative(process.cwd(), entry.filePath ?? entry.id), error };
          // Later on, the development server reads a page by itself.
          if (read) throw new FrontMatterError([page]);
          faulty.set(entry.id, page);
          return entry.data;
        },
      });
      read = true;
      if (faulty.size > 0) throw new FrontMatterError([...faulty.values()]);
    },
  };
}
