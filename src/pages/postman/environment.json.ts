import type { APIRoute } from 'astro';
import { contracts } from '../../contract/index.ts';
import { environmentOf } from '../../downloads/postman-bruno/environment.ts';
import { jsonResponse } from '../../downloads/postman-bruno/publish.ts';

/** The Postman environment that belongs to the collection. */
export const GET: APIRoute = () => jsonResponse(environmentOf(contracts()));
