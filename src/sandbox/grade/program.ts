import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Bytes that a program may print before it's stopped. */
const MOST_OUTPUT = 5_000_000;
/** How long a program may take to end after it was asked to, in milliseconds. */
const GRACE = 2_000;

/** A program that runs in a process group of its own. */
export interface Program {
  /** Resolves when it has ended and everything that it printed was read. */
  ended: Promise<void>;
  /** How it ended, such as `ended with exit code 1`; nothing while it runs or if nothing was wrong. */
  problem?: string;
  isRunning: boolean;
  /** The last line that it printed. */
  lastLine: string;
  /** Ends it and what it has started. */
  stop: () => Promise<void>;
}

/** All programs that run, so that none outlives this process. */
const running = new Set<number>();
process.on('exit', () => running.forEach((pid) => kill(pid, 'SIGKILL')));

/**
 * Starts a program.
 *
 * @param read - Gets each line that it prints.
 */
export function startProgram(
  [command = '', ...parameters]: readonly string[],
  env: Record<string, string>,
  read: (line: string) => void,
): Program {
  const isWindows = process.platform === 'win32';
  const child = spawn(command, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own can be ended with all that the program has started. Windows has none, but needs a shell for npm.
    detached: !isWindows,
    shell: isWindows,
  });
  const { pid } = child;
  const program: Program = { ended: Promise.resolve(), isRunning: true, lastLine: '', stop };
  if (pid !== undefined) running.add(pid);

  let length = 0;
  const readAll = (stream: Readable) => {
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MOST_OUTPUT || program.problem) return;
      program.problem = 'printed more than 5 MB, so it was stopped';
      stream.destroy();
      void stop();
    });
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') program.lastLine = line.slice(0, 300);
      read(line);
    });
  };
  readAll(child.stdout);
  readAll(child.stderr);

  const closed = new Promise((resolve) => child.once('close', resolve));
  const exited = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      program.problem = `can't be started: ${error.message}`;
      resolve();
    });
    child.on('exit', (code, signal) => {
      if (code !== 0)
        program.problem ??= `ended with ${code === null ? String(signal) : `exit code ${code}`}`;
      resolve();
    });
  });
  // What the program has started may hold its output open.
  program.ended = exited.then(async () => {
    program.isRunning = false;
    if (pid === undefined) return;
    kill(pid, 'SIGKILL');
    running.delete(pid);
    await closed;
  });

  async function stop() {
    if (pid === undefined || !program.isRunning) return program.ended;
    program.problem ??= '';
    kill(pid, 'SIGTERM');
    const timer = setTimeout(() => kill(pid, 'SIGKILL'), GRACE);
    await program.ended;
    clearTimeout(timer);
  }
  return program;
}

/** Sends a signal to a program and to what it has started. */
function kill(pid: number, signal: NodeJS.Signals) {
  try {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}
