/**
 * `npm run lint:pages`: finds mistakes on pages without building the site. Errors go to stderr, style
 * mistakes to stdout. The development server passes `compiled`, because it compiles the contracts itself, and the
 * saved file, because it reports only that file's style.
 */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { checkPages, errorSummary } from '../checks/pages/index.ts';
import { compileContracts } from '../contract/compile.ts';

/** The output of the prose and Markdown linters for pages. */
async function styleOf(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const linters = [
    ['lint:prose', '--'],
    ['lint:markdown', '--', '--no-globs'],
  ];
  const outputs = linters.map(async (linter) => {
    const { stderr } = spawn(process.execPath, ['--run', ...linter, ...files], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return text(stderr!);
  });
  return (await Promise.all(outputs))
    .flatMap((output) => output.split('\n'))
    .filter((line) => line.startsWith('src/content/'));
}

const [mode, ...saved] = process.argv.slice(2);
if (mode !== 'compiled') await compileContracts();
const { errors, files } = checkPages(process.cwd());
if (errors.length > 0) console.error(errorSummary(errors));
const style = await styleOf(mode === 'compiled' ? files.filter((file) => saved.includes(file)) : files);
for (const mistake of style) console.log(mistake);
if (errors.length + style.length > 0) process.exitCode = 1;
else if (mode !== 'compiled') console.log(`${files.length} pages, no mistakes.`);
