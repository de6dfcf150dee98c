/**
 * `npm run lint:pages`: finds mistakes on pages without building the site. Errors go to stderr, style
 * mistakes to stdout. The development server passes `compiled`, because it compiles the contracts itself, and the
 * saved file, because it reports only that file's style.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { checkPages, errorSummary } from '../checks/pages/index.ts';
import { proseErrors } from '../checks/prose/index.ts';
import { compileContracts } from '../contract/compile.ts';

/** The style mistakes in files: those in their sentences, and those that markdownlint finds. */
async function styleOf(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const child = spawn(process.execPath, ['--run', 'lint:markdown', '--', '--no-globs', ...files], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const markdown = Promise.all([text(child.stderr), once(child, 'close')]);
  const prose = proseErrors(files);
  const [output, [exitCode]] = await markdown;
  const mistakes = output.split('\n').filter((line) => line.startsWith('src/content/'));
  // markdownlint also fails without a mistake, such as with a wrong configuration.
  const hasFailed = exitCode !== 0 && mistakes.length === 0;
  return [...prose, ...mistakes, ...(hasFailed ? [`markdownlint failed: ${output}`] : [])];
}

const [mode, ...saved] = process.argv.slice(2);
if (mode !== 'compiled') await compileContracts();
const { errors, files } = checkPages(process.cwd());
if (errors.length > 0) console.error(errorSummary(errors));
const style = await styleOf(mode === 'compiled' ? files.filter((file) => saved.includes(file)) : files);
for (const mistake of style) console.log(mistake);
if (errors.length + style.length > 0) process.exitCode = 1;
else if (mode !== 'compiled') console.log(`${files.length} pages, no mistakes.`);
