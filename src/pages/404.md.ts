import type { APIRoute } from 'astro';
import { withBase } from '../shared/browser/with-base.ts';
import { sections } from '../config/sections.ts';
import { twinLinks } from '../shared/twin-path.ts';

/** `/404.md`: what hosts send to programs that prefer Markdown, and for twins that don't exist. */
export const GET: APIRoute = () =>
  new Response(`# Page not found

- [${withBase('/llms.txt')}](${withBase('/llms.txt')}) lists every page.
- [${withBase('/openapi/platform.yaml')}](${withBase('/openapi/platform.yaml')}) has every operation.
- Each page is also available as Markdown at its path plus \`.md\`, such as \`${withBase('/webhooks/events.md')}\`.
- The sections start at ${sections.map(({ label, href }) => `[${label}](${withBase(toTwin(href))})`).join(', ')}.
`);

const toTwin = twinLinks('');
