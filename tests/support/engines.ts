import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { EngineName } from '../engines/engine.ts';
import { canInstallPackages, findBrowser, installPackages } from './browser.ts';

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
  chromium: ['chromium'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

const finders: Record<EngineName, () => string | undefined> = {
  chromium: findBrowser,
  firefox: () => {
    const chosen = process.env['FIREFOX_PATH'];
    return (chosen ? [chosen] : firefoxPaths).find((path) => existsSync(path));
  },
  webkit: () => {
    const hasDriver = ['WebKitWebDriver', 'Xvfb'].every(isOnPath);
    return hasDriver ? globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] : undefined;
  },
};

/** The program of an engine's browser, if everything that drives it is installed too. */
export function findEngine(name: EngineName): string | undefined {
  return finders[name]();
}

const isOnPath = (program: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** What decides whether an engine's tests run. */
export interface Machine {
  installed: boolean;
  /** Root on Debian installs packages. */
  canInstall: boolean;
  isCI: boolean;
}

export type Decision = 'run' | 'install' | 'skip' | 'fail';

/** A laptop may lack an engine; CI may not. */
export function decideLane({ installed, canInstall, isCI }: Machine): Decision {
  if (installed) return 'run';
  if (canInstall) return 'install';
  return isCI ? 'fail' : 'skip';
}

/** The names of the engines as readers know them. */
export const labels: Record<EngineName, string> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};

const otherWays: Record<EngineName, string> = {
  chromium: ', or set BROWSER_PATH to a Chromium or Chrome',
  firefox: ', or set FIREFOX_PATH to a Firefox',
  webkit: '; it runs on Linux only',
};

/** The line about an engine that isn't installed. */
export function missingEngine(name: EngineName, decision: 'skip' | 'fail'): string {
  const outcome = decision === 'skip' ? 'Skipped' : "Can't test";
  return (
    `${outcome} the behaviors in ${labels[name]}: it is not installed. ` +
    `Install it with "sudo apt-get install ${packages[name].join(' ')}"${otherWays[name]}.`
  );
}

/**
 * Finds the engines, and installs Debian's packages of the missing ones where that is possible.
 *
 * @returns What to do with the tests of each engine: run, skip or fail.
 */
export function prepareEngines(names: readonly EngineName[]): Map<EngineName, 'run' | 'skip' | 'fail'> {
  const isCI = Boolean(process.env['CI']);
  const decide = (name: EngineName, canInstall: boolean) =>
    decideLane({ installed: findEngine(name) !== undefined, canInstall, isCI });
  const toInstall = names.filter((name) => decide(name, canInstallPackages()) === 'install');
  if (toInstall.length > 0) installPackages(toInstall.flatMap((name) => packages[name]));
  return new Map(names.map((name) => [name, decide(name, false) as 'run' | 'skip' | 'fail']));
}
