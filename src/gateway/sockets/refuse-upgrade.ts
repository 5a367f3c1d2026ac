/** Answers a refused handshake like any other request, and ends the connection. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FormattedError } from '../../wire/errors.ts';

export function refuseUpgrade(
  stream: Duplex,
  { status, body: told }: FormattedError,
  retryAfterSeconds: number,
  further: readonly string[] = [],
): void {
  const body = JSON.stringify(told);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...(retryAfterSeconds > 0 ? [`retry-after: ${retryAfterSeconds}`] : []),
    ...further,
  ];
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy());
}
