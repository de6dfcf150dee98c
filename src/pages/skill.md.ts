import type { APIRoute } from 'astro';
import { withBase } from '../shared/browser/with-base.ts';
import { skill } from '../agents/skill/index.ts';

/** `/skill.md`: the whole integration in one file, for coding agents. */
export const GET: APIRoute = ({ site }) => new Response(skill((path) => new URL(withBase(path), site).href));
