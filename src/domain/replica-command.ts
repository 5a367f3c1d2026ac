/**
 * Commands that only exist where several processes share one log. Each process is a replica: it
 * applies every entry of the log, and hands its own commands to the log in numbered batches.
 */
import type { Millis } from './units.ts';

/** One life of a replica: sixteen hex digits, drawn at random when it begins. */
export type SessionId = string;

/** Tells a batch from every other, so that one that is sent again takes effect once. */
export interface BatchIdentity {
  readonly session: SessionId;
  /** 1, 2, … within the session. */
  readonly number: number;
  /** The clock of the sender at this sending. */
  readonly sentAt: Millis;
}

/** The commands of a batch follow it as entries of their own, all at the same time. */
export interface BeginBatch extends BatchIdentity {
  readonly kind: 'begin-batch';
  /** Where the batch is in a log elsewhere; zero in files. */
  readonly position: number;
  /** How many commands follow. */
  readonly count: number;
}
