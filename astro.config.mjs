// First, because React reads NODE_ENV when it is loaded.
import './src/build/mode.ts';
import process from 'node:process';
import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { cssTargets } from './src/config/browsers.ts';
import { readDeployment } from './src/config/deployment.ts';
import { locales } from './src/config/locales.ts';
import { redirects } from './src/config/redirects.ts';
import { sidebar } from './src/config/sidebars.ts';
import { layout, site } from './src/config/site.ts';
import { portalIntegrations } from './src/build/index.ts';
import { hasWholeHistory } from './src/build/output/sitemap.ts';
import { glossaryLinks } from './src/build/markdown/glossary-links.ts';
import { tableScrollers } from './src/build/markdown/table-scrollers.ts';
import { linksValidator, portal, staticReference } from './src/build/starlight.ts';

const deployment = readDeployment(process.env, site.origin);
const styles = 'layers tokens layout icons content code cards tabs navigation islands term-note offline';

export default defineConfig({
  site: deployment.origin,
  base: deployment.base,
  // It spares readers on 2g and with data saver.
  prefetch: { prefetchAll: true },
  // A redirect from a page would replace it.
  prerenderConflictBehavior: 'error',
  redirects: Object.fromEntries(
    Object.entries(redirects).map(([from, to]) => [from, deployment.base + to.slice(1)]),
  ),
  // Astro renders pages while it writes others.
  build: { concurrency: 4 },
  vite: {
    // The polyfill would add more bytes to every page than loading in parallel saves.
    build: { modulePreload: false },
    css: { transformer: 'lightningcss', lightningcss: { targets: cssTargets } },
  },
  markdown: { processor: satteri({ hastPlugins: [tableScrollers] }) },
  integrations: [
    ...portalIntegrations(deployment.origin + deployment.base),
    starlight({
      title: site.product,
      locales,
      favicon: '/favicon.svg',
      tableOfContents: layout.tableOfContents,
      ...(site.editBaseUrl && { editLink: { baseUrl: site.editBaseUrl } }),
      lastUpdated: hasWholeHistory(),
      // The route middleware shows the section of the page.
      sidebar,
      // src/build/output/search-index.ts creates the index.
      pagefind: false,
      // A build renders src/content/docs/404.mdx like any page. The development server needs Starlight's route for it.
      disable404Route: process.env.NODE_ENV === 'production',
      customCss: styles.split(' ').map((name) => `./src/styles/${name}.css`),
      components: {
        EditLink: './src/components/starlight/EditLink.astro',
        Hero: './src/components/pages/HomeHero.astro',
        Head: './src/components/starlight/Head.astro',
        Header: './src/components/starlight/Header.astro',
        MarkdownContent: './src/components/starlight/MarkdownContent.astro',
        MobileMenuFooter: './src/components/starlight/MobileMenuFooter.astro',
        MobileMenuToggle: './src/components/starlight/MobileMenuToggle.astro',
        PageFrame: './src/components/starlight/PageFrame.astro',
        PageTitle: './src/components/starlight/PageTitle.astro',
        Sidebar: './src/components/starlight/Sidebar.astro',
        ThemeProvider: './src/components/starlight/ThemeProvider.astro',
      },
      plugins: [staticReference(), linksValidator(), portal()],
    }),
    react(),
    glossaryLinks(),
  ],
});
