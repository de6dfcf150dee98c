import type { APIRoute } from 'astro';
import { contracts } from '../../contract/index.ts';
import { collectionOf } from '../../postman/collection.ts';
import { jsonResponse } from '../../postman/publish.ts';

/** The Postman collection with every call of every API. */
export const GET: APIRoute = () => jsonResponse(collectionOf(contracts()));
