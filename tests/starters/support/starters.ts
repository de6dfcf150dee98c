import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Outcome } from '../../samples/support/run-command.ts';
import { compileCsharp, runCsharp } from '../../support/dotnet/dotnet.ts';
import { environment, projectRoot } from '../../support/project-copy.ts';
import { credentials } from './platform.ts';

/** A starter, and the command that runs a program of it from within its folder. */
export interface Starter {
  language: string;
  label: string;
  folder: string;
  run: (program: string) => [command: string, ...options: string[]];
  steps: string;
  /** The program that reads a consent for each line that it gets. */
  driver: string;
  /** Whether it has a webhook receiver and a refresh queue. */
  receives: boolean;
}

const at = (folder: string) => join(projectRoot, 'starters', folder);
const driverAt = (file: string) => join(projectRoot, 'tests/starters/drivers', file);

export const starters: readonly Starter[] = [
  {
    language: 'js',
    label: 'JavaScript',
    folder: at('javascript'),
    run: (program) => [process.execPath, program],
    steps: 'steps.js',
    driver: driverAt('driver.mjs'),
    receives: true,
  },
  {
    language: 'python',
    label: 'Python',
    folder: at('python'),
    run: (program) => ['/usr/bin/python3', '-B', program],
    steps: 'steps.py',
    driver: driverAt('driver.py'),
    receives: true,
  },
  {
    language: 'php',
    label: 'PHP',
    folder: at('php'),
    run: (program) => ['php', program],
    steps: 'steps.php',
    driver: driverAt('driver.php'),
    receives: false,
  },
  {
    language: 'java',
    label: 'Java',
    folder: at('java'),
    run: (program) => ['java', '-XX:TieredStopAtLevel=1', '-cp', javaClassPath(), program],
    steps: 'Steps',
    driver: 'Driver',
    receives: false,
  },
  {
    language: 'csharp',
    label: 'C#',
    folder: at('csharp'),
    run: (program) => runCsharp(join(compiledCsharp(), program)),
    steps: 'steps.dll',
    driver: 'driver.dll',
    receives: false,
  },
];

/** Compiles the starters in some languages, by their labels. It blocks this process and with it the sandbox. */
export function compileStarters(labels: readonly string[]): void {
  if (labels.includes('Java')) compiledJava();
  if (labels.includes('C#')) compiledCsharp();
}

let classes: string | undefined;

/** The compiled starter in Java and its driver, the folder of schema.sql, and Debian's JDBC driver of SQLite. */
export function javaClassPath(): string {
  return [compiledJava(), join(projectRoot, 'starters'), '/usr/share/java/sqlite-jdbc.jar'].join(':');
}

/** The folder with the compiled starter in Java. A warning of the compiler is an error. */
export function compiledJava(): string {
  if (classes !== undefined) return classes;
  const folder = mkdtempSync(join(tmpdir(), 'starter-java-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const sources = globSync([join(at('java'), '*.java'), driverAt('*.java')]);
  const options = ['-Xlint:all', '-Werror', '--release', '17', '-d', folder];
  execFileSync('javac', [...options, ...sources], { stdio: ['ignore', 'inherit', 'inherit'] });
  return (classes = folder);
}

let assemblies: string | undefined;

/** The folder with the compiled starter in C#. */
export function compiledCsharp(): string {
  if (assemblies !== undefined) return assemblies;
  const folder = mkdtempSync(join(tmpdir(), 'starter-csharp-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  compileCsharp({
    [join(folder, 'steps.dll')]: globSync(join(at('csharp'), '*.cs')),
    [join(folder, 'driver.dll')]: [driverAt('driver.cs'), ...globSync(join(at('csharp'), '!(Steps).cs'))],
  });
  return (assemblies = folder);
}

/** A folder for the files of a test. */
export function testFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'starter-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a program of a starter. It has a minute. */
export function start(
  { folder, run }: Pick<Starter, 'folder' | 'run'>,
  program: string,
  settings: Record<string, string>,
) {
  const [command, ...options] = run(program);
  const child = spawn(command, options, {
    cwd: folder,
    env: { ...environment, PYTHONUNBUFFERED: '1', ...credentials, ...settings },
    timeout: 60_000,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('error', ({ message }) => resolve({ status: null, output: message }));
    child.on('close', (status) => resolve({ status, output }));
  });
  return { child, outcome, output: () => output };
}

/** Starts a program that uses the files of a starter, from the folder for the files of the test. */
export function startProgram(
  starter: Starter,
  program: ((folder: string) => string) | undefined,
  settings: Record<string, string> & { DATA_DIR: string },
) {
  if (!program) throw new Error(`There is no program in ${starter.label}.`);
  const file = join(settings.DATA_DIR, starter.language === 'js' ? 'program.mjs' : 'program.py');
  writeFileSync(file, program(starter.folder));
  return start(starter, file, settings);
}
