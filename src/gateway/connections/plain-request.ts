/**
 * Requests in the plainest form of HTTP/1.1, read without Node's parser: whole, in printable ASCII,
 * no header twice, a body of a given length. Node makes a dozen objects of a request before anyone
 * looks at it, and an order is small. Whatever is the least unusual is left to Node, so there is
 * nothing here that two programs could read in two ways.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../../domain/units.ts';
import type { Outlet, PlainRequest } from '../router.ts';

/** More than an order has, or a batch of twenty. */
const BYTES_MAX = 4_096;
const HEAD_END = '\r\n\r\n';
const BEGIN = /^(GET|POST|PUT|DELETE) (\/[\w\-.~!$&'()*+,;=:@%/?]*) HTTP\/1\.1/.source;
const HEADER = /\r\n[\w!#$%&'*+.^`|~-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?/.source;
const HEAD = new RegExp(`${BEGIN}((?:${HEADER})*)$`);
const BREAK = '\r\n';
const SPACE = 0x20;
const LENGTH = /^\d{1,4}$/;

/** These change what a connection or a body is; Node knows how. */
const LEFT_TO_NODE: ReadonlySet<string> = new Set([
  'expect',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The request that the bytes begin with; undefined if it is not whole or not plain. */
export function findPlainRequest(bytes: Buffer, socket: Socket): PlainRequest | undefined {
  // One byte is one character, and text is looked through faster than bytes.
  const text = bytes.toString('latin1', 0, BYTES_MAX);
  const headBytes = text.indexOf(HEAD_END);
  if (headBytes < 0) return undefined;
  const [, method, url, lines] = HEAD.exec(text.slice(0, headBytes)) ?? [];
  if (method === undefined || url === undefined || lines === undefined) return undefined;
  const headers = readHeaders(lines);
  if (headers === undefined) return undefined;
  const { connection, 'content-length': length = '0' } = headers;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined;
  if (!LENGTH.test(length)) return undefined;
  const bodyAt = headBytes + HEAD_END.length;
  const end = bodyAt + Number(length);
  if (end > bytes.length || end > BYTES_MAX) return undefined;
  const body = end === bodyAt ? undefined : bytes.subarray(bodyAt, end);
  return { method, url, headers, socket, body, bytes: end };
}

function readHeaders(lines: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (let at = 0; at < lines.length; ) {
    const colon = lines.indexOf(':', at);
    const next = lines.indexOf(BREAK, colon);
    const end = next < 0 ? lines.length : next;
    const name = lowerCased(lines.slice(at + BREAK.length, colon));
    // The last is true of members of every object as well.
    if (LEFT_TO_NODE.has(name) || name in headers) return undefined;
    headers[name] = lines.slice(lines.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1, end);
    at = end;
  }
  return headers;
}

/** Clients write the same few names in every request. */
const known = new Map<string, string>();
const KNOWN_MAX = 500;

function lowerCased(written: string): string {
  const before = known.get(written);
  if (before !== undefined) return before;
  const name = written.toLowerCase();
  if (known.size < KNOWN_MAX) known.set(written, name);
  return name;
}

/** What Node would add to every answer. */
export interface OutletTerms {
  readonly now: () => Millis;
  readonly keepAliveMillis: number;
}

/** Writes an answer as Node would, in one piece. */
export class PlainAnswer implements Outlet {
  shouldKeepAlive = true;
  readonly socket: Socket;
  readonly #terms: OutletTerms;
  readonly #written: (answer: PlainAnswer) => void;
  #head = '';

  constructor(socket: Socket, terms: OutletTerms, written: (answer: PlainAnswer) => void) {
    this.socket = socket;
    this.#terms = terms;
    this.#written = written;
  }

  writeHead(status: number, headers: string[]): this {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
    for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
    const { now, keepAliveMillis } = this.#terms;
    const stays = `keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMillis / 1_000)}`;
    const connection = this.shouldKeepAlive ? stays : 'close';
    this.#head = `${head}Date: ${dateText(now())}\r\nConnection: ${connection}\r\n\r\n`;
    return this;
  }

  end(body: string | Uint8Array, encoding: 'latin1' | 'utf8'): void {
    const written = (): void => this.#written(this);
    if (typeof body === 'string') this.socket.write(this.#head + body, encoding, written);
    else {
      this.socket.write(this.#head, 'latin1');
      this.socket.write(body, written);
    }
  }
}

let second = 0;
let secondText = '';

/** Made once a second. */
function dateText(now: Millis): string {
  const whole = Math.floor(now / 1_000);
  if (whole !== second) {
    second = whole;
    secondText = new Date(now).toUTCString();
  }
  return secondText;
}
