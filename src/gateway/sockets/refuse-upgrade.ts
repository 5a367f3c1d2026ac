/** A handshake that is refused is answered like any other request, and the connection ends. */
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Millis } from '../../domain/units.ts';
import { errorBody } from '../../wire/v2/errors.ts';
import type { Refused } from '../credentials-check.ts';
import { localeFrom } from '../request-locale.ts';

export function refuseUpgrade(
  stream: Duplex,
  headers: IncomingHttpHeaders,
  { error, retryAfterSeconds }: Refused,
  now: Millis,
): void {
  const body = JSON.stringify(errorBody(error, localeFrom(headers), now));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Refused'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...(retryAfterSeconds > 0 ? [`retry-after: ${retryAfterSeconds}`] : []),
  ];
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy());
}
