import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AstroIntegrationLogger } from 'astro';
import { guesses, redirects } from '../../config/redirects.ts';
import { apacheConfig } from '../../hosting/configurations/apache.ts';
import { caddyConfig } from '../../hosting/configurations/caddy.ts';
import { nginxConfig } from '../../hosting/configurations/nginx.ts';
import {
  exceededLimits,
  headersFile,
  redirectPage,
  redirectsFile,
} from '../../hosting/configurations/published-files.ts';
import type { InlineHashes } from '../../hosting/policy.ts';
import { factsFile, type SiteFacts } from '../../hosting/site-facts.ts';
import { checkRedirects, exactRedirects, folderRedirects, readPublished } from '../../hosting/moved-pages.ts';
import type { LinkedPage } from '../link-check/index.ts';

/** The folder and the port in the generated configurations. */
const hostOptions = { root: '/srv/portal', port: 80 };

/** A built site that is ready to be published. */
interface FinishedSite {
  /** The project's folder, and the built one. */
  root: string;
  folder: string;
  /** The path that the site is served below, without a slash at its end. */
  base: string;
  /** Where the site is published. */
  origin: string;
  /** Paths of all files in the built folder. */
  files: readonly string[];
  pages: readonly Pick<LinkedPage, 'url' | 'isErrorPage' | 'ids'>[];
  /** Hashes of the inline scripts and styles of all pages. */
  inline: InlineHashes;
}

/**
 * Writes what hosts must know about the built site: configurations and facts into `hosts/`, and files that some hosts
 * read into the site.
 *
 * @throws Error if a page has disappeared without a redirect, or a redirect leads nowhere.
 */
export async function writeHosting(site: FinishedSite, logger: AstroIntegrationLogger): Promise<void> {
  const { root, folder, base, origin, files, inline } = site;
  const pages = new Map(
    site.pages.filter(({ isErrorPage }) => !isErrorPage).map(({ url, ids }) => [url.slice(base.length), ids]),
  );
  const known = new Map([...files.map((file) => [`/${file}`, new Set<string>()] as const), ...pages]);
  const all = [...redirects, ...guesses];
  checkRedirects(all, known, readPublished(root));
  const sources = new Set<string>(all.map(({ from }) => from));
  const folders = folderRedirects(pages.keys()).filter(({ from }) => !sources.has(from));

  const facts: SiteFacts = { base, inline, redirects: exactRedirects([...all, ...folders], base) };
  await writeConfigurations(root, facts, [...pages.keys()]);
  await writeIntoSite(folder, facts, logger);
  for (const { from, to } of redirects)
    await write(join(folder, from, 'index.html'), redirectPage(base + to, origin));
  logger.info(
    `The policy allows ${inline.scripts.length} inline scripts and ${inline.styles.length} inline styles.`,
  );
}

async function writeConfigurations(root: string, facts: SiteFacts, paths: readonly string[]) {
  const folder = join(root, dirname(factsFile));
  await write(join(root, factsFile), `${JSON.stringify(facts, null, 2)}\n`);
  await write(join(folder, 'nginx.conf'), nginxConfig(facts, hostOptions));
  await write(join(folder, 'apache.conf'), apacheConfig(facts, hostOptions));
  await write(join(folder, 'Caddyfile'), caddyConfig(facts, hostOptions));
  await write(join(folder, 'pages.txt'), `${paths.join('\n')}\n`);
}

async function writeIntoSite(folder: string, facts: SiteFacts, logger: AstroIntegrationLogger) {
  const headers = headersFile(facts);
  const moved = redirectsFile(facts);
  for (const message of exceededLimits(headers, moved)) logger.warn(message);
  await write(join(folder, '_headers'), headers);
  if (moved) await write(join(folder, '_redirects'), moved);
}

async function write(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
