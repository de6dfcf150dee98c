import { build } from 'rolldown';

/**
 * Bundles a browser module into one self-contained classic script.
 *
 * @param input - Path relative to the project's folder.
 * @param define - Maps names in the code to the JSON that replaces them.
 */
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
