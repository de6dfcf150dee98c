import { stat } from 'node:fs/promises';
import { join } from 'node:path';

const PLACE = /(<span data-size-of="([^"]+)"[^>]*>)(<\/span>)/g;

/** Whether a page shows the sizes of files. It has to wait until they have been written. */
export const showsSizes = (html: string): boolean => html.includes(' data-size-of="');

/** Fills in the sizes of files that a page lists, rounded to two digits. The link check finds files that are missing. */
export async function withSizes(html: string, folder: string): Promise<string> {
  const paths = new Set([...html.matchAll(PLACE)].map(([, , path]) => path!));
  const sizes = new Map<string, string>();
  for (const path of paths) sizes.set(path, sizeText((await stat(join(folder, path))).size));
  return html.replaceAll(
    PLACE,
    (_, start: string, path: string, end: string) => start + sizes.get(path) + end,
  );
}

/** A size such as `650 kB`, with two digits. */
export function sizeText(bytes: number): string {
  const kilobytes = Number((bytes / 1_000).toPrecision(2));
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${kilobytes / 1_000} MB`;
}
