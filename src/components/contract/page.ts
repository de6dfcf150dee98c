import type { AstroGlobal } from 'astro';
import type { Field } from '../../contract/fields.ts';
import { objectKey } from '../../contract/homes.ts';
import { lookupFor, UnknownNameError } from '../../contract/lookup.ts';

/** The parts of Astro's global object that identify the page. */
export type PageContext = Pick<AstroGlobal, 'locals' | 'url'>;

/** The page's source file, or its path if it has none. Messages include it. */
export function pageFile({ locals, url }: PageContext): string {
  return locals.starlightRoute?.entry.filePath || url.pathname;
}

/** Lookups for the page that a component is on. */
export const lookupOn = (context: PageContext) => lookupFor(pageFile(context));

/** The fields that a writer chose, in the contract's order. By default, returns all fields. */
export function chosenFields(all: Field[], only: readonly string[] | undefined, page: string, kind: string) {
  const names = all.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UnknownNameError(page, kind, unknown, names);
  return all.filter(({ name }) => only?.includes(name) ?? true);
}

/** Returns a name, such as an ID, only the first time that a page claims it, so that a page can show an object twice. */
export function claimOnce({ locals }: PageContext, name: string): string | undefined {
  const claimed = (locals.portal.claimed ??= new Set());
  if (claimed.has(name)) return undefined;
  claimed.add(name);
  return name;
}

/** The anchor where the page first listed an object. */
export function listedOn({ locals }: PageContext, field: Field, anchor: string) {
  const key = objectKey(field);
  if (key === undefined) return undefined;
  const listed = (locals.portal.listed ??= new Map());
  const firstAnchor = listed.get(key);
  if (firstAnchor === undefined) listed.set(key, anchor);
  return firstAnchor;
}
