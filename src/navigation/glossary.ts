import { getCollection } from 'astro:content';
import { GlossaryError, parseGlossary, type GlossaryEntry } from '../content/glossary.ts';
import source from '../content/glossary.yaml?raw';
import { pagePath } from '../shared/page-path.ts';

/** A term with the title of the page that explains it. */
interface ExplainedTerm extends GlossaryEntry {
  title: string;
}

/**
 * Returns all terms of `src/content/glossary.yaml` in alphabetical order.
 *
 * @throws GlossaryError if a term is invalid, or if the page that explains it doesn't exist.
 */
export async function explainedTerms(): Promise<ExplainedTerm[]> {
  const titles = new Map((await getCollection('docs')).map(({ id, data }) => [pagePath(id), data.title]));
  return parseGlossary(source).map((entry) => {
    const title = titles.get(entry.guide);
    if (title !== undefined) return { ...entry, title };
    throw new GlossaryError(
      `src/content/glossary.yaml: the guide of "${entry.id}", ${entry.guide}, does not exist.`,
    );
  });
}
