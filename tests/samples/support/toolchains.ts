import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { python } from '../../starters/support/starters.ts';
import { compileCsharp, runCsharp } from '../../support/dotnet/dotnet.ts';
import { runCommand, type Outcome } from './run-command.ts';

type Command = [name: string, ...options: string[]];

/** How to run a language's programs. */
interface Toolchain {
  file: string;
  /** The command that runs a program from its folder. */
  run: Command;
  /** Compiles all programs together before they run, which is faster than one by one. */
  compile?: (programs: readonly Program[]) => void;
}

/** A program with its own folder. */
export interface Program {
  code: string;
  folder: string;
}

/** The tested languages, by their code block names. */
const toolchains: Readonly<Record<string, Toolchain>> = {
  sh: { file: 'sample.sh', run: ['bash', 'sample.sh'] },
  js: { file: 'sample.mjs', run: [process.execPath, 'sample.mjs'] },
  python: { file: 'sample.py', run: [python, 'sample.py'] },
  php: { file: 'sample.php', run: ['php', 'sample.php'] },
  // Use the compiler that starts fastest.
  java: { file: 'Sample.java', run: ['java', '-XX:TieredStopAtLevel=1', 'Sample.java'] },
  csharp: {
    file: 'Sample.cs',
    // A getter, because this compiles shared code that only C# programs need.
    get run() {
      return runCsharp('sample.dll');
    },
    compile: (programs) =>
      compileCsharp(
        Object.fromEntries(
          programs.map(({ folder }) => [join(folder, 'sample.dll'), [join(folder, 'Sample.cs')]]),
        ),
      ),
  },
};

/** Returns a language's toolchain. Throws for unknown languages. */
export function toolchainOf(language: string): Toolchain {
  const toolchain = toolchains[language];
  if (!toolchain) throw new Error(`No toolchain for ${language}.`);
  return toolchain;
}

/** Runs programs in sequence. */
export async function runAll(language: string, programs: readonly Program[]): Promise<Outcome[]> {
  const { compile, file, run } = toolchainOf(language);
  for (const { folder, code } of programs) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  compile?.(programs);
  const outcomes: Outcome[] = [];
  const [command, ...options] = run;
  for (const { folder } of programs) outcomes.push(await runCommand(command, options, folder));
  return outcomes;
}
