// First, because React reads NODE_ENV when it is loaded.
import './src/build/mode.ts';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightOpenAPI from 'starlight-openapi';
import { apis } from './src/config/apis.ts';
import { cssTargets } from './src/config/browsers.ts';
import { locales } from './src/config/locales.ts';
import { readDeployment } from './src/config/deployment.ts';
import { redirects } from './src/config/redirects.ts';
import { sidebar } from './src/config/sidebars.ts';
import { layout, site } from './src/config/site.ts';
import { compiledFile } from './src/contract/index.ts';
import { folderRedirects, pagesInOrder } from './src/hosting/moved-pages.ts';
import { clientScripts } from './src/build/client-scripts.ts';
import { linksValidator } from './src/build/link-check/validator.ts';
import { output } from './src/build/output/index.ts';
import { datedSitemap } from './src/build/output/sitemap.ts';
import { contracts } from './src/build/contracts.ts';
import { hasWholeHistory } from './src/build/git-history.ts';
import { tableScrollers } from './src/build/markdown/table-scrollers.ts';
import { glossaryLinks } from './src/build/markdown/glossary-links.ts';
import { pageLint } from './src/build/markdown/page-lint/index.ts';
import { publicFiles } from './src/build/public-files.ts';
import { portalPlugin } from './src/build/starlight.ts';
import { pageMarker } from './src/offline/protocol/html-response.ts';
import { starlightRewrites } from './src/build/starlight-rewrites.ts';

const deployment = readDeployment(process.env, site.origin);

export default defineConfig({
  site: deployment.origin,
  base: deployment.base,
  // It spares readers on 2g and with data saver.
  prefetch: { prefetchAll: true },
  // For the development server. A build writes them for the hosts.
  redirects: Object.fromEntries(
    Object.entries({ ...folderRedirects(pagesInOrder), ...redirects }).map(([from, to]) => [
      from,
      deployment.base + to.slice(1),
    ]),
  ),
  // Astro renders pages while it writes others.
  build: { concurrency: 4, redirects: false },
  vite: {
    // The polyfill would add more bytes to every page than loading in parallel saves.
    build: { modulePreload: false },
    css: { transformer: 'lightningcss', lightningcss: { targets: cssTargets } },
  },
  markdown: { processor: satteri({ hastPlugins: [tableScrollers] }) },
  // Their hooks run in this order; each says what it needs to be before or after.
  integrations: [
    starlightRewrites(),
    publicFiles(),
    contracts(),
    output(),
    datedSitemap(deployment.origin + deployment.base),
    clientScripts(),
    starlight({
      title: site.product,
      locales,
      favicon: '/favicon.svg',
      tableOfContents: layout.tableOfContents,
      ...(site.editBaseUrl && { editLink: { baseUrl: site.editBaseUrl } }),
      lastUpdated: hasWholeHistory('.'),
      // The route middleware shows the section of the page.
      sidebar,
      // src/build/output/search-index.ts creates the index.
      pagefind: false,
      // A build renders src/content/docs/404.mdx like any page. The development server needs Starlight's route for it.
      disable404Route: process.env.NODE_ENV === 'production',
      // Inline, because browsers decide on the transition before stylesheets arrive.
      head: [
        { tag: 'meta', attrs: pageMarker },
        {
          tag: 'style',
          content: '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}',
        },
      ],
      customCss: [
        './src/styles/layers.css',
        './src/styles/tokens.css',
        './src/styles/layout.css',
        './src/styles/icons.css',
        './src/styles/content.css',
        './src/styles/code.css',
        './src/styles/cards.css',
        './src/styles/tabs.css',
        './src/styles/navigation.css',
        './src/styles/islands.css',
        './src/styles/term-note.css',
        './src/styles/offline.css',
      ],
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
      plugins: [
        starlightOpenAPI(
          apis.map(({ name }) => ({
            base: `api/${name}`,
            // A URL, because starlight-openapi would look for %20 in the name of a folder with a space.
            schema: decodeURI(pathToFileURL(compiledFile(name, 'reference')).href),
          })),
        ),
        linksValidator(),
        portalPlugin(),
      ],
    }),
    react(),
    glossaryLinks(),
    pageLint(),
  ],
});
