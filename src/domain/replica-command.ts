/**
 * Commands that only exist where several processes share one log. Each process is a replica: it
 * applies every entry of the log, and hands its own commands to the log in numbered batches.
 */
import type { Millis, Seq } from './units.ts';

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

/** What one replica does for all of them. Journals store places in this list: new ones go last. */
export const DUTIES = ['market', 'season-clock', 'archive', 'snapshots'] as const;
export type Duty = (typeof DUTIES)[number];

/**
 * Asks for a duty. It is granted if its term is the one after the present, and nobody has the duty
 * or its holder was silent for too long. The first in the log has it. A holder that leaves passes
 * its duty to another in the same way.
 */
export interface TakeDuty {
  readonly kind: 'take-duty';
  readonly duty: Duty;
  readonly holder: SessionId;
  readonly term: number;
}

/** The term under which a command is sent. If another term has begun, it changes nothing. */
export interface Mandate {
  readonly duty: Duty;
  readonly term: number;
}

/** Changes nothing. A replica compares it with what it found itself, and stops if it differs. */
export interface MarkState {
  readonly kind: 'mark-state';
  /** The entry after which the state had this hash. */
  readonly seq: Seq;
  readonly hash: string;
  /** The running hash over the places and times of all batches up to then. */
  readonly chain: string;
}
