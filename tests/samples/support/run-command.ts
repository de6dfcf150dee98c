import { spawn } from 'node:child_process';

/** A program's output and exit code, which is `null` if the program didn't start or took too long. */
export interface Outcome {
  status: number | null;
  output: string;
}

/** How tests wait for a program. On a busy machine, it takes ten times as long. */
export const PATIENTLY = { interval: 20, timeout: 120_000 };

/** Starts a program in a folder, with a time limit in milliseconds. */
export function startCommand(
  command: string,
  parameters: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  timeout = 300_000,
) {
  const child = spawn(command, parameters, { cwd, env: { ...process.env, ...env }, timeout });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('error', ({ message }) => resolve({ status: null, output: message }));
    child.on('close', (status) => resolve({ status, output }));
  });
  return { child, outcome, output: () => output };
}

/** Runs a program until it exits. */
export const runCommand = (...command: Parameters<typeof startCommand>) => startCommand(...command).outcome;
