import type { AstroIntegration } from 'astro';
import { clientScripts } from './client-scripts.ts';
import { contractsIntegration } from '../contract/integration.ts';
import { pageLint } from '../checks/pages/index.ts';
import { outputStep } from './output.ts';
import { datedSitemap } from '../agents/sitemap.ts';
import { publicFiles } from '../hosting/public-files.ts';
import { starlightRewrites } from './rewrites.ts';

/** The site's own integrations, which must come before Starlight. Comments on the integrations explain their order. */
export const portalIntegrations = (home: string): AstroIntegration[] => [
  starlightRewrites(),
  publicFiles(),
  contractsIntegration(),
  outputStep(),
  datedSitemap(home),
  clientScripts(),
  pageLint(),
];
