import { build } from 'rolldown';
import type { BuildFacts } from '../../service-worker/build.ts';

/**
 * Bundles a service worker into one classic script, since not every browser runs workers that are modules.
 *
 * @param facts - For the worker of the site. Without them, it is the worker that unregisters itself.
 */
export async function bundleWorker(facts?: BuildFacts): Promise<string> {
  const { output } = await build({
    input: `src/service-worker/${facts ? 'index' : 'retire'}.ts`,
    platform: 'browser',
    transform: { target: 'es2022', define: { BUILD: JSON.stringify(facts ?? null) } },
    write: false,
    output: { format: 'iife', minify: true, comments: false },
    logLevel: 'warn',
  });
  return output[0].code;
}
