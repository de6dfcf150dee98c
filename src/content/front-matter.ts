import { relative } from 'node:path';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { sectionIds } from '../config/sections.ts';

/** How long a description may be, in characters: search engines cut longer ones, shorter ones say too little. */
export const descriptionLength = { min: 70, max: 160 } as const;

/** The fields that this site adds to Starlight's, as pages have them once they are read. */
export const pageFields = z.object({
  /** The section that the page belongs to: its place in the header and its sidebar. */
  section: z.enum(sectionIds).default('api'),
});

/**
 * The front matter that a writer owes. It is checked where pages are read from files and not in the schema of
 * the collection, which Starlight also applies to the pages that the reference generates.
 */
export const writtenFields = z.object({
  /** What the page is about, unique over the site. */
  title: z.string({ error: 'every page needs a title.' }).min(1, { error: 'every page needs a title.' }),
  /** What the page answers, in one sentence: for search engines, link previews and lists of pages. */
  description: z
    .string({ error: 'every page needs one sentence that says what the reader will have at the end.' })
    .refine(({ length }) => length >= descriptionLength.min && length <= descriptionLength.max, {
      error: ({ input }) =>
        `has ${String(input).length} characters; write ${descriptionLength.min} to ${descriptionLength.max}.`,
    }),
  section: z.enum(sectionIds, {
    error: ({ input }) =>
      input === undefined
        ? `every page names its section: ${sectionIds.join(', ')}.`
        : `there is no section "${String(input)}"; use one of ${sectionIds.join(', ')}.`,
  }),
});

/** Front matter that does not serve, with file, fields and cures. */
export class FrontMatterError extends Error {
  constructor(file: string, error: z.ZodError) {
    const faults = error.issues.map(
      ({ path, message }) => `  ${path.join('.') || 'front matter'}: ${message}`,
    );
    super(
      `${file}: the front matter has ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.\n${faults.join('\n')}`,
    );
    this.name = 'FrontMatterError';
  }
}

/**
 * Makes a loader refuse pages whose front matter lacks what {@link writtenFields} asks for. The text of a page
 * is not kept beside its rendered form: nothing reads it, and on a large site it is much of the memory.
 *
 * @throws FrontMatterError while the pages are read.
 */
export function withWrittenFields(loader: Loader): Loader {
  return {
    ...loader,
    load: (context) =>
      loader.load({
        ...context,
        store: { ...context.store, set: (entry) => context.store.set({ ...entry, body: '' }) },
        parseData: (entry) => {
          const result = writtenFields.safeParse(entry.data);
          if (!result.success)
            throw new FrontMatterError(relative(process.cwd(), entry.filePath ?? entry.id), result.error);
          return context.parseData(entry);
        },
      }),
  };
}
