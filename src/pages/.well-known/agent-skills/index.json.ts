import type { APIRoute } from 'astro';
import { skillDescription, skillName, skillText } from '../../../agents/skill/index.ts';
import { sha256 } from '../../../downloads/checksums.ts';
import { siteUrl } from '../../../shared/site-url.ts';

/** The skill's location and hash, for agents: https://github.com/cloudflare/agent-skills-discovery-rfc. */
export const GET: APIRoute = async () =>
  Response.json({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: skillName,
        type: 'skill-md',
        description: skillDescription,
        url: siteUrl('/skill.md'),
        digest: `sha256:${sha256(await skillText(siteUrl))}`,
      },
    ],
  });
