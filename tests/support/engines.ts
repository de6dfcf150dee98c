import { existsSync, globSync } from 'node:fs';

const firefoxPaths = [process.env['FIREFOX_PATH'] ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Firefox in `FIREFOX_PATH`, or else Debian's. */
export const firefox = firefoxPaths.find((path) => existsSync(path));

/** WebKitGTK's browser on Debian. */
export const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
