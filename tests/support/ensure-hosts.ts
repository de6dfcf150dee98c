/** Installs what `tests/hosts` needs from Debian's packages, where that is possible. A laptop may lack some of it. */

import { canInstallPackages, installPackages } from './browser.ts';
import { hosts, RunningHost, type HostName } from './hosts.ts';

const missing = (Object.keys(hosts) as HostName[]).filter((name) => !RunningHost.isInstalled(name));
if (missing.length > 0 && canInstallPackages()) {
  // At this run level, Debian doesn't start the servers that it installs.
  process.env['RUNLEVEL'] = '1';
  installPackages(missing.map((name) => hosts[name].package));
}
for (const name of missing)
  if (!RunningHost.isInstalled(name) && !process.env['CI'])
    console.log(
      `Skipped the tests on ${name}: it is not installed. Install it with "sudo apt-get install ${hosts[name].package}".`,
    );
