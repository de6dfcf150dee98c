import { relative } from 'node:path';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { WriterError } from '../shared/writer-error.ts';

/** The fields that this site adds to Starlight's schema. */
export const pageFields = z.object({
  /** Words that readers search for and the page doesn't use. The search counts them more than its text. */
  keywords: z.array(z.string()).default([]),
});

/**
 * The front matter of hand-written pages: the fields that have an effect on this site. The schema of the collection can't
 * require them, because Starlight also applies that one to generated pages, and it accepts misspelled fields.
 */
const writtenFields = z.strictObject({
  /** The topic of the page. Search engines cut off longer ones. */
  title: z.string().min(1).max(60),
  /** One sentence for search engines, link previews and lists of pages: what the reader does here. */
  description: z.string().min(70).max(160),
  /** Starlight's hero, on the home page. Starlight checks what is in it. */
  hero: z.unknown().optional(),
  /** The short name in the sidebar and breadcrumbs. */
  sidebar: z.strictObject({ label: z.string() }).optional(),
  keywords: z.array(z.string()).max(8).optional(),
  /** Whether the page has a table of contents. */
  tableOfContents: z.boolean().optional(),
  /** Whether the search includes the page. */
  pagefind: z.boolean().optional(),
});

/** Wraps a loader of hand-written pages so that it checks their front matter. */
export function withWrittenFields(loader: Loader): Loader {
  return {
    ...loader,
    load: (context) =>
      loader.load({
        ...context,
        parseData: (entry) => {
          const { error } = writtenFields.safeParse(entry.data);
          if (!error) return context.parseData(entry);
          const file = relative(process.cwd(), entry.filePath ?? entry.id);
          throw new WriterError(`${file}: fix the front matter.\n${z.prettifyError(error)}`);
        },
      }),
  };
}
