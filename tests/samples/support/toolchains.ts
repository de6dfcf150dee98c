import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { python } from '../../starters/support/starters.ts';
import { compileCsharp, runCsharp } from '../../support/dotnet/dotnet.ts';
import { runCommand, type Outcome } from './run-command.ts';

type Command = [name: string, ...options: string[]];

/** How to run a program of a language. */
interface Toolchain {
  /** The file of a program in its folder. */
  file: string;
  /** The command that runs it, from within the folder, if that works without compiling it first. */
  run?: Command;
  /** Compiles programs together, and returns what gives the command that runs one of them. */
  compile?: (programs: readonly Program[]) => (program: Program) => Command;
}

/** A program, and a folder of its own. */
export interface Program {
  code: string;
  folder: string;
}

/** Java's runtime, with the compiler that starts fastest. */
const java: Command = ['java', '-XX:TieredStopAtLevel=1'];

/** The languages that tests run, by the names of their code blocks. */
const toolchains: Readonly<Record<string, Toolchain>> = {
  sh: { file: 'sample.sh', run: ['bash', 'sample.sh'] },
  js: { file: 'sample.mjs', run: [process.execPath, 'sample.mjs'] },
  python: { file: 'sample.py', run: [python, 'sample.py'] },
  php: { file: 'sample.php', run: ['php', 'sample.php'] },
  java: { file: 'Sample.java', run: [...java, 'Sample.java'], compile: compileJava },
  csharp: { file: 'Sample.cs', compile: compileSamples },
};

/** How to run a program of a language. Throws if there is no such language. */
export function toolchainOf(language: string): Toolchain {
  const toolchain = toolchains[language];
  if (!toolchain) throw new Error(`There is no toolchain for ${language}.`);
  return toolchain;
}

/**
 * Runs programs one after the other. Several of a language with a compiler are compiled together: to compile each by
 * itself takes longer than to run it.
 */
export async function runAll(language: string, programs: readonly Program[]): Promise<Outcome[]> {
  const { compile, file, run: alone } = toolchainOf(language);
  for (const { folder, code } of programs) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  const commandFor = compile && (programs.length > 1 || !alone) ? compile(programs) : () => alone!;
  const outcomes: Outcome[] = [];
  for (const program of programs) {
    const [command, ...options] = commandFor(program);
    outcomes.push(await runCommand(command, options, program.folder));
  }
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

/** Compiles each C# program to an assembly in its folder. */
function compileSamples(programs: readonly Program[]): () => Command {
  const { file } = toolchainOf('csharp');
  compileCsharp(
    Object.fromEntries(programs.map(({ folder }) => [join(folder, 'sample.dll'), [join(folder, file)]])),
  );
  return () => runCsharp('sample.dll');
}
