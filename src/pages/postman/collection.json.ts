import type { APIRoute } from 'astro';
import { withBase } from '../../client/with-base.ts';
import { contracts } from '../../contract/index.ts';
import { collectionOf } from '../../postman/collection.ts';
import { jsonResponse } from '../../postman/publish.ts';

/** The Postman collection with every call of every API. */
export const GET: APIRoute = ({ site }) =>
  jsonResponse(collectionOf(contracts(), new URL(withBase(''), site).href.replace(/\/$/, '')));
