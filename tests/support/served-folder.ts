import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { precompress } from '../../src/server/precompress.ts';
import { createSiteServer } from '../../src/server/server.ts';

/** A complete response, with its body as it was transferred. */
export interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A small site in a folder of its own, compressed and served on a free port. */
export class ServedFolder {
  readonly folder = mkdtempSync(join(tmpdir(), 'site-'));
  #server: Server | undefined;

  /** Writes the files, compresses them, and starts the server. */
  static async start(files: Record<string, string | Buffer>): Promise<ServedFolder> {
    const site = new ServedFolder();
    for (const [file, content] of Object.entries(files)) site.write(file, content);
    await precompress(site.folder);
    const server = createSiteServer(site.folder);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site.#server = server;
    return site;
  }

  get port(): number {
    return (this.#server!.address() as AddressInfo).port;
  }

  write(file: string, content: string | Buffer): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  remove(file: string): void {
    rmSync(join(this.folder, file), { recursive: true });
  }

  /** Requests a path exactly as it is written; `fetch` would normalize it and decompress the response. */
  async get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Received> {
    const response = await this.open(path, headers, method);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) };
  }

  /** Requests a path and returns once the headers have arrived; the caller reads or destroys the rest. */
  open(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: this.port, path, headers, method, agent: false }, resolve)
        .on('error', reject)
        .setTimeout(10_000, () => reject(new Error(`${method} ${path} got no response within 10 s`)))
        .end();
    });
  }

  /** Stops the server and deletes the folder. */
  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    rmSync(this.folder, { recursive: true });
  }
}
