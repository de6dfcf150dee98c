import { isElement, stringAttribute, type ParsedPage } from '../content/mdx.ts';

/** A guide: its own file and its partials. */
export interface Guide {
  title: string;
  href: string;
  files: readonly ParsedPage[];
}

/** A link from an operation to a guide. */
export type GuideLink = Omit<Guide, 'files'>;

/** Components whose `of` attribute names an operation that the guide explains or links to. */
const OPERATION_COMPONENTS = new Set(['Endpoint', 'Samples', 'OperationLink']);

/**
 * The guides for each `operationId`. Those that show the most of the operation come first. Of the guides that only link
 * to it, those with the fewest other links come first. Sidebar order breaks ties.
 */
export function guidesByOperation(guides: readonly Guide[]): Map<string, GuideLink[]> {
  const weights = new Map<string, { shown: number; share: number; link: GuideLink }[]>();
  for (const { files, ...link } of guides) {
    const uses = files.flatMap(componentUses);
    const named = uses.filter(({ component }) => OPERATION_COMPONENTS.has(component)).map(({ id }) => id);
    for (const id of new Set(named)) {
      const ownUses = uses.filter((use) => use.id === id);
      // Count the components that show the request, the response, or their fields, and not only a link.
      const shown = ownUses.filter(({ component }) => component !== 'OperationLink').length;
      weights.set(id, [...(weights.get(id) ?? []), { shown, share: ownUses.length / uses.length, link }]);
    }
  }
  return new Map(
    [...weights].map(([id, weighted]) => [
      id,
      weighted
        .toSorted((a, b) => b.shown - a.shown || (a.shown === 0 ? b.share - a.share : 0))
        .map(({ link }) => link),
    ]),
  );
}

/** A file's components that are about an operation or a schema. `Value` doesn't count: it shows only one value. */
function componentUses({ nodes }: ParsedPage): { component: string; id: string }[] {
  return nodes.filter(isElement).flatMap((element) => {
    const id = stringAttribute(element, 'of');
    return element.name && id !== undefined && element.name !== 'Value'
      ? { component: element.name, id }
      : [];
  });
}
