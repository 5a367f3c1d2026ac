/**
 * The running whole, as its callers see it: one place to submit commands, one state to read, one
 * stream of what happened. Nothing is acknowledged before it is durable and applied.
 */
import type { Archive } from '../archive/archive.ts';
import type { Command } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import type { Millis, Seq } from '../domain/units.ts';
import type { VenueState } from '../engine/state.ts';
import type { Views } from '../views/views.ts';
import type { Clock } from './clock.ts';

export interface Venue {
  /** The engine's own state, for reading only: always as new as the last acknowledgement. */
  readonly state: VenueState;
  readonly views: Views;
  readonly archive: Archive;
  readonly clock: Clock;
  /** Resolves once the command is durable and applied. Rejects with VenueUnavailable. */
  submit: (command: Command) => Promise<Applied>;
  /**
   * Told of every entry after it is durable and applied, in order. Returns how to stop listening.
   */
  listen: (listener: Listener) => () => void;
  health: () => VenueHealth;
  /** Stops accepting, flushes, saves a snapshot. */
  close: () => Promise<void>;
}

/** An entry and everything that followed from it. */
export interface Applied {
  readonly seq: Seq;
  readonly at: Millis;
  readonly command: Command;
  readonly events: readonly Event[];
}

export type Listener = (applied: Applied) => void;

export interface VenueHealth {
  readonly status: 'trading' | 'halted' | 'closed';
  /** Why trading stopped, in words for the operator. */
  readonly haltedBecause: string | null;
  readonly seq: Seq;
  readonly queued: number;
  /** How many entries the archive is behind. */
  readonly archiveLag: number;
  readonly snapshotSeq: Seq;
  /** Durations of the last journal syncs, milliseconds. */
  readonly syncMillis: { readonly p50: number; readonly p99: number };
  readonly commandsPerSecond: number;
}

/** The command was not applied and never will be: the caller may say so to its user. */
export class VenueUnavailable extends Error {
  override readonly name = 'VenueUnavailable';
  readonly reason: 'overloaded' | 'halted' | 'closed';

  constructor(reason: 'overloaded' | 'halted' | 'closed', message: string) {
    super(message);
    this.reason = reason;
  }
}
