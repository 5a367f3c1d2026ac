/**
 * Charges the sender of a malformed request. There is no request to charge, only a connection. A
 * trusted proxy is not charged for what it forwards.
 */
import type { Duplex } from 'node:stream';
import type { Edge } from '../edge.ts';
import type { Broken } from '../http-server.ts';

/** As much as a light endpoint. */
const WEIGHT = 1;
/** No honest program sends garbage instead of HTTP or WebSocket frames. */
const GARBAGE_WEIGHT = 5;

export function chargeBroken(
  { crowd, limiter, venue }: Pick<Edge, 'crowd' | 'limiter' | 'venue'>,
  socket: Duplex,
  kind: Broken,
): void {
  const guest = crowd.find(socket);
  if (guest === undefined || guest.isTrusted) return;
  const now = venue.clock.monotonicNow();
  const isGarbage = kind === 'garbage';
  limiter.takeAddress(guest.group, isGarbage ? GARBAGE_WEIGHT : WEIGHT, now);
  if (isGarbage) limiter.noteRefusal(guest.group, now);
  if (limiter.noteTold(guest.group, now)) crowd.dismiss(guest.group, socket);
}
