import { build } from 'rolldown';

/** Bundles a browser module into one classic script. Replaces each name in `define` with its JSON. */
export async function bundleScript(input: string, define: Record<string, string> = {}): Promise<string> {
  const { output } = await build({
    input,
    platform: 'browser',
    transform: { target: 'es2022', define },
    write: false,
    output: { format: 'iife', minify: true, comments: false },
    logLevel: 'warn',
  });
  return output[0].code;
}
