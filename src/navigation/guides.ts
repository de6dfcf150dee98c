/** A guide as the texts that it shows are written: its own file and its partials. */
export interface GuideSource {
  title: string;
  href: string;
  source: string;
}

/** The way from an operation back to a guide. */
export type GuideLink = Omit<GuideSource, 'source'>;

/** Enough to choose from, and few enough to read at a glance. */
const MOST_GUIDES = 4;

/** Components that say something about an operation or a schema, by its name. */
const USES = /<([A-Z]\w*)\s[^>]*?\bof="(\w+)"/g;

/** The components that name an operation to the reader. */
const NAMING = new Set(['Endpoint', 'Samples', 'OperationLink']);

/** The components that stand within a sentence, and show nothing of the call. */
const WITHIN_SENTENCES = new Set(['OperationLink', 'Value']);

/** How much a guide is about one operation. */
interface Weight {
  /** How many components show the call, its bodies or its answers. */
  shown: number;
  /** The part of all that the guide says with components, from 0 to 1. */
  part: number;
  link: GuideLink;
}

/**
 * Finds the guides that name each operation, by `operationId`, at most four. Those that show the most of the
 * call come first. Those that only link it come last, and among them those first that link little else.
 *
 * @param guides - In the order of the site, which decides between equals.
 */
export function guidesByOperation(guides: readonly GuideSource[]): Map<string, GuideLink[]> {
  const weights = new Map<string, Weight[]>();
  for (const { source, ...link } of guides) {
    const uses = [...source.matchAll(USES)].map(([, component = '', id = '']) => ({ component, id }));
    const named = uses.filter(({ component }) => NAMING.has(component)).map(({ id }) => id);
    for (const id of new Set(named)) {
      const own = uses.filter((use) => use.id === id);
      const shown = own.filter(({ component }) => !WITHIN_SENTENCES.has(component)).length;
      weights.set(id, [...(weights.get(id) ?? []), { shown, part: own.length / uses.length, link }]);
    }
  }
  return new Map(
    [...weights].map(([id, found]) => [
      id,
      found
        .toSorted((a, b) => b.shown - a.shown || (a.shown === 0 ? b.part - a.part : 0))
        .slice(0, MOST_GUIDES)
        .map(({ link }) => link),
    ]),
  );
}
