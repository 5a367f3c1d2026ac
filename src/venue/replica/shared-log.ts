/**
 * A log that others write too, as a replica follows it: that of a process on this machine
 * (link-log.ts), or one on the servers of JetStream (stream-log.ts).
 */
import type { Entry } from '../../domain/command.ts';
import type { BatchVerdict } from '../../domain/judge-batch.ts';
import type { BatchIdentity, SessionId } from '../../domain/replica-command.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { VenueState } from '../../engine/state.ts';
import type { BatchMaker } from '../../journal/log-batch.ts';
import type { VenueHealth, VenueUnavailable } from '../venue.ts';
import type { Sending } from './bare-replica.ts';
import type { AppendSign } from './batch-sender.ts';

export interface SharedLog {
  /** Whose batches it takes. */
  readonly maker: BatchMaker;
  /** Tells of every entry behind this state, those that are there and those that come. Once. */
  readonly follow: (state: VenueState, ear: LogEar) => void;
  /** Hands a batch over. What becomes of it, the ear is told. */
  readonly append: (sending: Sending) => void;
  /** Why nobody may be answered for the sake of the log, in words. */
  readonly findClosed: () => string | undefined;
  /** By how many milliseconds its clock is ahead of the one that callers are judged by. */
  readonly lead: number;
  readonly standing: () => LogStanding;
  /** Nothing more is told or sent. */
  readonly stop: () => void;
  readonly close: () => Promise<void>;
}

/** How this process stands to the log. */
export interface LogStanding {
  /** The message of the log that was read last. */
  readonly position: number;
  /** By how many milliseconds its clock is ahead of this machine's; null if that is not known. */
  readonly clockOffset: number | null;
  /** Whether the clock of this machine is as good as that of others. */
  readonly isOnTime: boolean;
  /** See VenueHealth. */
  readonly foreign: number;
  readonly behind: number;
  /** Of the journal that is followed; undefined if the entries are in none. */
  readonly journal?: VenueHealth['journal'];
}

type BatchName = Pick<BatchIdentity, 'session' | 'number'>;

/** The replica, as its log speaks to it. */
export interface LogEar {
  readonly session: SessionId;
  readonly haltedBecause: string | null;
  readonly waitingCount: number;
  /** Entries in order and without a gap, in whole batches. */
  readonly apply: (entries: readonly Entry[]) => void;
  /** A message of the log did not count; everything before it is applied. */
  readonly refuse: (
    batch: BatchName,
    verdict: Exclude<BatchVerdict, 'counts'>,
    now: Monotonic,
  ) => void;
  /** A batch was refused before it got a place, and its number is free. */
  readonly drop: (batch: BatchName, error: VenueUnavailable) => void;
  /** The answer to one sending. */
  readonly hear: (batch: BatchName, sign: AppendSign, now: Monotonic) => void;
  /** The connection is new: answers to what was sent before are lost. */
  readonly reconnect: (now: Monotonic) => void;
  readonly halt: (because: string) => void;
  /** Sends what is due. */
  readonly send: () => void;
}
