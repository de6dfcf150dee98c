import type { APIRoute } from 'astro';
import { combinedDocument } from '../contract/combined.ts';
import { scenarioSchema } from '../sandbox/grade/scenario-file.ts';

/** `/scenario.schema.json`: the JSON schema of the files that `node sandbox.mjs --scenario` plays. */
export const GET: APIRoute = () => Response.json(scenarioSchema(combinedDocument()));
