import type { APIRoute } from 'astro';
import { skillText } from '../agents/skill/index.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/skill.md`: the whole integration in one file, for coding agents. */
export const GET: APIRoute = async () => new Response(await skillText(siteUrl));
