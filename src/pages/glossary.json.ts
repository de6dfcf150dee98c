import type { APIRoute } from 'astro';
import type { TermDefinitions } from '../client/terms/term-note.ts';
import { withBase } from '../client/support/with-base.ts';
import { explainedTerms } from '../navigation/glossary.ts';

/** `/glossary.json`: the definitions of all terms, by ID, for the notes on pages that use them. */
export const GET: APIRoute = async () => {
  const terms = await explainedTerms();
  const definitions: TermDefinitions = Object.fromEntries(
    terms.map(({ id, term, definition, guide, title }) => [
      id,
      { term, definition, href: withBase(guide), title },
    ]),
  );
  return Response.json(definitions);
};
