import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { EngineName } from '../engines/engine.ts';

/** Where systems keep Firefox. */
const firefoxPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Debian's packages for each engine. */
export const packages: Record<EngineName, string[]> = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

const isOnPath = (program: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Path of an engine's browser, if everything that drives it is installed too. */
export function findEngine(name: EngineName): string | undefined {
  if (name === 'webkit')
    return ['WebKitWebDriver', 'Xvfb'].every(isOnPath)
      ? globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
      : undefined;
  const chosen = process.env['FIREFOX_PATH'];
  return (chosen ? [chosen] : firefoxPaths).find((path) => existsSync(path));
}

/**
 * Finds an engine.
 *
 * @returns Why its tests are skipped, or `false`.
 * @throws Error in CI, where none may be missing.
 */
export function missingEngine(name: EngineName): string | false {
  if (findEngine(name)) return false;
  const other = name === 'firefox' ? ', or set FIREFOX_PATH' : '; it runs on Linux only';
  const reason = `${name} isn't installed. Install it with "sudo apt-get install ${packages[name].join(' ')}"${other}.`;
  if (process.env['CI']) throw new Error(reason);
  return reason;
}
