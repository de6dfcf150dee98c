import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { factsFile, type SiteFacts } from '../../src/hosting/site-facts.ts';
import { projectRoot } from './project-copy.ts';

/** The server of `npm run serve` in a process of its own, on a free port, over a small `dist` folder. */
export class SpawnedServer {
  readonly process: ChildProcess;
  readonly port: number;
  readonly #folder: string;
  readonly #output: string[];

  private constructor(process: ChildProcess, port: number, folder: string, output: string[]) {
    this.process = process;
    this.port = port;
    this.#folder = folder;
    this.#output = output;
  }

  /**
   * @param files - The contents of `dist`, by path.
   * @param nodeOptions - Options of Node.js for the process.
   */
  static async start(files: Record<string, string | Buffer>, nodeOptions = ''): Promise<SpawnedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'served-'));
    for (const [file, content] of Object.entries(files)) {
      const path = join(folder, 'dist', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    mkdirSync(join(folder, 'hosts'));
    const facts: SiteFacts = { base: '', inline: { scripts: [], styles: [] }, redirects: [] };
    writeFileSync(join(folder, factsFile), JSON.stringify(facts));
    const child = spawn(process.execPath, [join(projectRoot, 'src/server/serve.ts')], {
      cwd: folder,
      env: { ...process.env, PORT: '0', NODE_OPTIONS: nodeOptions },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const found = /localhost:(\d+)/.exec(chunk.toString());
        if (found) resolve(Number(found[1]));
      });
      child.once('exit', (code) => reject(new Error(`The server exited with ${code}: ${output.join('')}`)));
    });
    return new SpawnedServer(child, port, folder, output);
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** What the server has written to stderr. */
  get errors(): string {
    return this.#output.join('');
  }

  /** Open descriptors of the process (Linux). */
  get descriptors(): number {
    return readdirSync(`/proc/${this.process.pid}/fd`).length;
  }

  /** Memory of the process in MB (Linux). */
  get memory(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024;
  }

  /** Opens a connection; errors on it are expected. */
  async connect(): Promise<Socket> {
    const socket = connect(this.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise<unknown>((resolve) => socket.once('connect', resolve).once('close', resolve));
    return socket;
  }

  /**
   * Sends bytes on a new connection and returns what comes back until the server closes it, or nothing more has
   * come for a while.
   */
  async raw(bytes: string, patience = 2_000): Promise<string> {
    const socket = await this.connect();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.setTimeout(patience, () => socket.destroy());
    socket.write(bytes, 'latin1');
    // A reset counts as the end.
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
    return Buffer.concat(chunks).toString('latin1');
  }

  /** Ends the process and deletes the folder. */
  async close(): Promise<void> {
    if (this.running) {
      const exited = once(this.process, 'exit');
      this.process.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true });
  }
}
