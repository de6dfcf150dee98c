/**
 * Ensures that this machine has the programs for `npm test`, and with the argument `all`, for `npm run test:all`. As
 * root on Debian, it installs missing packages. Elsewhere, it lists them and fails.
 */

import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './browser.ts';
import { firefox, miniBrowser } from './engines.ts';
import { fontSets } from './fonts.ts';
import { postgresPrograms } from './postgres.ts';

const runs = (command: string, ...options: string[]) => spawnSync(command, options).status === 0;
const hasModule = (name: string) => runs('/usr/bin/python3', '-c', `import ${name}`);
const PHP =
  'exit(extension_loaded("curl") && extension_loaded("pdo_sqlite") && extension_loaded("pdo_pgsql") ? 0 : 1);';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** Debian's packages, each with a check that this machine has its programs. */
const packages: Record<string, () => boolean> = {
  chromium: () => findBrowser() !== undefined,
  // Debian has the headless shell in a separate package.
  'chromium-headless-shell': () =>
    (findBrowser() ?? DEBIAN_CHROMIUM) !== DEBIAN_CHROMIUM || existsSync(`${DEBIAN_CHROMIUM}-headless-shell`),
  'firefox-esr': () => firefox !== undefined,
  'webkit2gtk-driver xvfb': () => miniBrowser !== undefined && runs('which', 'WebKitWebDriver', 'Xvfb'),
  nginx: () => existsSync('/etc/nginx/sites-available/default'),
  'php-cli php-curl php-sqlite3 php-pgsql': () => runs('php', '-r', PHP),
  curl: () => runs('curl', '--version'),
  'python3-requests': () => hasModule('requests'),
};

const morePackages: typeof packages = {
  apache2: () => existsSync('/etc/apache2/sites-available/000-default.conf'),
  caddy: () => existsSync('/etc/caddy/Caddyfile'),
  'default-jdk-headless': () => runs('javac', '--version'),
  'libxerial-sqlite-jdbc-java': () => existsSync('/usr/share/java/sqlite-jdbc.jar'),
  'libarchive-tools': () => runs('bsdtar', '--version'),
  pyflakes3: () => runs('pyflakes3', '--version'),
  'python3-dateutil': () => hasModule('dateutil'),
  'python3-feedparser': () => hasModule('feedparser'),
  'python3-yaml': () => hasModule('yaml'),
  ruby: () => runs('ruby', '--version'),
  shellcheck: () => runs('shellcheck', '--version'),
  postgresql: () => postgresPrograms() !== undefined,
  'python3-psycopg2': () => hasModule('psycopg2'),
  'mono-mcs': () => runs('mcs', '--version'),
};

for (const [set, debian] of Object.entries(fontSets))
  morePackages[debian] = () => existsSync(`/usr/share/fonts/truetype/${set}`);

const needed = process.argv[2] === 'all' ? { ...packages, ...morePackages } : packages;
const missing = () =>
  Object.entries(needed).flatMap(([names, isThere]) => (isThere() ? [] : names.split(' ')));

const toInstall = missing();
if (toInstall.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  console.log(`Installing from Debian: ${toInstall.join(', ')}.`);
  // At run level 1, Debian doesn't start the servers that it installs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...toInstall], options);
}
const left = missing();
if (left.length > 0) {
  console.error(
    `The tests need programs that this machine doesn't have. On Debian: sudo apt-get install ${left.join(' ')}\n` +
      'On other systems, run them in a container: docker run --rm -v "$PWD:/portal" -w /portal node:24-bookworm npm test',
  );
  process.exitCode = 1;
}
