import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Facts about a built site that hosts need. */
export interface SiteFacts {
  readonly origin: string;
  /** The path that the site is served below, without a trailing slash: `` or `/docs`. */
  readonly base: string;
  readonly policy: string;
  /** Maps each exact path to its redirect target. Both include the base path. */
  readonly redirects: Readonly<Record<string, string>>;
}

/** The file that a build writes facts to. It isn't part of the site. */
export const factsFile = 'hosts/site.json';

/** Reads the facts that the last build wrote. */
export function readFacts(): SiteFacts {
  return JSON.parse(readFileSync(factsFile, 'utf8')) as SiteFacts;
}

/** The name of the site's host, without a port. */
export const hostName = ({ origin }: SiteFacts): string => new URL(origin).hostname;

/** A prefix for names that are global in a host, so that several portals on one host don't share values. */
export function namePrefix({ origin, base }: SiteFacts): string {
  const digest = createHash('sha256')
    .update(origin + base)
    .digest('hex');
  return `portal_${digest.slice(0, 8)}`;
}

/** Escapes a string for use in a regular expression that the host compiles. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
