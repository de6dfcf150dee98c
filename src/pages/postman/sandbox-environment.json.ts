import type { APIRoute } from 'astro';
import { sandboxEnvironment } from '../../downloads/postman-bruno/environment.ts';
import { jsonResponse } from '../../downloads/postman-bruno/publish.ts';

/** The Postman environment of the sandbox. */
export const GET: APIRoute = () => jsonResponse(sandboxEnvironment());
