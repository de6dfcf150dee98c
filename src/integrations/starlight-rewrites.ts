import { readFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { frame } from '../config/site.ts';

interface Rewrite {
  /** What Starlight writes, in its own files. */
  pattern: RegExp;
  replacement: string;
  /** Why the site needs it otherwise. */
  reason: string;
}

/** Where Starlight remembers the chosen one of the tabs whose `syncKey` is "language". */
const languageKey = 'starlight-synced-tabs__language';

const rewrites: readonly Rewrite[] = [
  {
    pattern: /\(min-width: 50r?em\)/g,
    replacement: `(min-width: ${frame.desktopMinWidth}px)`,
    reason: 'the mobile layout ends at another width; Starlight offers no setting for it',
  },
  {
    pattern: /'data-theme': 'dark'/g,
    replacement: "'data-theme': 'light', 'data-color-mode': 'light'",
    reason: 'without src/client/head/before-paint.js the page is light',
  },
  {
    pattern: /@layer starlight\.base \{[^]*\}/g,
    replacement: '',
    reason:
      'src/styles/tokens.css sets every value of its own; those of Starlight would stand unused beside them',
  },
  {
    pattern: /<script src="\.\.\/components-internals\/SidebarPersistState"><\/script>/g,
    replacement: '',
    reason: 'src/client/sidebar-scroll.ts keeps the one thing that our sidebar has to keep',
  },
  {
    pattern:
      /<script src="\.\.\/components-internals\/TableOfContents\/starlight-toc"><\/script>|<script>\s*import \{ StarlightTOC \}[^]*?<\/script>/g,
    replacement: '',
    reason: 'src/client/contents.ts follows the reader at a fraction of the cost',
  },
  {
    pattern: /<script>\s*class StarlightTabs [^]*?<\/script>/g,
    replacement: '',
    reason: 'src/client/tabs.ts works the tabs of all pages, and is fetched once',
  },
  {
    pattern: /\{shouldRenderSyncedTabsRestoreScript && <script is:inline>[^]*?<\/script>\}/g,
    replacement: '',
    reason: 'src/client/head/restore-tab.js does it on all pages, and is fetched once',
  },
  {
    pattern: /localStorage\.getItem\('starlight-openapi-snippet-id'\)/g,
    replacement:
      "[...document.querySelectorAll('sl-openapi-snippet-picker option')].find((option) => " +
      `option.textContent.trim() === localStorage.getItem('${languageKey}'))?.value`,
    reason: 'the language of samples is chosen once for guides and reference',
  },
  {
    pattern: /localStorage\.setItem\('starlight-openapi-snippet-id', id\)/g,
    replacement: `localStorage.setItem('${languageKey}', event.currentTarget.selectedOptions[0].textContent.trim())`,
    reason: 'the same',
  },
  {
    pattern: /node\.properties\["aria-labelledby"\] = ids\.tabId/g,
    replacement: 'node.properties["aria-label"] = panel.label',
    reason: 'src/styles/content.css shows the names of panels where no script works the tabs',
  },
  {
    pattern: /if \(!select\(focusableElementSelectors, node\)\) node\.properties\.tabindex = 0;/g,
    replacement: '',
    reason: 'in a panel the keyboard stops at the button that copies its code',
  },
  {
    pattern:
      /<style>(\s*@layer starlight\.components \{\s*starlight-tabs [^]*)\[role='tablist'\]([^]*):global\((\[role='tabpanel'\])\)/g,
    replacement: '<style is:global>$1.tablist-wrapper > ul$2$3',
    reason: 'without a scope, the parts of a tab need no class each; Scalar has tabs of its own',
  },
  {
    pattern: /<a(\s+role="tab")\s+href=\{'#' \+ panelId\}\s+id=\{tabId\}([^]*?)<\/a>/g,
    replacement: '<button$1$2</button>',
    reason: 'the n-th tab shows the n-th panel, and a script has to do it: no link could',
  },
  {
    pattern: /node\.properties\.id = ids\.panelId;/g,
    replacement: '',
    reason: 'the same',
  },
  {
    pattern: /<link rel="stylesheet" href=\{printHref\} media="print" \/>/g,
    replacement: '',
    reason:
      'our own few lines for paper stand in src/styles/content.css; browsers fetch this file for the screen too',
  },
  {
    pattern: /url\('data:image\/svg\+xml;base64[^']+'\)/g,
    replacement: 'radial-gradient(circle closest-side, #000 40%, transparent 45%)',
    reason: 'a dot marks the current heading; the drawing of a tick stood twice in the styles of every page',
  },
  {
    pattern:
      /<Icon name=(\{isRtl \? '[\w-]+' : '[\w-]+'\}|\{'right-caret'\})( class="caret")? size="[\d.]+rem" \/>/g,
    replacement: '<span data-icon=$1$2></span>',
    reason: 'the arrows below and the caret above every page come with src/styles/icons.css, fetched once',
  },
  {
    pattern: /<span aria-hidden="true" class="sl-anchor-icon"\s*>[^]*?<\/span\s*>/g,
    replacement: '',
    reason:
      'src/styles/content.css draws the icon beside headings, as src/integrations/markdown/heading-links.ts tells',
  },
  {
    pattern: /<style define:vars=\{\{ depth \}\}>(\s*@layer starlight\.core \{\s*ul \{)/g,
    replacement: '<style>$1 --depth: 0; & & { --depth: 1; & & { --depth: 2; } }',
    reason: 'the list tells the depth of its lists; a `style` attribute on every element would tell it, too',
  },
  {
    pattern: /grid-template-columns: 1fr 1fr;/g,
    replacement: 'grid-template-columns: repeat(auto-fit, minmax(min(100%, max(16rem, 40%)), 1fr));',
    reason: 'with large text, two cards side by side are wider than the window',
  },
  {
    pattern: /<(\/?)h5(?=[ >])/g,
    replacement: '<$1p',
    reason:
      'the word "Examples" of starlight-openapi is no heading of the page, and skips levels where it stands',
  },
];

const ADAPTED = /\/node_modules\/(@astrojs\/starlight\/dist|starlight-openapi)\/.+\.(astro|css|js)$/;

/**
 * Changes the few literals that Starlight has no setting for, while its own files are read. The build fails
 * when one of them is no longer found: then Starlight changed, and the rewrite with it.
 */
export function starlightRewrites(): AstroIntegration {
  const found = new Set<Rewrite>();
  return {
    name: 'starlight-rewrites',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'starlight-rewrites',
                enforce: 'pre',
                load: {
                  filter: { id: ADAPTED },
                  async handler(id) {
                    const source = await readFile(id, 'utf8');
                    const applied = rewrites.filter(({ pattern }) => source.search(pattern) !== -1);
                    if (applied.length === 0) return null;
                    applied.forEach((rewrite) => found.add(rewrite));
                    return applied.reduce(
                      (code, { pattern, replacement }) => code.replaceAll(pattern, replacement),
                      source,
                    );
                  },
                },
              },
            ],
          },
        });
      },
      'astro:build:done': () => {
        const missing = rewrites.filter((rewrite) => !found.has(rewrite));
        if (missing.length > 0) {
          throw new Error(
            'Starlight no longer contains:\n' +
              missing.map(({ pattern, reason }) => `  ${String(pattern)} (${reason})`).join('\n') +
              '\n  Fix: adapt src/integrations/starlight-rewrites.ts to the installed version.',
          );
        }
      },
    },
  };
}
