// Keep this import first: React reads NODE_ENV when it loads.
import './src/integrations/mode.ts';
import process from 'node:process';
import { satteri } from '@astrojs/markdown-satteri';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { browserslistToTargets } from 'lightningcss';
import { browserslist } from './src/config/browsers.ts';
import { readDeployment } from './src/config/deployment.ts';
import { locales } from './src/config/locales.ts';
import { redirects } from './src/config/redirects.ts';
import { sidebar } from './src/config/sidebars.ts';
import { site } from './src/config/site.ts';
import { portalIntegrations } from './src/integrations/index.ts';
import { finishStep } from './src/integrations/output.ts';
import { hasWholeHistory } from './src/shared/last-change.ts';
import { glossaryLinks } from './src/glossary/links.ts';
import { tablesAndCards } from './src/content/tables-and-cards.ts';
import { linksValidator, portalPlugin, staticReference } from './src/integrations/starlight-plugins.ts';

const deployment = readDeployment(process.env, site.origin);

export default defineConfig({
  site: deployment.origin,
  base: deployment.base,
  // Not on 2g or with data saver on; see src/layout/prefetch.ts.
  prefetch: { prefetchAll: true },
  // Otherwise, a redirect from a page's path would replace the page.
  prerenderConflictBehavior: 'error',
  redirects: Object.fromEntries(
    Object.entries(redirects).map(([from, to]) => [from, deployment.base + to.slice(1)]),
  ),
  // Renders pages while others are being written.
  build: { concurrency: 4 },
  vite: {
    css: { transformer: 'lightningcss', lightningcss: { targets: browserslistToTargets(browserslist) } },
  },
  markdown: { processor: satteri({ hastPlugins: [tablesAndCards, glossaryLinks()] }) },
  integrations: [
    ...portalIntegrations(deployment.origin + deployment.base),
    starlight({
      title: site.title,
      locales,
      favicon: '/favicon.svg',
      ...(site.editBaseUrl && { editLink: { baseUrl: site.editBaseUrl } }),
      lastUpdated: hasWholeHistory(),
      // The route middleware shows only the page's section.
      sidebar,
      // src/search/build-index.ts creates the index.
      pagefind: false,
      // A build renders src/content/docs/404.mdx like any page. The development server needs Starlight's route for it.
      disable404Route: process.env.NODE_ENV === 'production',
      customCss: [
        './src/styles/layers.css',
        './src/styles/tokens.css',
        './src/layout/layout.css',
        './src/styles/icons.css',
        './src/styles/content.css',
        './src/components/code/code.css',
        './src/styles/cards.css',
        './src/components/tabs/tabs.css',
        './src/layout/navigation.css',
        './src/layout/islands.css',
      ],
      components: {
        Banner: './src/layout/overrides/Nothing.astro',
        EditLink: './src/layout/overrides/EditLink.astro',
        Hero: './src/home/HomeHero.astro',
        Head: './src/layout/overrides/Head.astro',
        Header: './src/layout/overrides/Header.astro',
        MarkdownContent: './src/layout/overrides/MarkdownContent.astro',
        MobileMenuFooter: './src/layout/overrides/MobileMenuFooter.astro',
        MobileMenuToggle: './src/layout/overrides/Nothing.astro',
        PageFrame: './src/layout/overrides/PageFrame.astro',
        PageTitle: './src/layout/overrides/PageTitle.astro',
        Sidebar: './src/layout/overrides/Sidebar.astro',
        ThemeProvider: './src/layout/overrides/ThemeProvider.astro',
      },
      plugins: [staticReference(), linksValidator(), portalPlugin()],
    }),
    // After Starlight, because its Expressive Code must come first.
    mdx({ optimize: true }),
    react(),
    finishStep(),
  ],
});
