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
  /** The number that its signer may use once, where requests are told apart by such numbers. */
  readonly nonce?: Nonce;
}

export interface Nonce {
  /** A hash of who signed, in hexadecimal: the journal is published, and addresses are not. */
  readonly signer: string;
  /** Unix time in milliseconds, or near it. */
  readonly value: number;
}

export type IdentityWords = readonly [number, number, number, number];
