import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { millis } from '../../domain/units.ts';
import { findPlainRequest, PlainAnswer } from './plain-request.ts';

let server: Server;
beforeAll(async () => {
  server = createServer({ requireHostHeader: false });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: object;
  readonly body: string;
}

/** What Node makes of the bytes: its requests, and what it says of the rest. */
async function readByNode(bytes: Buffer): Promise<Seen[]> {
  const seen: Seen[] = [];
  const listen = (message: IncomingMessage, response: ServerResponse): void => {
    const pieces: Buffer[] = [];
    message.on('data', (piece) => pieces.push(piece));
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      seen.push({ method, url, headers, body: Buffer.concat(pieces).toString('latin1') });
      response.end();
    });
  };
  server.on('request', listen).on('checkExpectation', listen);
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.end(bytes);
  await once(socket, 'close');
  server.removeAllListeners('request').removeAllListeners('checkExpectation');
  return seen;
}

const nowhere = null as unknown as Socket;

const ODD = ['\r', '\n', '\t', ' ', '\0', 'é', ':', '"', '\r\n ', ', ', '%', '#', '\\'];
const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z0-9/?=&.-]{0,12}$/) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ODD), fc.constantFrom('x', '')).map(String) },
);
const NAMES = ['Host', 'X-a', 'x-A', 'Content-Length', 'content-type', 'Connection', '__proto__'];
const FURTHER = ['transfer-encoding', 'expect', 'upgrade', 'cookie', 'constructor', 'x y', 'x_y'];
const VALUES = [
  '3',
  '03',
  '+3',
  '0',
  'keep-alive',
  'Keep-Alive',
  'close',
  'chunked',
  '100-continue',
];
const header = fc
  .tuple(
    fc.oneof(fc.constantFrom(...NAMES, ...NAMES, ...FURTHER), text),
    fc.constantFrom(': ', ': ', ': ', ':', ' :', ':  ', ':\t', ''),
    fc.oneof(fc.constantFrom(...VALUES), text),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\r\n', ' \r\n', '\n'),
  )
  .map((parts) => parts.join(''));
const request = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'get', 'PATCH'),
    path: text,
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0', '1.2'),
    headers: fc.array(header, { maxLength: 4 }),
    body: fc.constantFrom('', '', 'abc', 'abcGET / HTTP/1.1\r\n\r\n'),
  })
  .map(({ method, path, version, headers, body }) =>
    Buffer.from(`${method} /${path} HTTP/${version}\r\n${headers.join('')}\r\n${body}`, 'latin1'),
  );

test('[GATE-40] what is read without Node is what Node reads', async () => {
  let plain = 0;
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      const found = findPlainRequest(bytes, nowhere);
      if (found === undefined) return;
      plain += 1;
      const { method, url, headers, body } = found;
      const [first] = await readByNode(bytes);
      expect({ method, url, headers, body: body?.toString('latin1') ?? '' }).toEqual({
        ...first,
        // Node reads the body that a GET has, too.
        body: first?.body ?? '',
      });
      const rest = bytes.subarray(found.bytes);
      const length = Number(found.headers['content-length'] ?? 0);
      expect(bytes.length - rest.length).toBe(bytes.indexOf('\r\n\r\n') + 4 + length);
    }),
    { numRuns: 3_000, seed: 7 },
  );
  expect(plain).toBeGreaterThan(100);
});

test.each([
  ['a second length', 'Content-Length: 3\r\ncontent-length: 3\r\n'],
  ['a length of chunks', 'Transfer-Encoding: chunked\r\n'],
  ['a sign in the length', 'Content-Length: +3\r\n'],
  ['a line that goes on', 'X-A: b\r\n c\r\nContent-Length: 3\r\n'],
  ['a bare line feed', 'X-A: b\nContent-Length: 3\r\n'],
  ['a space before the colon', 'Content-Length : 3\r\n'],
  ['an end of the connection', 'Connection: close\r\nContent-Length: 3\r\n'],
  ['a body that is not all there', 'Content-Length: 4\r\n'],
  ['a letter beyond ASCII', 'X-A: \xe9\r\nContent-Length: 3\r\n'],
  ['a name that every object has', '__proto__: x\r\nContent-Length: 3\r\n'],
])('[GATE-40] %s is left to Node', (_, headers) => {
  const head = 'POST /x HTTP/1.1\r\n';
  expect(findPlainRequest(Buffer.from(`${head}${headers}\r\nabc`, 'latin1'), nowhere)).toBe(
    undefined,
  );
  const plain = Buffer.from(`${head}Content-Length: 3\r\n\r\nabcGET`, 'latin1');
  expect(findPlainRequest(plain, nowhere)?.body?.toString()).toBe('abc');
});

/** What is written of an answer with the given means, but for its date. */
async function written(answer: (response: ServerResponse | PlainAnswer) => void): Promise<string> {
  const isOver = once(server, 'request').then(([, response]) => answer(response));
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write('GET / HTTP/1.1\r\n\r\n');
  await isOver;
  const [text] = await once(socket, 'data');
  socket.destroy();
  return String(text).replace(/Date: .*/, 'Date');
}

test.each([true, false])(
  '[GATE-40] an answer reads like one of Node, kept alive: %s',
  async (stays) => {
    const answer = (response: ServerResponse | PlainAnswer): void => {
      response.shouldKeepAlive = stays;
      const headers = ['content-type', 'application/json', 'content-length', '2'];
      response.writeHead(400, headers).end('{}', 'latin1');
    };
    const terms = { now: () => millis(0), keepAliveMillis: server.keepAliveTimeout };
    const plain = await written((response) =>
      answer(new PlainAnswer(response.socket as Socket, terms, () => undefined)),
    );
    expect(plain).toBe(await written(answer));
    expect(plain).toContain(stays ? 'Connection: keep-alive' : 'Connection: close');
  },
);
