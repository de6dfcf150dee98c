/**
 * A slow connection between a browser and a server, as a stream that replaces the server's socket.
 *
 * What it emulates: the round trip; the bandwidth of each direction, which all connections share, packet by packet; the
 * round trips before a connection is established (DNS once, then TCP; TLS makes its own with real packets); slow start,
 * so that a connection begins with ten packets in flight and doubles with each round trip.
 *
 * What it doesn't emulate: lost packets and the windows that shrink after them, jitter, queues of the network, the
 * overhead of IP and TCP (about 3 %), a certificate chain of usual length (ours is 2 kB shorter, 0.05 s at 400 kbit/s),
 * the new slow start that some servers make after a pause, and priorities: the server responds in order, like many
 * servers.
 */

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export interface LineSpeed {
  name: string;
  /** The bandwidth of each direction. */
  kilobitsPerSecond: number;
  roundTripMilliseconds: number;
}

/** The number of bytes in a full packet. */
export const PACKET = 1_460;

/** The number of bytes that a connection sends before the first acknowledgment (RFC 6928). */
const INITIAL_WINDOW = 10 * PACKET;

/** With more waiting bytes than this, the server has to pause, so that it can still prioritize what it sends next. */
const HIGH_WATER = 16 * 1_024;

/** After this many milliseconds without a packet, nothing more will arrive. */
const QUIET = 2_000;

/** The longest time that a reader waits for a page, in milliseconds. */
export const PATIENCE = 90_000;

export class Line {
  readonly #up: Direction;
  readonly #down: Direction;
  readonly #roundTrip: number;
  /** When the DNS lookup of the first connection is complete. */
  #addressKnownAt: number | undefined;

  constructor({ kilobitsPerSecond, roundTripMilliseconds }: LineSpeed) {
    this.#roundTrip = roundTripMilliseconds;
    this.#up = new Direction(kilobitsPerSecond / 8, roundTripMilliseconds);
    this.#down = new Direction(kilobitsPerSecond / 8, roundTripMilliseconds);
  }

  /** Bytes that the browser received. */
  get received(): number {
    return this.#down.delivered;
  }

  /** Waits until no packet has passed for {@link QUIET} milliseconds. */
  async silence(): Promise<void> {
    const start = performance.now();
    const last = () => Math.max(start, this.#up.lastPacket, this.#down.lastPacket);
    while (performance.now() < Math.min(last() + QUIET, start + PATIENCE)) await wait(100);
  }

  /** Returns the stream that a server uses as its socket, with the delays of the line. */
  connect(browser: Socket): Duplex {
    browser.setNoDelay(true);
    const up = this.#up.open();
    const down = this.#down.open();
    const now = performance.now();
    this.#addressKnownAt ??= now + this.#roundTrip;
    const setUp = Math.max(0, this.#addressKnownAt - now) + this.#roundTrip;
    const server = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) =>
        down.send(chunk, (packet) => browser.writable && browser.write(packet), done),
      final: (done) => {
        down.send(Buffer.alloc(0), () => browser.end(), done);
      },
      destroy: (error, done) => {
        browser.destroy();
        done(error);
      },
    });
    setTimeout(() => {
      browser.on('data', (chunk: Buffer) =>
        up.send(chunk, (packet) => server.destroyed || server.push(packet)),
      );
    }, setUp);
    browser.on('close', () => server.destroy());
    browser.on('error', () => server.destroy());
    return server;
  }
}

/** One packet in flight, with the function that delivers it. */
interface Packet {
  content: Buffer;
  deliver(content: Buffer): void;
}

/** The data that one connection sends in one direction. */
class Flow {
  readonly #packets: Packet[] = [];
  readonly #wake: () => void;
  #refused: (() => void)[] = [];
  #queued = 0;
  #inFlight = 0;
  #window = INITIAL_WINDOW;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Whether there is a packet to send, and enough earlier ones are acknowledged. */
  get isReady(): boolean {
    return this.#packets.length > 0 && this.#inFlight < this.#window;
  }

  /** @param accepted - Called when there is room for more. */
  send(chunk: Buffer, deliver: Packet['deliver'], accepted: () => void = () => undefined) {
    for (let from = 0; from === 0 || from < chunk.length; from += PACKET) {
      this.#packets.push({ content: chunk.subarray(from, from + PACKET), deliver });
    }
    this.#queued += chunk.length;
    this.#refused.push(accepted);
    this.#wake();
    this.#admit();
  }

  take(): Packet {
    const packet = this.#packets.shift()!;
    this.#inFlight += packet.content.length;
    this.#queued -= packet.content.length;
    this.#admit();
    return packet;
  }

  confirm(bytes: number) {
    this.#inFlight -= bytes;
    this.#window += bytes;
    this.#wake();
  }

  #admit() {
    if (this.#queued > HIGH_WATER) return;
    const admitted = this.#refused;
    this.#refused = [];
    for (const accepted of admitted) accepted();
  }
}

/** One direction of the line, which its flows use in turn. */
class Direction {
  delivered = 0;
  lastPacket = 0;
  readonly #flows: Flow[] = [];
  /** Timers may fire in another order than they were set in; packets arrive as they were sent. */
  readonly #onTheWay: Packet[] = [];
  readonly #bytesPerMillisecond: number;
  readonly #roundTrip: number;
  #busy = false;
  /** When the line is free again. */
  #freeAt = 0;

  constructor(bytesPerMillisecond: number, roundTrip: number) {
    this.#bytesPerMillisecond = bytesPerMillisecond;
    this.#roundTrip = roundTrip;
  }

  open(): Flow {
    const flow = new Flow(() => {
      if (!this.#busy) this.#sendNext(Math.max(this.#freeAt, performance.now()));
    });
    this.#flows.push(flow);
    return flow;
  }

  /** @param start - When the line sends the packet. A late timer doesn't delay the packets that follow. */
  #sendNext(start: number) {
    const flow = this.#flows.find(({ isReady }) => isReady);
    this.#busy = flow !== undefined;
    if (!flow) return;
    const packet = flow.take();
    // Put a stream that has sent data at the end of the queue.
    this.#flows.push(...this.#flows.splice(this.#flows.indexOf(flow), 1));
    this.#onTheWay.push(packet);
    this.#freeAt = start + packet.content.length / this.#bytesPerMillisecond;
    const sent = Math.max(0, this.#freeAt - performance.now());
    setTimeout(() => this.#sendNext(this.#freeAt), sent);
    setTimeout(() => this.#arrive(), sent + this.#roundTrip / 2);
    setTimeout(() => flow.confirm(packet.content.length), sent + this.#roundTrip);
  }

  #arrive() {
    const { content, deliver } = this.#onTheWay.shift()!;
    this.delivered += content.length;
    this.lastPacket = performance.now();
    deliver(content);
  }
}
