/**
 * Charges the sender of a malformed request. There is no request to charge, only a connection. A
 * trusted proxy is not charged for what it forwards.
 */
import type { Duplex } from 'node:stream';
import type { Edge } from '../edge.ts';
import type { Broken } from '../http-server.ts';

interface Cost {
  readonly weight: number;
  /** It counts as this many refusals when an address is judged for a shutout. */
  readonly refusals: number;
}

/**
 * No honest program sends garbage instead of HTTP, but a browser that is pointed at `https:` tries
 * several times. A client that has opened a WebSocket knows the protocol, so its broken frames are
 * no accident.
 */
const COSTS: Readonly<Record<Broken, Cost>> = {
  'given-up': { weight: 1, refusals: 0 },
  unfit: { weight: 1, refusals: 0 },
  garbage: { weight: 5, refusals: 1 },
  'bad-frame': { weight: 5, refusals: 10 },
};

export function chargeBroken(
  { crowd, limiter, venue }: Pick<Edge, 'crowd' | 'limiter' | 'venue'>,
  socket: Duplex,
  kind: Broken,
): void {
  const guest = crowd.find(socket);
  if (guest === undefined || guest.isTrusted) return;
  const now = venue.clock.monotonicNow();
  const { weight, refusals } = COSTS[kind];
  limiter.takeAddress(guest.group, weight, now);
  limiter.charge({ group: guest.group, refusals }, now);
  if (limiter.noteTold(guest.group, now)) crowd.dismiss(guest.group, socket);
}
