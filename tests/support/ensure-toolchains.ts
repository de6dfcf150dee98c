/**
 * Installs what the tests of samples and starters run, from Debian's packages, where that is possible. All at once:
 * two test files that install at the same time would block each other.
 */

import { isMissing, toolchains } from '../samples/support/toolchains.ts';
import { canInstallPackages, installPackages } from './browser.ts';

const packages = Object.entries(toolchains)
  .filter(([language]) => isMissing(language))
  .flatMap(([, toolchain]) => toolchain.packages.split(' '));
if (packages.length > 0 && canInstallPackages()) installPackages(packages);
