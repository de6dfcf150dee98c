import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { apis } from '../../config/apis.ts';
import { sections } from '../../config/sections.ts';
import { assumptionSections } from '../../contract/assumptions.ts';
import { allChanges } from '../../contract/change-log.ts';
import { contract } from '../../contract/index.ts';

/** Adds the APIs to the table of contents on a page with `ApiIndex`. Starlight doesn't see the component's headings. */
export function listApis({ toc }: StarlightRouteData): void {
  for (const item of toc?.items ?? []) {
    const section = sections.find(({ label }) => label === item.text);
    const members = apis.filter((api) => api.section === section?.id);
    item.children.push(...members.map(({ name }) => headingOf(`${name}-api`, contract(name).title, 3)));
  }
}

/** Adds the assumption groups to the table of contents on a page with `Assumptions`, after the headings above it. */
export function listAssumptions({ toc, entry }: Pick<StarlightRouteData, 'toc' | 'entry'>): void {
  const groups = assumptionSections().map(({ id, title }) => headingOf(id, title));
  const [textAbove = ''] = (entry.body ?? '').split('<Assumptions');
  // Add 1, because the first item leads to the top of the page.
  toc?.items.splice(textAbove.split(/^## /m).length, 0, ...groups);
}

/** Adds the days to the table of contents of the changelog. */
export function listDays({ toc }: StarlightRouteData): void {
  const days = new Set(allChanges().map(({ date }) => date));
  toc?.items.push(...[...days].map((day) => headingOf(day, day)));
}

const headingOf = (slug: string, text: string, depth = 2) => ({ depth, slug, text, children: [] });
