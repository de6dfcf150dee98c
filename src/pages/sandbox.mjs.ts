import type { APIRoute } from 'astro';
import { bundleSandbox } from '../downloads/sandbox.ts';

/** `/sandbox.mjs`: the sandbox as one file, which runs with Node and nothing else. */
export const GET: APIRoute = async () =>
  new Response(await bundleSandbox(), { headers: { 'content-type': 'text/javascript' } });
