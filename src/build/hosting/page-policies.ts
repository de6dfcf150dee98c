import process from 'node:process';
import { apis } from '../../config/apis.ts';
import { metaPolicy, type InlineHashes } from '../../hosting/policy.ts';
import { scalarStyles } from '../../hosting/scalar-styles.ts';
import type { BuiltPage } from '../output/read-page.ts';

/** Pages to which Scalar adds its styles. */
const interactive = new Set<string>(apis.map(({ page }) => `${page}/index.html`));

/** The hashes of the inline scripts and styles of each page. */
export class PagePolicies {
  readonly #pages = new Map<string, InlineHashes>();

  add({ file, inline }: Pick<BuiltPage, 'file' | 'inline'>): void {
    const added = { scripts: [], styles: interactive.has(file) ? scalarStyles : [] };
    this.#pages.set(file, joinHashes([inline, added]));
  }

  /** What the pages of the site allow together. */
  all(): InlineHashes {
    return joinHashes([...this.#pages.values()]);
  }

  /** With `CSP_META=1`, each page gets its own policy as a `<meta>`, for hosts that can't send headers. */
  apply(file: string, html: string): string {
    if (process.env['CSP_META'] !== '1') return html;
    const policy = metaPolicy(this.#pages.get(file)!);
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`;
    return html.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => charset + meta);
  }
}

/** Merges the hashes of pages: each once, in a fixed order. */
function joinHashes(pages: readonly InlineHashes[]): InlineHashes {
  const all = (kind: keyof InlineHashes) => [...new Set(pages.flatMap((page) => page[kind]))].sort();
  return { scripts: all('scripts'), styles: all('styles') };
}
