import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The engines that tests run besides Chromium. */
type EngineName = 'firefox' | 'webkit';

/** Firefox's path on Debian. On other systems, the tests run in a container or with `FIREFOX_PATH`. */
const firefoxPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

const isOnPath = (program: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Path of an engine's browser, if its driver is also installed. */
export function findEngine(name: EngineName): string | undefined {
  if (name === 'webkit')
    return ['WebKitWebDriver', 'Xvfb'].every(isOnPath)
      ? globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
      : undefined;
  const chosen = process.env['FIREFOX_PATH'];
  return (chosen ? [chosen] : firefoxPaths).find((path) => existsSync(path));
}
