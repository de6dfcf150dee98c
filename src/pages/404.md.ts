import type { APIRoute } from 'astro';
import { sections } from '../config/sections.ts';
import { siteUrl } from '../shared/site-url.ts';
import { twinLinks } from '../shared/twin-path.ts';

/** `/404.md`: the not-found page for programs that prefer Markdown, and for Markdown files that don't exist. */
export const GET: APIRoute = () =>
  new Response(`# Page not found

- ${link('/llms.txt')} lists every page.
- ${link('/openapi/platform.yaml')} describes every operation.
- To get a page as Markdown, replace its URL’s trailing slash with \`.md\` (home: \`/index.md\`). For example: ${siteUrl('/webhooks/events.md')}.
- Sections: ${sections.map(({ label, href }) => link(toTwin(href), label)).join(', ')}.
`);

const toTwin = twinLinks('');
const link = (path: string, text = path) => `[${text}](${siteUrl(path)})`;
