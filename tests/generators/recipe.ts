import { globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../samples/support/run-command.ts';
import { projectRoot } from '../support/project-copy.ts';
import { tool, toolsFolder } from '../support/tools.ts';

/** A generator as the page "Generate a client" shows it. */
export interface Recipe {
  /** The label of its tab. */
  label: string;
  /** The packages that it installs, with their versions. */
  packages: string[];
  /** All commands, as the page shows them. */
  commands: string;
  /** The command that generates the code. */
  command: string;
  /** The file name and the source of the program that uses the code. */
  program: [file: string, source: string];
}

const DOCUMENT = 'https://developer.example.com/openapi/platform.json';

/** The code blocks of a guide, by their titles. */
export function programsOf(guide: string): Map<string, string> {
  const page = readFileSync(join(projectRoot, 'src/content/docs', guide), 'utf8');
  const fences = page.matchAll(/^```\w+ title="([^"]+)"\n(.*?)^```$/gms);
  return new Map([...fences].map(([, title = '', code = '']) => [title, code]));
}

/** The recipes of the page. Each tab with commands has a tab of the same name with a program. */
export function recipesOf(guide: string): Recipe[] {
  const page = readFileSync(join(projectRoot, 'src/content/docs', guide), 'utf8');
  const tabs = [...page.matchAll(/<TabItem label="([^"]+)">\n(.*?)<\/TabItem>/gs)];
  return tabs.flatMap(([, label = '', content = '']) => {
    const commands = /```bash\n(.*?)```/s.exec(content)?.[1]?.trim().split('\n');
    const program = tabs
      .filter(([, other]) => other === label)
      .map(([, , shown = '']) => /```ts title="([^"]+)"\n(.*?)```/s.exec(shown))
      .find((found) => found !== null);
    if (!commands || !program) return [];
    return [
      {
        label,
        commands: commands.join('\n'),
        packages: commands.flatMap((line) => line.match(/\S+@[\d.]+$/) ?? []),
        command: commands.find((line) => line.startsWith('npx ')) ?? '',
        program: [program[1]!, program[2]!],
      },
    ];
  });
}

/** A folder in which the packages of the tools can be imported. */
export function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  symlinkSync(join(toolsFolder, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Generates a client from a document with the command of a recipe. Returns the files to compile. */
export async function generate({ command }: Recipe, document: object, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
  if (!command.includes(DOCUMENT)) throw new Error(`The command doesn't read ${DOCUMENT}: ${command}`);
  const [name = '', ...parameters] = command
    .replace('npx ', '')
    .replace(DOCUMENT, 'document.json')
    .split(' ');
  const { status, output } = await runCommand(tool(name), parameters, folder);
  if (status !== 0) throw new Error(`${command} failed: ${output}`);
  const files = globSync('{platform.ts,platform/**/*.ts}', { cwd: folder }).map((file) => join(folder, file));
  // Some generators switch the compiler off for their own code, which would hide all errors.
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck\n', ''));
  return files;
}

/** Compiles files in strict mode and returns the compiler's messages. */
export async function compile(files: string[], folder: string): Promise<string> {
  // Declarations of Node.js and of packages are not what is tested.
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2024', '--module', 'preserve'];
  const types = ['--typeRoots', join(projectRoot, 'node_modules/@types'), '--types', 'node'];
  const { output } = await runCommand(tool('tsc'), [...options, ...types, ...files], folder);
  return output;
}
