import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How to run a program of a language. */
export interface Toolchain {
  /** Commands that must run without an error. */
  needs: [command: string, ...options: string[]][];
  /** The packages of Debian that have them. */
  packages: string;
  /** The file of a program in its folder. */
  file: string;
  /** The command that runs it, from within the folder. */
  run: [command: string, ...options: string[]];
}

/** Debian's interpreter, since another one on the path may lack its packages. */
const python = '/usr/bin/python3';

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
    run: ['java', '-XX:TieredStopAtLevel=1', 'Sample.java'],
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

/** Runs a program in a folder of its own. It has 30 seconds. */
export function run(language: string, code: string, folder: string): Promise<Outcome> {
  const { file, run: command } = toolchains[language] ?? {};
  if (!file || !command) throw new Error(`There is no toolchain for ${language}.`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), code);
  const [program, ...options] = command;
  return new Promise((resolve) => {
    const child = spawn(program, options, { cwd: folder, timeout: 30_000 });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', ({ message }) => resolve({ status: null, output: message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}
