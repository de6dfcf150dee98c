import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import * as pagefind from 'pagefind';
import { chosenTabKey, languageTabs } from '../config/tabs.ts';
import { contracts } from '../contract/index.ts';
import { pagePath } from '../navigation/tree.ts';
import { factName } from '../shared/search-facts.ts';

/** Interfaces that Pagefind ships beside the index; ours is bundled with the site. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./;

/** What of a page can be found: its language and the part with its text. */
const SEARCHED = /(<html[^>]*>).*?(<main[^>]* data-pagefind-body.*<\/main>)/s;

/** Where one part of a line ends and the next begins without a space, as styles keep them apart; not in code blocks. */
const TOUCHING = /<pre\b.*?<\/pre>|(?<=[\w>])<(?=(?:a|code|option|select|span|sup)\b)/gs;

/** Code samples repeat one call in several languages, so the search leaves them out. */
const SAMPLES = new RegExp(
  `<(tab-group(?= data-storage-key="${chosenTabKey(languageTabs)}")|div(?= class="sl-openapi-snippets)|sl-openapi-snippet-picker)`,
  'g',
);

/** Starlight's heading of a page has an id. With it, Pagefind shows each page as a part of itself. */
const TITLE_ID = /(<h1) id="_top"/;

/**
 * Makes the search index. Starlight would do it when all pages are written; here Pagefind, a process of its own,
 * gets each page as soon as it is drawn, and works beside the build instead of after it. The files are written
 * by us: Pagefind ends its process with the answer, and on a busy machine a file was cut off at 32 kB.
 */
export function searchIndex(): AstroIntegration {
  let base = '';
  let index: SearchIndex;
  let files: ReturnType<SearchIndex['files']>;
  return {
    name: 'search-index',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((prerenderer) => ({
          ...prerenderer,
          setup: async () => {
            index = await SearchIndex.create();
            await prerenderer.setup?.();
          },
          render: async (request, options) => {
            const drawing = Promise.resolve(prerenderer.render(request, options)).then(async (drawn) => {
              const { response, ...rest } = drawn instanceof Response ? { response: drawn } : drawn;
              if (!response.headers.get('content-type')?.startsWith('text/html')) return { drawn };
              const html = await response.text();
              return { drawn: { response: new Response(html, response), ...rest }, html };
            });
            index.add(new URL(request.url).pathname.slice(base.length), drawing);
            return (await drawing).drawn;
          },
        }));
      },
      'astro:build:generated': () => {
        files = index.files();
        files.catch(() => undefined);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(new URL('pagefind/', dir));
        const wanted = (await files).filter(({ path }) => !UNUSED.test(path));
        const folders = new Set(wanted.map(({ path }) => dirname(path)));
        for (const each of folders) await mkdir(join(folder, each), { recursive: true });
        await Promise.all(wanted.map(({ path, content }) => writeFile(join(folder, path), content)));
        logger.info(`${index.pages} pages can be found.`);
      },
    },
  };
}

/** Pagefind's index while it is made. */
class SearchIndex {
  readonly #index: pagefind.PagefindIndex;
  readonly #added: ReturnType<pagefind.PagefindIndex['addHTMLFile']>[] = [];
  readonly #facts = factsByAddress();
  /** Settled when the page that was handed over last is added. */
  #turn = Promise.resolve();

  private constructor(index: pagefind.PagefindIndex) {
    this.#index = index;
  }

  static async create(): Promise<SearchIndex> {
    const { index } = checked(await pagefind.createIndex());
    if (!index) throw new Error('Pagefind made no index.');
    return new SearchIndex(index);
  }

  /** How many pages can be found. */
  get pages(): number {
    return this.#added.length;
  }

  /**
   * Adds a page when it is drawn. Pages are drawn side by side and added in the order of these calls, so that two
   * builds make the same index.
   */
  add(url: string, drawing: Promise<{ html?: string }>): void {
    const before = this.#turn;
    this.#turn = drawing.then(
      async ({ html }) => {
        await before;
        if (html) this.#add(url, html);
      },
      // The build ends with it.
      () => undefined,
    );
  }

  /** Adds a page, unless its front matter keeps it out of the search. */
  #add(url: string, html: string): void {
    const [, start, text] = SEARCHED.exec(html) ?? [];
    if (!start || !text) return;
    const words = text
      .replace(TITLE_ID, '$1')
      .replace(SAMPLES, '<$1 data-pagefind-ignore')
      .replace(TOUCHING, (found) => (found === '<' ? ' <' : found));
    const content = `${start}<body>${this.#facts.get(url) ?? ''}${words}</body></html>`;
    const added = this.#index.addHTMLFile({ url, content });
    // Whoever asks for the files hears of a failure; until then it is no unhandled one.
    added.catch(() => undefined);
    this.#added.push(added);
  }

  /** The files of the finished index. */
  async files(): Promise<pagefind.IndexFile[]> {
    try {
      await this.#turn;
      for (const each of this.#added) checked(await each);
      return checked(await this.#index.getFiles()).files;
    } finally {
      await pagefind.close();
    }
  }
}

/** What finds an operation before the guides that name it: its call and its `operationId`, by address of its page. */
function factsByAddress(): Map<string, string> {
  const fact = (name: string, value: string) => `<p data-pagefind-meta="${name}:${value}"></p>`;
  return new Map(
    contracts().flatMap(({ operations }) =>
      operations.map(({ slug, kind, method, path, id, deprecated }) => {
        const call =
          kind === 'webhook' ? '' : fact(factName('call', deprecated), `${method.toUpperCase()} ${path}`);
        return [pagePath(slug), call + fact(factName('operation', deprecated), id)];
      }),
    ),
  );
}

/** @throws Error with what Pagefind says went wrong. */
function checked<Response extends { errors: string[] }>(response: Response): Response {
  if (response.errors.length > 0) throw new Error(`The search index failed:\n${response.errors.join('\n')}`);
  return response;
}
