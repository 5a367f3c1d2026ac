/**
 * A running venue as its callers see it: one place to submit commands, one to read from, and one
 * stream of what happened. Nothing is acknowledged before it is durable and applied.
 */
import type { Archive } from '../archive/archive.ts';
import type { Contest } from '../competition/contest.ts';
import type { Command, Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import type { FillRow } from '../domain/history.ts';
import type { Millis, Seq } from '../domain/units.ts';
import type { JournalHead } from '../journal/journal.ts';
import type { TrackedOrder } from '../views/orders.ts';
import type { ContractHistory } from '../views/seed-history.ts';
import type { Clock } from './clock.ts';
import type { Read } from './read.ts';

/** Thrown by `submit` when a command cannot be written to the journal. */
export { NotStorable } from '../journal/journal-error.ts';

export interface Venue {
  /** All that may be asked of it, as new as the last acknowledgement. */
  readonly read: Read;
  /** Scores of the competition, for reading only. */
  readonly contest: Contest;
  readonly archive: Archive;
  readonly clock: Clock;
  /** What the start found and did. */
  readonly recovery: RecoveryReport;
  /**
   * Resolves once the command is durable and applied. Rejects with VenueUnavailable, or with
   * NotStorable if the command is malformed: a number that is not one, a text that is too long.
   *
   * If the command comes with its signed request, the events include the answer. A request that was
   * answered before changes nothing and gets the same answer again. With `until`, a time of the
   * venue's wall clock, it takes effect by then or never.
   */
  submit: (command: Command, terms?: CommandTerms) => Promise<Applied>;
  /**
   * For the market: decides a command on the state that everything submitted before leads to, and
   * stores it at exactly this venue time. Everything before has an earlier time, however slow the
   * disk is. Without a decision, or if an entry has a later time already, there is no entry. One
   * at a time.
   */
  submitAt: (at: Millis, decide: () => Command | undefined) => Promise<Applied | undefined>;
  /**
   * The listener is told of every entry in order, once it is durable and applied and before its
   * submitter is told. Returns a function that stops it.
   */
  listen: (listener: Listener) => () => void;
  /**
   * Puts generated candles of every contract before the first price. No entry mentions them; the
   * next snapshot records that they exist.
   */
  putHistory: (history: Iterable<ContractHistory>) => void;
  /**
   * Resolves when the archive can be asked for all history acknowledged so far. Only needed while
   * it is behind: otherwise a query sees all that was acknowledged before it.
   */
  archived: () => Promise<void>;
  health: () => VenueHealth;
  /**
   * Of a replica of a log elsewhere: why no caller may be answered now, in words; undefined while
   * it knows everything that was in the log a moment ago.
   */
  findClosed?: () => string | undefined;
  /** No time passes by itself until `resumeTime`. */
  pauseTime: () => void;
  resumeTime: () => void;
  /** Stops accepting commands, flushes, saves a snapshot, and closes journal and archive. */
  close: () => Promise<void>;
}

/** What comes with a command that somebody asked for and waits for. */
export type CommandTerms = Pick<Entry, 'request' | 'until'>;

/** An entry and everything that followed from it. */
export interface Applied {
  readonly seq: Seq;
  readonly at: Millis;
  readonly command: Command;
  readonly events: readonly Event[];
  /** Every order that changed, as it stands after the entry. Living orders go on changing. */
  readonly orders: readonly TrackedOrder[];
  /** Both sides of every fill, in their order. */
  readonly fills: readonly FillRow[];
}

export type Listener = (applied: Applied) => void;

export interface VenueHealth {
  readonly status: VenueStatus;
  /** Why trading stopped, in words for the operator. */
  readonly haltedBecause: string | null;
  readonly seq: Seq;
  /** Which journal it is, and how its chain stands after the last durable entry. */
  readonly journal: JournalHead & { readonly id: string };
  /** Of a replica: entries that it knows to be there and has not applied. */
  readonly behind?: number;
  /** Of a replica: messages of the log since its start that no replica of this venue wrote. */
  readonly foreign?: number;
  /** Commands taken and not yet acknowledged. */
  readonly queued: number;
  /** How many entries the archive is behind; zero if it lacks no row. */
  readonly archiveLag: number;
  /** Why the archive stores nothing more. Trading goes on without it. */
  readonly archiveFailedBecause: string | null;
  readonly snapshotSeq: Seq;
  /** How far the clock is behind the last entry; more than zero after it jumped back. */
  readonly clockBehindMillis: number;
  /** How long the last batches took from the journal's hands to being durable. */
  readonly syncMillis: SyncMillis;
  readonly commandsPerSecond: number;
}

/** Quantiles of the last batches; how many there were since the start, and their time in all. */
export interface SyncMillis {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
  readonly sum: number;
}

export type VenueStatus = 'trading' | 'halted' | 'closed';

export interface RecoveryReport {
  /** The snapshot the start began with; zero if it began with the first entry. */
  readonly snapshotSeq: Seq;
  /** Entries applied after it. */
  readonly replayed: number;
  readonly replayMillis: number;
  /** The first and last entry whose history was missing in the archive and restored. */
  readonly archivedAgain: EntrySpan | null;
  /** The first and last entry whose history is lost: too old to be restored. */
  readonly historyLost: EntrySpan | null;
  /** Warnings from opening the journal, such as a torn tail that was cut off. */
  readonly warnings: readonly string[];
}

export interface EntrySpan {
  readonly from: Seq;
  readonly to: Seq;
}

/**
 * What became of a refused command. `unknown`: the venue stopped while the command was on its way,
 * so the next start may find and apply it. `pending`: it is on its way to the log of others, and
 * takes effect by its `until` or never. Sending it again with the same client order id is safe
 * either way.
 */
export type Fate = 'not-applied' | 'unknown' | 'pending';

export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable';
  /**
   * `away`: what is asked for is in a database that cannot be reached. `cut-off`: this process does
   * not reach those that decide.
   */
  readonly reason: 'overloaded' | 'halted' | 'closed' | 'away' | 'cut-off';
  readonly fate: Fate;

  constructor(reason: VenueUnavailable['reason'], message: string, fate: Fate = 'not-applied') {
    super(message);
    this.reason = reason;
    this.fate = fate;
  }
}
