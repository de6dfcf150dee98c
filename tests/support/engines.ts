import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { EngineName } from '../engines/engine.ts';
import { findBrowser } from './browser.ts';

/** Where systems keep Firefox. */
const firefoxPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

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

/** The names of the engines as readers know them. */
export const labels: Record<EngineName, string> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};
