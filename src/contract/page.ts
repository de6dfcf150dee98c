import { lookupFor, type Lookup } from './lookup.ts';

/** What a component needs of Astro to look something up for the page that it stands on. */
interface PageContext {
  locals: App.Locals;
  url: URL;
}

/** The source file of a page, or its address where no file stands behind it; for messages. */
export function pageName({ locals, url }: PageContext): string {
  return locals.starlightRoute?.entry.filePath || url.pathname;
}

/** Look-ups for the page that a component stands on. */
export function lookupOn(context: PageContext): Lookup {
  return lookupFor(pageName(context));
}

/**
 * An id for an element, once per page: a second element that asks for the same one gets none, so that a page
 * may show an object twice.
 */
export function anchorOn({ locals }: PageContext, id: string): string | undefined {
  const anchors = (locals.portal.anchors ??= new Set());
  if (anchors.has(id)) return undefined;
  anchors.add(id);
  return id;
}
