import process from 'node:process';
import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';
import starlightOpenAPI from 'starlight-openapi';
import { apis } from './src/config/apis.ts';
import { oldestBrowsers } from './src/config/browsers.ts';
import { locales } from './src/config/locales.ts';
import { frame, site } from './src/config/site.ts';
import { compiledFile } from './src/contract/files.ts';
import { finishPages } from './src/integrations/output/index.ts';
import { contentAfterRestart } from './src/integrations/content-after-restart.ts';
import { contracts } from './src/integrations/contracts.ts';
import { hasWholeHistory } from './src/integrations/git-history.ts';
import { glossaryLinks } from './src/integrations/markdown/glossary-links.ts';
import { headingLinks } from './src/integrations/markdown/heading-links.ts';
import { clientDirectives } from './src/integrations/islands.ts';
import { leftToLinkCheck } from './src/integrations/output/link-check/left-to-link-check.ts';
import { contractLint } from './src/integrations/markdown/contract-lint/index.ts';
import { portalPlugin } from './src/integrations/starlight.ts';
import { scalar } from './src/integrations/scalar.ts';
import { searchIndex } from './src/integrations/search-index.ts';
import { serviceWorker } from './src/integrations/service-worker/index.ts';
import { starlightRewrites } from './src/integrations/starlight-rewrites.ts';
import { quietDirectiveWarnings } from './src/integrations/quiet-directive-warnings.ts';

export default defineConfig({
  site: site.origin,
  // src/client/navigation/prefetch.ts prefetches instead.
  prefetch: false,
  // Diagrams are rendered in a thread; meanwhile other pages go on.
  build: { concurrency: 8 },
  vite: {
    // Its polyfill would cost every page more bytes than loading in parallel gains.
    build: { modulePreload: false },
    css: { transformer: 'lightningcss', lightningcss: { targets: oldestBrowsers } },
  },
  integrations: [
    scalar(),
    // Before Starlight: starlight-openapi reads the compiled contracts in the same hook.
    contracts(),
    // Before Starlight: its own link check suggests the nearest page, which starlight-links-validator doesn't.
    finishPages(),
    starlight({
      title: site.product,
      locales,
      favicon: '/favicon.svg',
      tableOfContents: frame.tableOfContents,
      ...(site.editBaseUrl && { editLink: { baseUrl: site.editBaseUrl } }),
      lastUpdated: hasWholeHistory('.'),
      // Each section has its own sidebar, from src/config/sidebars.ts. The route middleware sets it.
      sidebar: [],
      // src/integrations/search-index.ts makes the index.
      pagefind: false,
      // A build renders src/content/docs/404.mdx like any page. The development server needs Starlight's route for it.
      disable404Route: process.env.NODE_ENV === 'production',
      // Inline, because browsers decide on the transition before stylesheets arrive.
      head: [
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
        './src/styles/navigation.css',
        './src/styles/islands.css',
      ],
      components: {
        Hero: './src/components/starlight/Hero.astro',
        Header: './src/components/starlight/Header.astro',
        MobileMenuToggle: './src/components/starlight/MobileMenuToggle.astro',
        PageFrame: './src/components/starlight/PageFrame.astro',
        PageTitle: './src/components/starlight/PageTitle.astro',
        Sidebar: './src/components/starlight/Sidebar.astro',
        ThemeProvider: './src/components/starlight/ThemeProvider.astro',
      },
      plugins: [
        starlightOpenAPI(
          apis.map(({ name }) => ({ base: `api/${name}`, schema: compiledFile(name, 'reference') })),
        ),
        starlightLinksValidator({ exclude: leftToLinkCheck }),
        portalPlugin(),
      ],
    }),
    react(),
    headingLinks(),
    glossaryLinks(),
    contractLint(),
    clientDirectives(),
    starlightRewrites(),
    quietDirectiveWarnings(),
    contentAfterRestart(),
    searchIndex(),
    // Last: it lists the finished files.
    serviceWorker(),
  ],
});
