/** A client that writes bytes as it likes, for what no library would send. */
import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { EdgeKit } from './edge-kit.ts';

export interface RawClient {
  readonly socket: Socket;
  /** Everything that came so far. */
  readonly text: () => string;
  /** The status of each answer so far. */
  readonly statuses: () => number[];
  /** Resolves with everything that came, once the connection is over. */
  readonly closed: Promise<string>;
}

export function openRaw(port: number, localAddress = '127.0.0.1'): RawClient {
  let text = '';
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  // A connection that is refused or reset is over, that is all.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return {
    socket,
    text: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    closed,
  };
}

export const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n');

/** A signed POST as bytes. */
export function signedPost(
  { issued, memory }: Pick<EdgeKit, 'issued' | 'memory'>,
  path: string,
  body: string,
): string {
  const timestamp = String(memory.clock.wallNow());
  const sign = createHmac('sha256', issued.secret).update(`${timestamp}POST${path}${body}`);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    'content-type: application/json',
    `access-key: ${issued.key.key}`,
    `access-sign: ${sign.digest('base64')}`,
    `access-passphrase: ${issued.passphrase}`,
    `access-timestamp: ${timestamp}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
