import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { apis } from '../../config/apis.ts';
import { errorFiles } from '../../config/error-pages.ts';
import { redirects } from '../../config/redirects.ts';
import { apacheConfig } from '../../hosting/configurations/apache.ts';
import { caddyConfig } from '../../hosting/configurations/caddy.ts';
import { nginxConfig } from '../../hosting/configurations/nginx.ts';
import {
  headersFile,
  LONGEST_LINE,
  redirectPage,
  redirectsFile,
} from '../../hosting/configurations/published-files.ts';
import { metaPolicy, type InlineHashes } from '../../hosting/policy.ts';
import { factsFile, type SiteFacts } from '../../hosting/site-facts.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { inlineHashes, joinHashes } from './inline-hashes.ts';
import { checkRedirects, publishedFile, readPublished } from '../../hosting/moved-pages.ts';
import { scalarStyles } from '../../hosting/scalar-styles.ts';

/** Where the generated configurations expect the site. */
const PLACE = { root: '/srv/portal', port: 80 };

/** Pages to which Scalar adds its styles. */
const interactive = new Set<string>(apis.map(({ page }) => `${page}/index.html`));

/**
 * Writes what hosts must know about the built site: configurations and facts into `hosts/`, and files that some hosts
 * read into the site. Runs after everything that changes pages, because the Content-Security-Policy contains the hashes
 * of their scripts and styles.
 */
export function hosts(): AstroIntegration {
  let base = '';
  let root = '';
  let origin = '';
  return {
    name: 'hosts',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
        root = fileURLToPath(config.root);
        origin = config.site ?? 'http://localhost';
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const files = await filesBelow(folder);
        const pages = files.filter((file) => file.endsWith('.html'));
        const paths = pages
          .filter((file) => !errorFiles.includes(file))
          .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`);
        const errors = checkRedirects(redirects, new Set(paths), readPublished(root));
        if (errors.length > 0)
          throw new Error(
            `src/config/redirects.ts and ${publishedFile}:\n${errors.map((each) => `  ${each}`).join('\n')}`,
          );

        const inline = await policyOf(folder, pages);
        const moved = redirects.map(({ from, to }) => ({ from: base + from, to: base + to }));
        const facts: SiteFacts = { base, inline, redirects: moved };
        await writeConfigurations(root, facts, paths);
        await writeIntoSite(folder, facts, files, logger);
        for (const { from, to } of redirects)
          await write(join(folder, from, 'index.html'), redirectPage(base + to, origin));
        logger.info(
          `The policy allows ${inline.scripts.length} inline scripts and ${inline.styles.length} inline styles.`,
        );
      },
    },
  };
}

/**
 * Hashes the inline scripts and styles of all pages. With `CSP_META=1`, each page gets its own policy as a `<meta>`, for
 * hosts that can't send headers.
 */
async function policyOf(folder: string, pages: readonly string[]): Promise<InlineHashes> {
  const found: InlineHashes[] = [];
  for (const page of pages) {
    const file = join(folder, page);
    const html = await readFile(file, 'utf8');
    const added = { scripts: [], styles: interactive.has(page) ? scalarStyles : [] };
    const inline = joinHashes([inlineHashes(html), added]);
    found.push(inline);
    if (process.env['CSP_META'] !== '1') continue;
    const meta = `<meta http-equiv="Content-Security-Policy" content="${metaPolicy(inline)}"/>`;
    await writeFile(
      file,
      html.replace(/<meta charset="utf-8"\s*\/?>/i, (charset) => charset + meta),
    );
  }
  return joinHashes(found);
}

async function writeConfigurations(root: string, facts: SiteFacts, paths: readonly string[]) {
  const folder = join(root, dirname(factsFile));
  await write(join(root, factsFile), `${JSON.stringify(facts, null, 2)}\n`);
  await write(join(folder, 'nginx.conf'), nginxConfig(facts, PLACE));
  await write(join(folder, 'apache.conf'), apacheConfig(facts, PLACE));
  await write(join(folder, 'Caddyfile'), caddyConfig(facts, PLACE));
  await write(join(folder, 'pages.txt'), `${paths.join('\n')}\n`);
}

async function writeIntoSite(
  folder: string,
  facts: SiteFacts,
  files: readonly string[],
  logger: AstroIntegrationLogger,
) {
  const headers = headersFile(facts, files);
  if (headers.split('\n').some((line) => line.length > LONGEST_LINE))
    logger.warn(
      `Cloudflare Pages drops the policy: its line in _headers has more than ${LONGEST_LINE} characters.`,
    );
  await write(join(folder, '_headers'), headers);
  if (facts.redirects.length > 0) await write(join(folder, '_redirects'), redirectsFile(facts));
}

async function write(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
