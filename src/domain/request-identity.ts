/**
 * What tells one signed request from every other. It travels with the command that the request
 * leads to, so that whoever has read the journal knows a repeat when it comes.
 */
import type { Millis } from './units.ts';

export interface RequestIdentity {
  /** The first sixteen bytes of a hash over the signed request, as signed 32-bit numbers. */
  readonly words: IdentityWords;
  /** The wall clock when it came: venue time may run at another pace, or be stepped. */
  readonly receivedAt: Millis;
}

export type IdentityWords = readonly [number, number, number, number];
