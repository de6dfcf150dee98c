import { readFile } from 'node:fs/promises';
import { transform } from 'lightningcss';
import { build } from 'rolldown';
import type { BuildFacts } from '../../service-worker/build.ts';

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
  const script = await bundle('src/client/offline/failed-load.ts');
  const { code } = transform({ filename: noticeStyles, code: await readFile(noticeStyles), minify: true });
  return { script, style: code.toString() };
}

async function bundle(input: string, define: Record<string, string> = {}): Promise<string> {
  const { output } = await build({
    input,
    platform: 'browser',
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"', ...define } },
    write: false,
    output: { format: 'iife', minify: true, comments: false },
    logLevel: 'warn',
  });
  return output[0].code;
}
