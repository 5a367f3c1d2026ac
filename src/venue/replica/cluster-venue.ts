/** What a venue has besides, where several replicas share one log. */
import type { Command } from '../../domain/command.ts';
import type { Duty, SessionId } from '../../domain/replica-command.ts';
import type { Applied, Venue } from '../venue.ts';
import type { LastMark } from './mark-watch.ts';

export interface ClusterVenue extends Venue {
  /** Whether callers may be answered now (CLU-8). */
  isOpen: () => boolean;
  /** Why they may not, in words. */
  findClosed: () => string | undefined;
  /** Resolves when they may for the first time; rejects if this replica halts or closes. */
  caughtUp: () => Promise<void>;
  holds: (duty: Duty) => boolean;
  /** Told of every duty that is taken or lost, and at once of those that are held. */
  onDuty: (listener: DutyListener) => () => void;
  /**
   * Submits with the term of the duty. Rejects with VenueUnavailable if this replica does not hold
   * it, or has lost it when the command gets its place.
   */
  submitFor: (duty: Duty, command: Command) => Promise<Applied>;
  /** Passes a duty to another replica, because this one cannot do it. Nothing if it is alone. */
  handOver: (duty: Duty) => void;
  /** Where this replica stands, for those who watch over all of them. */
  describe: () => ReplicaFacts;
}

export type DutyListener = (duty: Duty, isHeld: boolean) => void;

export interface ReplicaFacts {
  readonly name: string;
  readonly session: SessionId;
  /** The last entry that is applied here. */
  readonly seq: number;
  /** The message of the log that was read last. */
  readonly position: number;
  /** The running hash over the places and times of all batches up to `seq`. */
  readonly chain: string;
  readonly closedBecause: string | null;
  readonly haltedBecause: string | null;
  /** All that anybody holds. */
  readonly duties: readonly DutyFacts[];
  /** The last comparison of states. */
  readonly mark: LastMark | null;
  /** By how many milliseconds the log's clock is ahead of this machine's. */
  readonly clockOffset: number | null;
  /** Messages of the log since its start that no replica of this venue wrote. */
  readonly foreign: number;
  readonly archivedUpTo: number;
  readonly snapshotSeq: number;
}

export interface DutyFacts {
  readonly duty: Duty;
  readonly holder: SessionId;
  readonly term: number;
  readonly isOwn: boolean;
}
