/**
 * The running whole, as its callers see it: one place to submit commands, one state to read, one
 * stream of what happened. Nothing is acknowledged before it is durable and applied.
 */
import type { Archive } from '../archive/archive.ts';
import type { Contest } from '../competition/contest.ts';
import type { Command } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import type { Millis, Seq } from '../domain/units.ts';
import type { JournalHead } from '../journal/journal.ts';
import type { TrackedOrder } from '../views/orders.ts';
import type { ContractHistory } from '../views/seed-history.ts';
import type { Clock } from './clock.ts';
import type { Read } from './read.ts';

/** What `submit` rejects with where a command cannot be written down. */
export { NotStorable } from '../journal/journal-error.ts';

export interface Venue {
  /** All that may be known of it: always as new as the last acknowledgement. */
  readonly read: Read;
  /** Scores of the competition, for reading only. */
  readonly contest: Contest;
  readonly archive: Archive;
  readonly clock: Clock;
  /** What the start found and did. */
  readonly recovery: RecoveryReport;
  /**
   * Resolves once the command is durable and applied. Rejects with VenueUnavailable, and with
   * NotStorable where the command is not one: a number that is none, a text that is too long.
   *
   * With the signed request behind it, the events tell what to answer; one that was answered
   * before changes nothing and is answered with the same.
   */
  submit: (command: Command, request?: RequestIdentity) => Promise<Applied>;
  /**
   * Told of every entry after it is durable and applied, in order, before its submitter is. Returns
   * how to stop listening.
   */
  listen: (listener: Listener) => () => void;
  /**
   * Puts generated minutes of every contract before the first price: no entry tells of them, and
   * the next snapshot tells that they are there.
   */
  putHistory: (history: Iterable<ContractHistory>) => void;
  /**
   * Resolves when the archive can be asked for all history acknowledged so far. Only needed while
   * it is behind: otherwise a query sees all that was acknowledged before it.
   */
  archived: () => Promise<void>;
  health: () => VenueHealth;
  /** No time passes by itself until `resumeTime`. */
  pauseTime: () => void;
  resumeTime: () => void;
  /** Stops accepting, flushes, saves a snapshot, lets go of journal and archive. */
  close: () => Promise<void>;
}

/** An entry and everything that followed from it. */
export interface Applied {
  readonly seq: Seq;
  readonly at: Millis;
  readonly command: Command;
  readonly events: readonly Event[];
  /** Every order that changed, as it stands after the entry. Living ones go on changing. */
  readonly orders: readonly TrackedOrder[];
}

export type Listener = (applied: Applied) => void;

export interface VenueHealth {
  readonly status: VenueStatus;
  /** Why trading stopped, in words for the operator. */
  readonly haltedBecause: string | null;
  readonly seq: Seq;
  /** Which journal it is, and how its chain stands after the last durable entry. */
  readonly journal: JournalHead & { readonly id: string };
  /** Commands taken and not yet acknowledged. */
  readonly queued: number;
  /** How many entries the archive is behind; zero where it lacks no row. */
  readonly archiveLag: number;
  /** Why the archive stores nothing more; trading goes on without. */
  readonly archiveFailedBecause: string | null;
  readonly snapshotSeq: Seq;
  /** How far the clock is behind the last entry; more than zero after it jumped back. */
  readonly clockBehindMillis: number;
  /** From handing a batch to the journal until it is durable, of the last batches. */
  readonly syncMillis: { readonly p50: number; readonly p99: number };
  readonly commandsPerSecond: number;
}

export type VenueStatus = 'trading' | 'halted' | 'closed';

export interface RecoveryReport {
  /** The snapshot that was taken up; zero where the start began with the first entry. */
  readonly snapshotSeq: Seq;
  /** Entries applied after it. */
  readonly replayed: number;
  readonly replayMillis: number;
  /** The first and last entry whose history the archive lacked and got again. */
  readonly archivedAgain: EntrySpan | null;
  /** The first and last entry whose history is lost: too old to be worked out again. */
  readonly historyLost: EntrySpan | null;
  /** What the journal had to say as it was opened, such as a torn tail that was cut off. */
  readonly warnings: readonly string[];
}

export interface EntrySpan {
  readonly from: Seq;
  readonly to: Seq;
}

/**
 * What became of a refused command. `unknown`: it may be stored and be applied by the next start,
 * because the venue stopped while it was on its way. Asking again with the same client order id
 * is safe either way.
 */
export type Fate = 'not-applied' | 'unknown';

export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable';
  readonly reason: 'overloaded' | 'halted' | 'closed';
  readonly fate: Fate;

  constructor(reason: VenueUnavailable['reason'], message: string, fate: Fate = 'not-applied') {
    super(message);
    this.reason = reason;
    this.fate = fate;
  }
}
