import type { APIRoute } from 'astro';
import { combinedDocument } from '../contract/combined.ts';
import { storySchema } from '../sandbox/grade/story-file.ts';

/** `/story.schema.json`: the JSON schema of the files that `node sandbox.mjs --story` plays. */
export const GET: APIRoute = () => Response.json(storySchema(combinedDocument()));
