import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkSite, describeFaults } from './check.ts';
import { readSite } from './read-site.ts';

/** Pages and files that are made by the build and not by a writer, and the anchors of fields in contract components. */
const MADE_BY_THE_BUILD = /^\/(api\/[^/]+|openapi|postman)\/|#(tag\/|[A-Za-z]\w*\.\w)/;

/** What the validator of the sources takes for dead, since it sees no page but the written ones. */
export function leftToLinkCheck({ link }: { link: string }): boolean {
  return MADE_BY_THE_BUILD.test(link);
}

/**
 * Checks every link of the built site: pages, fragments, assets and canonical addresses, in texts as in
 * header, footer, sidebars and the API reference, which the validator of the sources cannot see.
 */
export function linkCheck(): AstroIntegration {
  let origin = '';
  let base = '/';
  return {
    name: 'link-check',
    hooks: {
      'astro:config:done': ({ config }) => {
        origin = config.site ?? '';
        base = config.base;
      },
      'astro:build:done': async ({ dir, logger }) => {
        const site = await readSite(fileURLToPath(dir), base);
        const faults = checkSite(site, origin);
        if (faults.length > 0) throw new Error(describeFaults(faults));
        const links = site.pages.reduce((sum, page) => sum + page.links.length, 0);
        logger.info(`${links} links on ${site.pages.length} pages lead somewhere.`);
      },
    },
  };
}
