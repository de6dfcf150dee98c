import type { APIRoute } from 'astro';
import { bundleSandbox } from '../downloads/sandbox.ts';

/** `/sandbox.mjs`: the sandbox in one file, which needs only Node. */
export const GET: APIRoute = async () =>
  new Response(await bundleSandbox(), { headers: { 'content-type': 'text/javascript' } });
