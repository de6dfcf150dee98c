import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Command = [name: string, ...options: string[]];

/** How to run a program of a language. */
export interface Toolchain {
  /** Commands that must run without an error. */
  needs: Command[];
  /** The packages of Debian that have them. */
  packages: string;
  /** The file of a program in its folder. */
  file: string;
  /** The command that runs it, from within the folder. */
  run: Command;
  /** Compiles programs together, and returns what gives the command that runs one of them. */
  compile?: (programs: readonly Program[]) => (program: Program) => Command;
}

/** A program, and a folder of its own. */
export interface Program {
  code: string;
  folder: string;
}

/** Debian's interpreter, since another one on the path may lack its packages. */
const python = '/usr/bin/python3';

/** Java's runtime, with the compiler that starts fastest. */
const java: Command = ['java', '-XX:TieredStopAtLevel=1'];

/** The languages that the tests run, by the names of their code blocks. */
export const toolchains: Readonly<Record<string, Toolchain>> = {
  sh: { needs: [['curl', '--version']], packages: 'curl', file: 'sample.sh', run: ['bash', 'sample.sh'] },
  js: { needs: [], packages: '', file: 'sample.mjs', run: [process.execPath, 'sample.mjs'] },
  python: {
    needs: [[python, '-c', 'import requests']],
    packages: 'python3-requests',
    file: 'sample.py',
    run: [python, 'sample.py'],
  },
  php: {
    needs: [['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);']],
    packages: 'php-cli php-curl',
    file: 'sample.php',
    run: ['php', 'sample.php'],
  },
  java: {
    needs: [['javac', '--version']],
    packages: 'default-jdk-headless',
    file: 'Sample.java',
    run: [...java, 'Sample.java'],
    compile: compileJava,
  },
};

/** Whether something is missing that runs a language. */
export function isMissing(language: string): boolean {
  const { needs = [] } = toolchains[language] ?? {};
  return needs.some(([command, ...options]) => spawnSync(command, options).status !== 0);
}

/** What is missing for a language, with the command that installs it. In CI, that is an error. */
export function missing(language: string): string | undefined {
  if (!isMissing(language)) return undefined;
  const { packages = '' } = toolchains[language] ?? {};
  const reason = `The samples of ${language} can't run here. On Debian: apt-get install ${packages}`;
  if (process.env['CI']) throw new Error(reason);
  return reason;
}

/** How a program ended, with all that it printed. */
export interface Outcome {
  status: number | null;
  output: string;
}

/** Runs a program in its folder. It has 30 seconds. */
export function run(language: string, program: Program): Promise<Outcome> {
  write(language, program);
  return runCommand(toolchainOf(language).run, program.folder);
}

/**
 * Runs programs one after the other. Several of a language with a compiler are compiled together: to compile each by
 * itself takes longer than to run it.
 */
export async function runAll(language: string, programs: readonly Program[]): Promise<Outcome[]> {
  for (const program of programs) write(language, program);
  const { compile, run: alone } = toolchainOf(language);
  const commandFor = compile && programs.length > 1 ? compile(programs) : () => alone;
  const outcomes: Outcome[] = [];
  for (const program of programs) outcomes.push(await runCommand(commandFor(program), program.folder));
  return outcomes;
}

/** Compiles programs whose classes have different names. */
function compileJava(programs: readonly Program[]): (program: Program) => Command {
  const { file } = toolchainOf('java');
  const classes = join(dirname(programs[0]!.folder), 'classes');
  const sources = programs.map(({ folder }) => join(folder, file));
  const options = ['--release', '17', '-d', classes, ...sources];
  const { status, stderr } = spawnSync('javac', options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return ({ code }) => {
    const [, name = ''] = /^class (\w+)/m.exec(code) ?? [];
    return [...java, '-cp', classes, name];
  };
}

function toolchainOf(language: string): Toolchain {
  const toolchain = toolchains[language];
  if (!toolchain) throw new Error(`There is no toolchain for ${language}.`);
  return toolchain;
}

function write(language: string, { code, folder }: Program) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, toolchainOf(language).file), code);
}

function runCommand([command, ...options]: Command, cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, options, { cwd, timeout: 30_000 });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', ({ message }) => resolve({ status: null, output: message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}
