import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { FULL_FILE, twinLinks } from '../shared/twin-path.ts';
import { isInteractive } from '../config/apis.ts';
import { sampleLanguages, twinLanguages } from '../config/samples.ts';
import { sections, type Section } from '../config/sections.ts';
import { site } from '../config/site.ts';
import { agentRules, sandboxRule } from '../agents/skill/rules.ts';
import { sitePages } from '../navigation/index.ts';
import { pagePath } from '../shared/page-path.ts';
import { siteUrl } from '../shared/site-url.ts';
import { descriptionOf, referencePageAt } from '../reference/route-data.ts';

/** `/llms.txt` (https://llmstxt.org): rules for coding agents, and a link to each page as Markdown. */
export const GET: APIRoute = async () => {
  const pages = await sitePages();
  const docs = await getCollection('docs');
  const descriptions = new Map(docs.map(({ id, data }) => [pagePath(id), data.description]));
  const toTwin = twinLinks('');
  const descriptionAt = (href: string) => {
    const reference = referencePageAt(href);
    return reference ? descriptionOf(reference) : descriptions.get(href);
  };
  const pagesOf = ({ id, label }: Section) =>
    `## ${label}\n\n${pages
      .filter(({ section, href }) => section.id === id && !isInteractive(href))
      .map(({ href, title }) => `- [${title}](${siteUrl(toTwin(href))}): ${descriptionAt(href)}\n`)
      .join('')}`;
  const inTwins = new Intl.ListFormat('en', { type: 'disjunction' }).format(twinLanguages);
  const others = sampleLanguages.map(({ label }) => label).filter((label) => !twinLanguages.includes(label));
  const onPages = new Intl.ListFormat('en').format(others);
  return new Response(`# ${site.title}

> Documentation of ${site.product}, an open-banking platform: account information, sequencing, categorization, analysis, and webhooks.

Rules for coding agents:

- Read [skill.md](${siteUrl('/skill.md')}) first. It has the whole integration in one file.
- Samples in Markdown are in ${inTwins}. The page at its \`canonical\` URL also has them in ${onPages}.
${[...agentRules(), sandboxRule].map((rule) => `- ${rule}`).join('\n')}

${sections.map(pagesOf).join('\n')}
## Files

- [Skill](${siteUrl('/skill.md')}): the whole integration in one file
- [AGENTS.md](${siteUrl('/AGENTS.md')}): a block for your project
- [OpenAPI](${siteUrl('/openapi/platform.yaml')}): all operations in one document

## Optional

- [All pages](${siteUrl(`/${FULL_FILE}`)}): one file
- [All pages as a folder](${siteUrl('/docs.tar.gz')}): with the contracts and the skill
- [Sandbox](${siteUrl('/sandbox.mjs')}): the platform on your machine, one file for Node.js
`);
};
