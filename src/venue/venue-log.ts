/**
 * The port of the log: a venue hands its commands to it, and is given every entry that has its
 * place, in order and durable. In its own process the sequencer decides the order and stores it in
 * segments or in memory; a replica follows what another process or the servers of JetStream store.
 * test/log holds for every home.
 */

import type { Entry } from '../domain/command.ts';
import type { HistoryRows } from '../domain/history.ts';
import type { BatchVerdict } from '../domain/judge-batch.ts';
import type { BatchIdentity, Incarnation } from '../domain/replica-command.ts';
import type { Monotonic } from '../domain/units.ts';
import type { VenueState } from '../engine/state.ts';
import type { EntryContent } from '../journal/entry-codec.ts';
import type { BatchMaker } from '../journal/log-batch.ts';
import type { Sending } from './replica/bare-replica.ts';
import type { AppendSign } from './replica/batch-sender.ts';
import type { Applied, Venue, VenueHealth, VenueUnavailable } from './venue.ts';

export interface VenueLog {
  /** Why nothing more is applied, in words for the operator. */
  readonly haltedBecause: string | null;
  /** Commands taken and not yet acknowledged; those of a batch count one by one. */
  readonly waitingCount: number;
  /** Why it takes no command at the moment. */
  readonly findRefusal: () => VenueUnavailable | undefined;
  /** Throws NotStorable for a command that no entry can hold. */
  readonly submit: (content: EntryContent, done: Done) => void;
  readonly submitAt: Venue['submitAt'];
  /** Of a replica: why no caller may be answered now, in words. */
  readonly findClosed?: () => string | undefined;
  readonly health: () => LogHealth;
  /** Takes nothing more. Resolves when what it took is acknowledged, or refused. */
  readonly stop: () => Promise<void>;
  /** After `stop`, when nobody needs it any more. */
  readonly close: () => Promise<void>;
}

/** Told once a command is durable and applied here, or what became of it otherwise. */
export interface Done {
  readonly resolve: (applied: Applied) => void;
  readonly reject: (error: unknown) => void;
}

export type LogHealth = Pick<VenueHealth, 'journal' | 'clockBehindMillis' | 'behind' | 'foreign'>;

/** What a venue is told by its log. None of it may throw. */
export interface LogHooks {
  /** Each entry, in order, before its submitter is told. */
  readonly onApplied: (applied: Applied, rows: HistoryRows) => void;
  /** After the last of some entries that came together, before their submitters continue. */
  readonly onBatch: (commands: number) => void;
  /** How long a batch took from being handed over to being durable. */
  readonly onStored: (millis: number) => void;
}

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
  readonly session: Incarnation;
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
