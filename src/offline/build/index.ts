import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { bundleScript } from '../../shared/bundle-script.ts';
import { importsOf } from '../../shared/imports-of.ts';
import { readPage } from '../../shared/read-page.ts';
import { withoutSlash } from '../../shared/without-slash.ts';
import { offline } from '../settings.ts';

/** The page that readers see if another page fails to load. Hosts may send it with a 5xx status. */
const FAILURE_PAGE = '500.html';

/** Writes the service worker of a built site. It must run after everything that changes pages or files. */
export async function writeServiceWorker(folder: string, base: string) {
  writeFileSync(join(folder, 'service-worker.js'), await bundleWorker(folder, base, offline.enabled));
}

/** Bundles the service worker into one classic script, because not every browser supports module workers. */
export function bundleWorker(folder: string, base: string, enabled: boolean): Promise<string> {
  const contents: string[] = [];
  const read = (path: string) => {
    const content = readFileSync(join(folder, path), 'utf8');
    contents.push(content);
    return content;
  };
  // Omits islands' scripts, which no element links, because islands aren't essential.
  const { links } = readPage(withoutSlash(base), FAILURE_PAGE, read(FAILURE_PAGE));
  const linked = links.map(({ target }) => target.slice(base.length));
  const files = new Set(['favicon.svg', ...linked.filter((path) => path.startsWith('_astro/'))]);
  // A loop over a set also visits the entries that its body adds.
  for (const path of files) {
    const content = read(path);
    if (path.endsWith('.js')) for (const name of importsOf(content)) files.add(posix.join('_astro', name));
  }
  const shell = [base + FAILURE_PAGE, ...[...files].map((path) => base + path)];
  const revision = hash('sha256', contents.join('\n'), 'base64url').slice(0, 8);
  return bundleScript('src/offline/worker/index.ts', {
    BUILD: JSON.stringify({ base, revision, shell }),
    ENABLED: JSON.stringify(enabled),
  });
}
