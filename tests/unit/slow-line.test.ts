import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { bareText } from '../tools/bench/bare-text.ts';
import { Line } from '../tools/bench/line.ts';

/** Quick enough for a test, and slow enough to need many packets and several windows. */
const speed = { name: 'Test', kilobitsPerSecond: 40_000, roundTripMilliseconds: 6 };

/** Sends messages through a line to an echo server, on several connections at the same time. */
async function echo(line: Line, messages: readonly Buffer[]): Promise<Buffer[]> {
  const server = createServer((socket) => {
    const stream = line.connect(socket);
    stream.pipe(stream);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const replies = messages.map(async (message) => {
    const socket = connect(port, 'localhost');
    socket.write(message);
    const parts: Buffer[] = [];
    for await (const part of socket as AsyncIterable<Buffer>) {
      parts.push(part);
      if (parts.reduce((sum, { length }) => sum + length, 0) >= message.length) break;
    }
    return Buffer.concat(parts);
  });
  try {
    return await Promise.all(replies);
  } finally {
    server.close();
  }
}

test('What goes through an emulated line arrives whole and in order, both ways, on each connection', async () => {
  const messages = [1, 1_460, 1_461, 100_000, 100_001].map((size) => randomBytes(size));
  const line = new Line(speed);
  const replies = await echo(line, messages);
  replies.forEach((reply, index) => assert.ok(reply.equals(messages[index]!), `message ${index}`));
  assert.equal(
    line.received,
    messages.reduce((sum, { length }) => sum + length, 0),
  );
});

test('An emulated line is never quicker than its round trips and its bandwidth allow', async () => {
  const start = performance.now();
  await echo(new Line(speed), [randomBytes(100_000)]);
  const transfer = (100_000 * 8) / speed.kilobitsPerSecond;
  // Name look-up, TCP, and the way there and back.
  assert.ok(performance.now() - start >= 3 * speed.roundTripMilliseconds + transfer);
});

test('The bare text of a page is its main text, without navigation, styles, scripts and pictures', () => {
  const page = `<head><title>T</title><style>p{}</style></head><nav>Menu</nav>
<main class="m"><h1 id="a">One &amp; two</h1><div><p style="x">Text <a href="/b/" class="c">link</a></p></div>
<svg><text>drawn</text></svg><script>run()</script><button>Press</button></main><footer>End</footer>`;
  assert.match(
    bareText(page),
    /<body><h1>One &amp; two<\/h1><p>Text <a href="\/b\/">link<\/a><\/p>\s*<\/body>/,
  );
});
