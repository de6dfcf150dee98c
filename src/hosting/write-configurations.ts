import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileRedirects, redirects } from '../config/redirects.ts';
import { apacheConfig } from './configurations/apache.ts';
import { caddyConfig } from './configurations/caddy.ts';
import { nginxConfig } from './configurations/nginx.ts';
import { headersFile, redirectsFile } from './configurations/published-files.ts';
import { exactRedirects, folderRedirects } from './moved-pages.ts';
import { factsFile, type SiteFacts } from './site-facts.ts';
import type { BuiltPage } from '../shared/read-page.ts';

/** Writes host configurations and facts into `hosts/`. Files that hosts read from the site go into the built site. */
export function writeHosting(
  { root, origin, base }: { root: string; origin: string; base: string },
  folder: string,
  pages: readonly BuiltPage[],
  policy: string,
): void {
  const paths = pages.filter(({ isErrorPage }) => !isErrorPage).map(({ url }) => url.slice(base.length));
  const facts: SiteFacts = {
    origin,
    base,
    // In a `<meta>`, browsers report `frame-ancestors` as an error, so only the header has it.
    policy: `${policy}; frame-ancestors 'none'`,
    redirects: exactRedirects({ ...folderRedirects(paths), ...redirects, ...fileRedirects }, base),
  };
  const hosts = join(root, dirname(factsFile));
  mkdirSync(hosts, { recursive: true });
  writeFileSync(join(root, factsFile), JSON.stringify(facts, null, 2));
  writeFileSync(join(hosts, 'nginx.conf'), nginxConfig(facts));
  writeFileSync(join(hosts, 'apache.conf'), apacheConfig(facts));
  writeFileSync(join(hosts, 'Caddyfile'), caddyConfig(facts));
  writeFileSync(join(folder, '_headers'), headersFile(facts));
  writeFileSync(join(folder, '_redirects'), redirectsFile(facts));
}
