import type { APIRoute } from 'astro';
import { withBase } from '../../client/support/with-base.ts';
import { contracts } from '../../contract/index.ts';
import { collectionOf } from '../../downloads/postman-bruno/collection.ts';
import { jsonResponse } from '../../downloads/postman-bruno/publish.ts';

/** The Postman collection with every call of every API. */
export const GET: APIRoute = ({ site }) =>
  jsonResponse(collectionOf(contracts(), new URL(withBase(''), site).href.replace(/\/$/, '')));
