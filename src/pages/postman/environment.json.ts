import type { APIRoute } from 'astro';
import { contracts } from '../../contract/index.ts';
import { platformEnvironment } from '../../downloads/postman-bruno/environment.ts';
import { jsonResponse } from '../../downloads/postman-bruno/publish.ts';

/** The Postman environment of the platform. */
export const GET: APIRoute = () => jsonResponse(platformEnvironment(contracts()));
