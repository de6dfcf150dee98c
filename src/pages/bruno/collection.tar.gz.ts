import type { APIRoute } from 'astro';
import { withBase } from '../../client/with-base.ts';
import { contracts } from '../../contract/index.ts';
import { brunoFiles } from '../../postman/bruno.ts';
import { collectionOf } from '../../postman/collection.ts';
import { environmentOf } from '../../postman/environment.ts';
import { archiveOf } from '../../shared/archive.ts';

/** The Bruno collection with every request of every API, and its environment. */
export const GET: APIRoute = async ({ site }) => {
  const home = new URL(withBase(''), site).href.replace(/\/$/, '');
  const files = await brunoFiles(collectionOf(contracts(), home), environmentOf(contracts()));
  return archiveOf('bruno-collection', files);
};
