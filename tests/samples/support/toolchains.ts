import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { python } from '../../starters/support/starters.ts';
import { compileCsharp, runCsharp } from '../../support/dotnet/dotnet.ts';
import { runCommand, type Outcome } from './run-command.ts';

type Command = [name: string, ...options: string[]];

/** A language's file for a program, and the command that runs it from its folder. */
interface Toolchain {
  file: string;
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
export const toolchains = {
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
    compile: (programs: readonly Program[]) =>
      compileCsharp(
        Object.fromEntries(
          programs.map(({ folder }) => [join(folder, 'sample.dll'), [join(folder, 'Sample.cs')]]),
        ),
      ),
  },
} satisfies Record<string, Toolchain>;

export type Language = keyof typeof toolchains;

/** Runs programs in sequence. */
export async function runAll(language: Language, programs: readonly Program[]): Promise<Outcome[]> {
  const { compile, file, run }: Toolchain = toolchains[language];
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
