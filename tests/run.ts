/**
 * `npm test`: runs all stages, also after one has failed, so that one run reports all errors. Without a build, the
 * stages that read it are left out.
 */

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Hundreds of programs start during the tests. With the cache, Node compiles each of their modules only once. */
const env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'), ...process.env };

/** Runs a script of package.json. Returns whether it succeeds. */
function passes(script: string): boolean {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, ['--run', script], { stdio: 'inherit', env });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${status === 0 ? '✔' : '✖'} ${script} (${seconds} s)\n`);
  return status === 0;
}

const failed = ['checks', 'build'].filter((script) => !passes(script));
const readBuild = ['test:node', 'test:hosts', 'test:browser', 'test:engines'];
if (failed.includes('build')) console.error(`Without a build, these can't run: ${readBuild.join(', ')}.`);
else failed.push(...readBuild.filter((script) => !passes(script)));

if (failed.length > 0) {
  console.error(
    `Failed: ${failed.join(', ')}. To run one file again:\n` +
      '  npx node --test tests/…/name.test.ts\n' +
      '  npx playwright test --config tests/playwright.config.ts name.spec.ts',
  );
  process.exitCode = 1;
}
