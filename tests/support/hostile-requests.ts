/** Requests that no well-behaved client sends, as the bytes of HTTP/1.1. */

/** A GET request. */
export const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

/** The header of the last request on a connection. */
export const last = 'Connection: close';

/** Numbers and what may be taken for them. */
export const rangeNumbers = [
  '',
  '0',
  '1',
  '50',
  '-1',
  '9007199254740993',
  '9'.repeat(300),
  '1e3',
  '0x10',
  ' 5',
  'NaN',
  '٣',
];

/** Ways to write the segment that leads to the parent folder. */
export const stepsUp = [
  '..',
  '%2e%2e',
  '.%2e',
  '..%2f',
  '..%5c',
  '%2e%2e%2f',
  '..;',
  '%252e%252e',
  '..%00',
  '..%c0%af',
  '\\..',
];

/** What the server must refuse, or take for something harmless. */
export const oddRequestsByName: Record<string, string> = {
  'a method that nobody knows': `BREW / HTTP/1.1\r\nHost: localhost\r\n${last}\r\n\r\n`,
  TRACE: `TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: secret\r\n${last}\r\n\r\n`,
  CONNECT: 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
  'a huge upload': 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\nx',
  'a negative length': 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
  'a length and chunks': `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get('/')}`,
  'broken chunks': 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'too large headers': get('/', `X-Large: ${'x'.repeat(100_000)}`, last),
  'too many headers': get('/', ...Array.from({ length: 3_000 }, (_, index) => `X-${index}: x`), last),
  'a null byte in a header': get('/', 'X-Null: a\0b', last),
  'a folded header': get('/', 'X-Folded: a', ' b', last),
  'a bare line feed': 'GET / HTTP/1.1\nHost: localhost\n\n',
  'no host': `GET / HTTP/1.1\r\n${last}\r\n\r\n`,
  'two hosts': get('/', 'Host: example.com', last),
  'a split response': get('/%0d%0aSet-Cookie:%20a=b', last),
  'an unknown expectation': get('/', 'Expect: the-best', last),
  'an upgrade': get('/', 'Upgrade: websocket', 'Connection: Upgrade, close'),
  'HTTP/2 at once': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/0.9': 'GET /\r\n',
  'HTTP/9.9': 'GET / HTTP/9.9\r\n\r\n',
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  noise: '\x00\xff\xfe'.repeat(1_000),
  'a long path': get(`/${'a/'.repeat(6_000)}`, last),
  'many encodings': get('/', `Accept-Encoding: ${'br;q=0.1,'.repeat(1_500)}`, last),
  'many ETags': get('/', `If-None-Match: ${'"a",'.repeat(3_000)}`, last),
  'strange dates': get('/', 'If-Modified-Since: Infinity', 'If-Unmodified-Since: \xff', last),
  'a strange If-Range': get('/guide/', 'Range: bytes=0-5', 'If-Range: """', last),
};
