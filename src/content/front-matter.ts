import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { nearest } from '../shared/nearest.ts';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';
import { syntaxOf } from './data-files.ts';
import { yamlLine } from './yaml-line.ts';

/** Length limits of descriptions, in characters. Search engines cut off longer ones; shorter ones say too little. */
export const descriptionLength = { min: 70, max: 160 } as const;

/** The longest title, in characters. Search engines cut off longer ones. */
export const longestTitle = 60;

/** The fields that this site adds to Starlight's schema. */
export const pageFields = z.object({
  /** Words that readers search for and the page doesn't use. The search counts them more than its text. */
  keywords: z.array(z.string()).default([]),
});

/** Shows an invalid value in a message. */
const shown = (input: unknown) => (input instanceof Date ? 'a date' : JSON.stringify(input));

/** A required string. YAML parses an unquoted `2026` or `yes` as another type. */
const string = (missing: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined || input === null
        ? missing
        : `is ${shown(input)}, which isn't a string; put it in quotes.`,
  });

const flag = z.boolean({ error: ({ input }) => `is ${shown(input)}; write true or false.` });

/**
 * Schema for the front matter of hand-written pages: the required fields, and the optional ones that have an effect on
 * this site. {@link withWrittenFields} applies it when pages are loaded from files. The schema of the collection can't,
 * because Starlight also applies that one to generated pages, and it accepts misspelled fields.
 */
export const writtenFields = z.strictObject({
  /** The topic of the page, unique on the site. */
  title: string('every page needs a title.')
    .min(1, { error: 'every page needs a title.' })
    .max(longestTitle, {
      error: ({ input }) => `has ${String(input).length} characters; write at most ${longestTitle}.`,
    }),
  /** One sentence for search engines, link previews and lists of pages. */
  description: string('every page needs one sentence that says what the reader does here.').refine(
    ({ length }) => length >= descriptionLength.min && length <= descriptionLength.max,
    {
      error: ({ input }) =>
        `has ${String(input).length} characters; write ${descriptionLength.min} to ${descriptionLength.max}.`,
    },
  ),
  /** The short name in the sidebar and breadcrumbs. */
  sidebar: z
    .strictObject(
      { label: string('write the short name of the page.') },
      {
        error: ({ input }) => `is ${shown(input)}; write "label:" with the short name on its own line.`,
      },
    )
    .optional(),
  keywords: z
    .array(z.string().regex(/^\S.{0,38}\S$/), {
      error: ({ input }) =>
        `is ${shown(input)}; write a list of words that readers may search for, such as [rate limit].`,
    })
    // Not max(8), which also counts the characters of a string.
    .refine(({ length }) => length <= 8, {
      error: 'the list has more than eight entries; keep those that readers search for.',
    })
    .refine((words) => new Set(words).size === words.length, {
      error: 'the list has a word twice; keep one.',
    })
    .optional(),
  /** Whether the page has a table of contents. */
  tableOfContents: flag.optional(),
  /** Whether the search includes the page. */
  pagefind: flag.optional(),
  /** The top of the home page. Starlight checks it. */
  hero: z.unknown().optional(),
});

/** A page with invalid front matter. */
interface InvalidPage {
  /** Path relative to the root of the project. */
  file: string;
  error: z.ZodError;
  /** The text of the file, to find the lines of fields. */
  source?: string;
}

/** Invalid front matter. The message lists every file and field with its line and a fix. */
export class FrontMatterError extends WriterError {
  /** @param syntax - A message about the first page whose front matter isn't YAML, if there is one. */
  constructor(pages: readonly InvalidPage[], syntax?: string) {
    super([...(syntax === undefined ? [] : [syntax]), ...pages.map(describe)].join('\n'));
    this.name = 'FrontMatterError';
  }
}

const FENCE = '---';

function describe({ file, error, source = '' }: InvalidPage): string {
  const [first, ...lines] = source.split('\n').map((line) => line.trimEnd());
  const end = lines.indexOf(FENCE);
  if (first === FENCE && end === -1)
    return `${file}:1: the front matter isn't closed; write ${FENCE} on a line of its own below it.`;
  const errors = error.issues.flatMap((issue) => messagesOf(issue, lines.slice(0, end).join('\n')));
  const count = `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`;
  return [`${file}: the front matter has ${count}.`, ...errors.map((each) => `  ${each}`)].join('\n');
}

function messagesOf(issue: z.core.$ZodIssue, matter: string): string[] {
  const named = (path: readonly PropertyKey[]) => {
    const line = yamlLine(matter, path);
    // The first line has the fence.
    return path.join('.') + (line === undefined ? '' : ` (line ${line + 1})`);
  };
  if (issue.code !== 'unrecognized_keys') return [`${named(issue.path)}: ${issue.message}`];
  const known = Object.keys(
    (issue.path.length === 0 ? writtenFields : writtenFields.shape.sidebar.unwrap()).shape,
  );
  return issue.keys.map((key) => {
    const meant = nearest(key, known);
    const fix = meant
      ? `did you mean "${meant}"?`
      : `use ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}.`;
    return `${named([...issue.path, key])}: pages have no such field; ${fix}`;
  });
}

/**
 * Wraps a loader so that it validates front matter with {@link writtenFields}. It also drops the source text of each
 * page: nothing reads it, and on a large site it takes much of the memory.
 *
 * @throws FrontMatterError with the errors of all pages, after the loader has read them.
 */
export function withWrittenFields(loader: Loader): Loader {
  return {
    ...loader,
    load: async (context) => {
      const invalid = new Map<string, InvalidPage>();
      let finished = false;
      const loading = loader.load({
        ...context,
        store: {
          ...context.store,
          // Don't store invalid pages: the loader wouldn't read them again until their file changes.
          set: (entry) => !invalid.has(entry.id) && context.store.set({ ...entry, body: '' }),
        },
        parseData: async (entry) => {
          invalid.delete(entry.id);
          const { error } = writtenFields.safeParse(entry.data);
          if (!error) return context.parseData(entry);
          const { filePath = entry.id } = entry;
          const source = existsSync(filePath) ? readText(filePath) : '';
          const page = { file: relative(process.cwd(), filePath), error, source };
          // After the first load, the development server reads one changed page at a time.
          if (finished) throw new FrontMatterError([page]);
          invalid.set(entry.id, page);
          return entry.data;
        },
      });
      const syntax = await loading.then(() => undefined, syntaxOf);
      finished = true;
      if (syntax !== undefined || invalid.size > 0) throw new FrontMatterError([...invalid.values()], syntax);
    },
  };
}
