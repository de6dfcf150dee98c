import type { APIRoute } from 'astro';
import { skill } from '../agents/skill/index.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/skill.md`: the whole integration in one file, for coding agents. */
export const GET: APIRoute = () => new Response(skill(siteUrl));
