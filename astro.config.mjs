import process from 'node:process';
import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { apis } from './src/config/apis.ts';
import { cssTargets } from './src/config/browsers.ts';
import { locales } from './src/config/locales.ts';
import { frame, site } from './src/config/site.ts';
import { compiledFile } from './src/contract/files.ts';
import { clientScripts } from './src/integrations/client-scripts.ts';
import { output } from './src/integrations/output/index.ts';
import { contracts } from './src/integrations/contracts.ts';
import { hasWholeHistory } from './src/integrations/git-history.ts';
import { basePath } from './src/integrations/base-path/index.ts';
import { hosts } from './src/integrations/hosts/index.ts';
import { glossaryLinks } from './src/integrations/markdown/glossary-links.ts';
import { clientDirectives } from './src/integrations/islands.ts';
import { isExcludedLink } from './src/integrations/output/link-check/excluded-links.ts';
import { contractLint } from './src/integrations/markdown/contract-lint/index.ts';
import { readPlace } from './src/integrations/place.ts';
import { portalPlugin } from './src/integrations/starlight.ts';
import { scalar } from './src/integrations/scalar.ts';
import { schemaUrl } from './src/integrations/schema-url.ts';
import { searchIndex } from './src/integrations/search-index.ts';
import { serviceWorker } from './src/integrations/service-worker/index.ts';
import { pageMarker } from './src/shared/html-response.ts';
import { starlightRewrites } from './src/integrations/starlight-rewrites.ts';
import { viteAdaptations } from './src/integrations/vite-adaptations.ts';

// In development Node has to fail here: Astro then loads this file by Vite, and anew, with its imports, when it changes.
if (process.env.NODE_ENV === 'production') await import('./src/integrations/typescript-packages.ts');
const { default: starlightLinksValidator } = await import('starlight-links-validator');
const { default: starlightOpenAPI } = await import('starlight-openapi');

const place = readPlace(process.env, site.origin);

export default defineConfig({
  site: place.origin,
  base: place.base,
  // src/client/navigation/prefetch.ts does it.
  prefetch: false,
  vite: {
    // Its polyfill and helper cost every page more than the parallel loads would gain.
    build: { modulePreload: false },
    // PostCSS takes a fifth of a second more, most of it for Scalar's styles.
    css: { transformer: 'lightningcss', lightningcss: { targets: cssTargets } },
  },
  integrations: [
    // First: it stops the build where another version of Starlight is installed.
    starlightRewrites(),
    scalar(),
    // Before Starlight's plugin, which reads what it compiles.
    contracts(),
    // Before Starlight's validator of links: it names the nearest page, too, and finds what stands in no Markdown.
    output(),
    clientScripts(),
    starlight({
      title: site.product,
      locales,
      favicon: '/favicon.svg',
      tableOfContents: frame.tableOfContents,
      ...(site.editBaseUrl && { editLink: { baseUrl: site.editBaseUrl } }),
      lastUpdated: hasWholeHistory('.'),
      // The sidebars come from src/config/sidebars.ts, one per section; the route middleware places them.
      sidebar: [],
      // src/integrations/search-index.ts makes it.
      pagefind: false,
      // A build draws src/content/docs/404.mdx as one of the pages; the development server needs the route for it.
      disable404Route: process.env.NODE_ENV === 'production',
      // Inline, since the browser decides on the fade of src/styles/navigation.css before stylesheets are there.
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
        './src/styles/tabs.css',
        './src/styles/navigation.css',
        './src/styles/islands.css',
        './src/styles/offline.css',
      ],
      components: {
        Hero: './src/components/starlight/Hero.astro',
        Head: './src/components/starlight/Head.astro',
        Header: './src/components/starlight/Header.astro',
        MobileMenuToggle: './src/components/starlight/MobileMenuToggle.astro',
        PageFrame: './src/components/starlight/PageFrame.astro',
        PageSidebar: './src/components/starlight/PageSidebar.astro',
        PageTitle: './src/components/starlight/PageTitle.astro',
        Pagination: './src/components/starlight/Pagination.astro',
        Sidebar: './src/components/starlight/Sidebar.astro',
        ThemeProvider: './src/components/starlight/ThemeProvider.astro',
        TwoColumnContent: './src/components/starlight/TwoColumnContent.astro',
      },
      plugins: [
        starlightOpenAPI(
          apis.map(({ name }) => ({
            base: `api/${name}`,
            schema: schemaUrl(compiledFile(name, 'reference')),
          })),
        ),
        // It wants the base path in the links of writers; the link check of `output()` sees what it would.
        ...(place.base === '/' ? [starlightLinksValidator({ exclude: isExcludedLink })] : []),
        portalPlugin(),
      ],
    }),
    react(),
    basePath(),
    glossaryLinks(),
    contractLint(),
    clientDirectives(),
    viteAdaptations(),
    searchIndex(),
    hosts(),
    // Last: it lists the files as readers get them.
    serviceWorker(),
  ],
});
