import { bundleScript } from '../bundle-script.ts';
import type { BuildFacts } from '../../service-worker/build.ts';

/**
 * Bundles a service worker into one classic script, since not every browser runs workers that are modules.
 *
 * @param facts - For the worker of the site. Without them, it is the worker that unregisters itself.
 */
export function bundleWorker(facts?: BuildFacts): Promise<string> {
  return bundleScript(`src/service-worker/${facts ? 'index' : 'retire'}.ts`, {
    BUILD: JSON.stringify(facts ?? null),
  });
}
