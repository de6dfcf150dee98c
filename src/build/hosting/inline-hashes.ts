import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { InlineHashes } from '../../hosting/policy.ts';

/** Whether a `<script>` of this type only contains data, which no policy applies to. */
const isData = (type: string) => !/^(|module|text\/javascript|speculationrules)$/i.test(type);

/**
 * Hashes of the scripts and styles that a page contains.
 *
 * @param html - The page as it is published.
 */
export function inlineHashes(html: string): InlineHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  let current: { text: string; hashes: Set<string> } | undefined;
  new Parser({
    onopentag(name, { src, type = '' }) {
      if (name === 'script' && src === undefined && !isData(type)) current = { text: '', hashes: scripts };
      if (name === 'style') current = { text: '', hashes: styles };
    },
    ontext(text) {
      if (current) current.text += text;
    },
    onclosetag() {
      if (current) current.hashes.add(hashOf(current.text));
      current = undefined;
    },
  }).end(html);
  return { scripts: [...scripts].sort(), styles: [...styles].sort() };
}

/** Merges the hashes of many pages. */
export function joinHashes(pages: readonly InlineHashes[]): InlineHashes {
  const all = (kind: keyof InlineHashes) => [...new Set(pages.flatMap((page) => page[kind]))].sort();
  return { scripts: all('scripts'), styles: all('styles') };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
