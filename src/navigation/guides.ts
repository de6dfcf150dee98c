import { isElement, nodesIn, stringAttribute, type ParsedPage } from '../content/mdx.ts';

/** A guide with everything that it shows: its own file and its partials. */
export interface Guide {
  title: string;
  href: string;
  files: readonly ParsedPage[];
}

/** A link from an operation to a guide. */
export type GuideLink = Omit<Guide, 'files'>;

/** Enough to choose from, and few enough to read at a glance. */
const MOST_GUIDES = 4;

/** The components that show an operation to the reader. */
const NAMING = new Set(['Endpoint', 'Samples', 'OperationLink']);

/** Components that show a word within a sentence, which is not about an operation. */
const WORDS = new Set<string>(['Term', 'Value']);

/** How much of a guide is about one operation. */
interface Weight {
  /** How many components show the request, the response or their fields. */
  shown: number;
  /** The share of the guide's components that are about this operation, from 0 to 1. */
  share: number;
  link: GuideLink;
}

/**
 * Finds the guides that mention each operation, by `operationId`, at most four. Guides that show most of an operation
 * come first. Guides that only link to it come last; among them, those with few other links come first.
 *
 * @param guides - In the order of the site, which decides between equals.
 */
export function guidesByOperation(guides: readonly Guide[]): Map<string, GuideLink[]> {
  const weights = new Map<string, Weight[]>();
  for (const { files, ...link } of guides) {
    const uses = files.flatMap(componentUses);
    const named = uses.filter(({ component }) => NAMING.has(component)).map(({ id }) => id);
    for (const id of new Set(named)) {
      const own = uses.filter((use) => use.id === id);
      const shown = own.filter(({ component }) => component !== 'OperationLink').length;
      weights.set(id, [...(weights.get(id) ?? []), { shown, share: own.length / uses.length, link }]);
    }
  }
  return new Map(
    [...weights].map(([id, found]) => [
      id,
      found
        .toSorted((a, b) => b.shown - a.shown || (a.shown === 0 ? b.share - a.share : 0))
        .slice(0, MOST_GUIDES)
        .map(({ link }) => link),
    ]),
  );
}

/** The components of a file that show an operation or a schema, with its name. */
function componentUses({ tree }: ParsedPage): { component: string; id: string }[] {
  return [...nodesIn(tree)].filter(isElement).flatMap((element) => {
    const id = stringAttribute(element, 'of');
    return element.name && id !== undefined && !WORDS.has(element.name)
      ? { component: element.name, id }
      : [];
  });
}
