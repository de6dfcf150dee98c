import type { APIRoute } from 'astro';
import { contracts } from '../../contract/index.ts';
import { environmentOf } from '../../postman/environment.ts';
import { jsonResponse } from '../../postman/publish.ts';

/** The Postman environment that belongs to the collection. */
export const GET: APIRoute = () => jsonResponse(environmentOf(contracts()));
