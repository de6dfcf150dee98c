import { readFileSync } from 'node:fs';
import type { InlineHashes } from './policy.ts';

/** What a host must know about a built site. */
export interface SiteFacts {
  /** The path that the site is served below, without a trailing slash: `` or `/docs`. */
  readonly base: string;
  /** Hashes of the inline scripts and styles of all pages. */
  readonly inline: InlineHashes;
  /** Exact paths that lead elsewhere, and where, both with the base path. */
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
}

/** Where a build writes the facts, from the project's folder. They aren't part of the site. */
export const factsFile = 'hosts/site.json';

/** Reads the facts that the last build wrote. */
export function readFacts(): SiteFacts {
  return JSON.parse(readFileSync(factsFile, 'utf8')) as SiteFacts;
}
