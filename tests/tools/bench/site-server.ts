/** Serves the built site, and the bare text of each of its pages. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createSiteServer } from '../../../src/hosting/preview-server.ts';
import { bareText } from './bare-text.ts';

/** Path prefix of the bare text of every page. */
const BARE = '/bare-text';

export class SiteServer {
  readonly #sockets: Socket[] = [];
  readonly #server;

  /** @param folder - The built site, compressed already. */
  constructor(folder: string) {
    const site = createSiteServer(folder);
    this.#server = createServer((request, response) => {
      const { url = '' } = request;
      if (!url.startsWith(BARE)) {
        site.emit('request', request, response);
        return;
      }
      const html = readFileSync(join(folder, url.slice(BARE.length), 'index.html'), 'utf8');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' });
      response.end(brotliCompressSync(bareText(html)));
    });
    this.#server.on('connection', (socket) => this.#sockets.push(socket));
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of bytes that the server has sent, including headers and prefetched files. */
  get sent(): number {
    return this.#sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  }

  /** The URL of a page with only the text of another page. */
  bare(address: string): string {
    return `${BARE}${address}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
