import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The number of bytes that a program may print before it's stopped. */
const MOST_OUTPUT = 5_000_000;
/** How many milliseconds a program has to exit after a signal. */
const GRACE = 2_000;
const isWindows = process.platform === 'win32';

/** A program that runs in its own process group. */
export interface Program {
  /** Resolves when the program has ended and all its output has been read. */
  ended: Promise<void>;
  isRunning: boolean;
  /** The problem, if any, that the program ended with, such as `ended with exit code 1`. */
  problem: string | undefined;
  lastLine: string;
  /** Stops the program and its child processes because of a problem. */
  stop: (problem: string) => Promise<void>;
}

/** The process IDs of all running programs. They're stopped when this process ends. */
const running = new Set<number>();
process.on('exit', () => running.forEach((pid) => kill(pid, 'SIGKILL')));

/** Starts a program. `read` receives each line that it prints. */
export function startProgram(
  [command = '', ...parameters]: readonly string[],
  env: Record<string, string>,
  read: (line: string) => void,
): Program {
  const child = spawn(command, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A signal to the group also ends child processes. Windows has no groups, but needs a shell for npm.
    detached: !isWindows,
    shell: isWindows,
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const isClosed = new Promise((resolve) => child.once('close', resolve));
  const hasExited = new Promise<void>((resolve) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const fix = 'Write its command after --, as in -- node app.js';
      const reason = code === 'ENOENT' ? `there is no ${command}. ${fix}` : message;
      resolve(void (program.problem = `can't be started: ${reason}`));
    });
    child.once('exit', (code, signal) => {
      if (code !== 0) program.problem ??= `ended with ${code === null ? signal : `exit code ${code}`}`;
      resolve();
    });
  });

  let length = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MOST_OUTPUT) void program.stop('printed more than 5 MB');
    });
    createInterface({ input: stream }).on('line', (line) => {
      program.lastLine = line.trim().slice(0, 300) || program.lastLine;
      read(line);
    });
  }

  const program: Program = {
    isRunning: true,
    problem: undefined,
    lastLine: '',
    // Child processes may keep running and hold the program's output open.
    ended: hasExited.then(async () => {
      program.isRunning = false;
      if (pid === undefined) return;
      kill(pid, 'SIGKILL');
      running.delete(pid);
      await isClosed;
    }),
    async stop(problem) {
      program.problem ??= problem;
      if (pid !== undefined && program.isRunning) kill(pid, length > MOST_OUTPUT ? 'SIGKILL' : 'SIGTERM');
      const timer = setTimeout(() => pid !== undefined && kill(pid, 'SIGKILL'), GRACE);
      await program.ended;
      clearTimeout(timer);
    },
  };
  return program;
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, signal);
  } catch {
    // The signal failed because all processes of the group have ended.
  }
}
