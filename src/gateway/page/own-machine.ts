/**
 * Whether a browser runs on this machine and uses a local name for it. A request through a proxy
 * or under another name does not count, whatever the address of the peer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../address.ts';
import type { PageVisit } from '../route.ts';

const LOOPBACK_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

export const isFromThisMachine = ({ headers, socket }: PageVisit): boolean =>
  isLoopback(socket.remoteAddress ?? '') &&
  LOOPBACK_NAME.test(headers.host ?? '') &&
  !isForwarded(headers);

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  FORWARDED.some((name) => headers[name] !== undefined);
