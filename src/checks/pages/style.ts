import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** The linters of words and of Markdown, which are scripts, because a build doesn't have their packages. */
const LINTERS = [
  ['lint:prose', '--'],
  ['lint:markdown', '--', '--no-globs'],
];

/** Returns what these linters say about some pages, one message for each mistake. */
export async function styleErrors(files: readonly string[]): Promise<string[]> {
  const outputs = LINTERS.map(async (linter) => {
    const child = spawn(process.execPath, ['--run', ...linter, ...files], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return Promise.all([text(child.stdout), text(child.stderr)]);
  });
  const lines = (await Promise.all(outputs)).flat().flatMap((output) => output.split('\n'));
  return lines.filter((line) => line.startsWith('src/content/'));
}
