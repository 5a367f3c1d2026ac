/**
 * The identity of one signed request. It is journaled with the request's command, so that a repeat
 * is recognised after a restart and in every replay.
 */
import type { Millis } from './units.ts';

export interface RequestIdentity {
  /** The first sixteen bytes of a hash over the signed request, as signed 32-bit numbers. */
  readonly words: IdentityWords;
  /** The wall clock on arrival, because venue time may run at another pace or be stepped. */
  readonly receivedAt: Millis;
}

export type IdentityWords = readonly [number, number, number, number];
