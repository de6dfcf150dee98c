import type { APIRoute } from 'astro';
import { documentText } from '../downloads/openapi.ts';
import { controlsDocument } from '../sandbox/controls/document.ts';

/** `/sandbox-controls.yaml`: the OpenAPI document of the sandbox's control calls. */
export const GET: APIRoute = () => new Response(documentText('.yaml', controlsDocument()));
