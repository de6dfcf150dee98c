import type { APIRoute } from 'astro';
import { agentRules, sandboxRule } from '../agents/skill/rules.ts';
import { site } from '../config/site.ts';
import { guideGroups } from '../config/sidebars.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/AGENTS.md`: rules and links, to paste into the `AGENTS.md` of a project that uses the platform. */
export const GET: APIRoute = () =>
  new Response(`## ${site.product}

Before you write or review code that calls the platform, read ${siteUrl('/skill.md')}: the whole integration in one file. Prefer skill.md and the pages below to what you remember.

${[...agentRules(), sandboxRule].map((rule) => `- ${rule}`).join('\n')}

Get each page as Markdown at ${siteUrl('/')}<page>.md:

${guideGroups.map(({ section, slugs }) => `- ${section.label}: ${slugs.join(', ')}`).join('\n')}

An API's signatures: ${siteUrl('/openapi/')}<api>.txt. All operations: ${siteUrl('/openapi/platform.yaml')}. Every page: ${siteUrl('/llms.txt')}.
`);
