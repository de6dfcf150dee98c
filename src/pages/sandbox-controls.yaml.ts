import type { APIRoute } from 'astro';
import { documentResponse } from '../downloads/openapi.ts';
import { controlsDocument } from '../sandbox/controls/document.ts';

/** `/sandbox-controls.yaml`: the OpenAPI document of the sandbox's control calls. */
export const GET: APIRoute = () => documentResponse('sandbox-controls.yaml', controlsDocument());
