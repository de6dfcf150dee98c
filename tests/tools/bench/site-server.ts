/** Serves the built site over HTTP/2, as hosts do, and the bare text of each of its pages. */

import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createSiteServer } from '../../../src/server/server.ts';
import { bareText } from './bare-text.ts';
import { makeCertificate } from './certificate.ts';
import { PACKET, type Line } from './line.ts';

/** Path prefix of the bare text of every page. */
const BARE = '/bare-text';

/** Bytes that TLS adds to a record. */
const RECORD_OVERHEAD = 22;

export class SiteServer {
  readonly #certificate = makeCertificate();
  readonly #folder: string;
  readonly #sockets = new Set<Socket>();
  readonly #gate = createServer((socket) => this.#accept(socket));
  readonly #secure = createSecureServer({
    key: this.#certificate.key,
    cert: this.#certificate.cert,
    allowHTTP1: true,
  });
  /** The emulated connection between browsers and the server; none initially. */
  #line: Line | undefined;

  /** @param folder - The built site, compressed already. */
  constructor(folder: string) {
    this.#folder = folder;
    const site = createSiteServer(folder);
    this.#secure.on('request', (request, response) => {
      if (!request.url.startsWith(BARE)) {
        site.emit('request', request, response);
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' });
      response.end(this.#bare(request.url.slice(BARE.length)));
    });
    // A browser reads a record when all of it has arrived. Good hosts let none span two packets.
    this.#secure.on('secureConnection', (socket) => socket.setMaxSendFragment(PACKET - RECORD_OVERHEAD));
    this.#secure.on('sessionError', () => undefined);
    this.#secure.on('tlsClientError', () => undefined);
  }

  /** The argument that makes a browser trust the server. */
  get browserArgument(): string {
    return `--ignore-certificate-errors-spki-list=${this.#certificate.fingerprint}`;
  }

  get origin(): string {
    return `https://localhost:${(this.#gate.address() as AddressInfo).port}`;
  }

  /** The URL of a page with only the text of another page. */
  bare(address: string): string {
    return `${BARE}${address}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#gate.listen(0, 'localhost', resolve));
  }

  /** Ends all connections; those that follow go through the line. */
  use(line: Line | undefined): void {
    this.#hangUp();
    this.#line = line;
  }

  close(): void {
    this.#hangUp();
    this.#gate.close();
  }

  #accept(socket: Socket) {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    this.#secure.emit('connection', this.#line ? this.#line.connect(socket) : socket);
  }

  #hangUp() {
    for (const socket of this.#sockets) socket.destroy();
  }

  #bare(address: string): Buffer {
    return brotliCompressSync(bareText(readFileSync(join(this.#folder, address, 'index.html'), 'utf8')));
  }
}
