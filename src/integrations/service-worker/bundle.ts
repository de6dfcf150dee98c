import { build, type BuildOptions } from 'esbuild';
import type { BuildFacts } from '../../service-worker/build.ts';

const common: BuildOptions = {
  bundle: true,
  minify: true,
  target: 'es2022',
  write: false,
  logLevel: 'warning',
};

/** Bundles the service worker: one classic script, since not every browser runs workers that are modules. */
export function bundleWorker(facts: BuildFacts): Promise<string> {
  return bundle('src/service-worker/index.ts', { BUILD: JSON.stringify(facts) });
}

/** Bundles the worker that removes itself. */
export function bundleRetirement(): Promise<string> {
  return bundle('src/service-worker/retire.ts');
}

/** Styles of the notice of a failed load. What they read of a page has to have the same name in all deploys. */
export const noticeStyles = 'src/styles/offline.css';

/** Bundles the notice of a failed load. The worker brings it to pages of any deploy, so it stands alone. */
export async function bundleNotice(): Promise<{ script: string; style: string }> {
  const [script, style] = await Promise.all([bundle('src/client/failed-load.ts'), bundle(noticeStyles)]);
  return { script, style };
}

async function bundle(entry: string, define: Record<string, string> = {}): Promise<string> {
  const result = await build({
    ...common,
    entryPoints: [entry],
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
  });
  return result.outputFiles![0]!.text;
}
