import type { APIRoute } from 'astro';
import { withBase } from '../../client/support/with-base.ts';
import { contracts } from '../../contract/index.ts';
import { brunoFiles } from '../../downloads/postman-bruno/bruno.ts';
import { collectionOf } from '../../downloads/postman-bruno/collection.ts';
import { platformEnvironment, sandboxEnvironment } from '../../downloads/postman-bruno/environment.ts';
import { archiveOf } from '../../downloads/archive.ts';

/** The Bruno collection with every request of every API, and its environments. */
export const GET: APIRoute = ({ site }) => {
  const home = new URL(withBase(''), site).href.replace(/\/$/, '');
  const files = brunoFiles(collectionOf(contracts(), home), {
    Platform: platformEnvironment(contracts()),
    Sandbox: sandboxEnvironment(),
  });
  return archiveOf('bruno-collection', files);
};
