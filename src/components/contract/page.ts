import { lookupFor, type Lookup } from '../../contract/lookup.ts';

/** The parts of Astro's global that identify the page being rendered. */
interface PageContext {
  locals: App.Locals;
  url: URL;
}

/** The page's source file, or its path if it has none. For messages. */
export function pageName({ locals, url }: PageContext): string {
  return locals.starlightRoute?.entry.filePath || url.pathname;
}

/** Lookups for the page that a component is on. */
export function lookupOn(context: PageContext): Lookup {
  return lookupFor(pageName(context));
}

/**
 * Returns an ID the first time a page uses it, and `undefined` after that, so that a page may show an object twice
 * without repeating an ID.
 */
export function anchorOn({ locals }: PageContext, id: string): string | undefined {
  const anchors = (locals.portal.anchors ??= new Set());
  if (anchors.has(id)) return undefined;
  anchors.add(id);
  return id;
}
