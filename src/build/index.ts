import type { AstroIntegration } from 'astro';
import { clientScripts } from './client-scripts.ts';
import { contracts } from './contracts.ts';
import { pageLint } from './markdown/page-lint/index.ts';
import { output } from './output/index.ts';
import { datedSitemap } from './output/sitemap.ts';
import { publicFiles } from './public-files.ts';
import { starlightRewrites } from './starlight-rewrites.ts';

/**
 * The site's own integrations, which belong before Starlight; each says what it needs to be before or after.
 *
 * @param home - The URL of the home page.
 */
export const portalIntegrations = (home: string): AstroIntegration[] => [
  starlightRewrites(),
  publicFiles(),
  contracts(),
  output(),
  datedSitemap(home),
  clientScripts(),
  pageLint(),
];
