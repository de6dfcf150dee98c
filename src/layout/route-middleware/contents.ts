import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { apis } from '../../config/apis.ts';
import { sections } from '../../config/sections.ts';
import { assumptionGroups } from '../../contract/assumptions.ts';
import { contract } from '../../contract/index.ts';

/** Adds the APIs to the table of contents on a page with `ApiIndex`. Starlight doesn't see the component's headings. */
export function listApis({ toc }: StarlightRouteData): void {
  for (const item of toc?.items ?? []) {
    const section = sections.find(({ label }) => label === item.text);
    const members = apis.filter((api) => api.section === section?.id);
    item.children = members.map(({ name }) => ({
      depth: 3,
      slug: `${name}-api`,
      text: contract(name).title,
      children: [],
    }));
  }
}

/** Adds the assumption groups to the table of contents on a page with `Assumptions`, after the headings above it. */
export function listAssumptions({ toc, entry }: Pick<StarlightRouteData, 'toc' | 'entry'>): void {
  const groups = assumptionGroups().map(({ id: slug, title: text }) => ({
    depth: 2,
    slug,
    text,
    children: [],
  }));
  const [above = ''] = (entry.body ?? '').split('<Assumptions');
  // Add 1, because the first item leads to the top of the page.
  toc?.items.splice(above.split(/^## /m).length, 0, ...groups);
}
