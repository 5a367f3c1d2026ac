/**
 * The port of the log: a venue hands its commands to it, and is given every entry that has its
 * place, in order and durable. In its own process the sequencer decides the order and stores it in
 * segments or in memory; a replica follows what another process or the servers of JetStream store.
 * test/log holds for every home.
 */
import type { HistoryRows } from '../domain/history.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { isFullFor } from '../engine/request-memory.ts';
import type { VenueState } from '../engine/state.ts';
import type { EntryContent } from '../journal/entry-codec.ts';
import { type Applied, type Venue, type VenueHealth, VenueUnavailable } from './venue.ts';

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

/** Why a venue that works takes no further command: too much is under way. */
export function findOverload(
  { requests }: Pick<VenueState, 'requests'>,
  waiting: { readonly count: number; readonly max: number },
  request?: RequestIdentity,
): VenueUnavailable | undefined {
  if (waiting.count >= waiting.max)
    return new VenueUnavailable(
      'overloaded',
      `${waiting.count} commands wait already; try again in a moment`,
    );
  if (request !== undefined && isFullFor(requests, request.receivedAt))
    return new VenueUnavailable(
      'overloaded',
      'more requests came in the last minute than can be remembered',
    );
  return undefined;
}
