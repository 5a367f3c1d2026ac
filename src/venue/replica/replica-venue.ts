/**
 * A venue that follows the log of another process: it applies every entry, and hands its own
 * commands over in numbered batches, one at a time. A command is acknowledged when its entry comes
 * back and is applied here, so whoever submitted it reads its effect at once. A batch whose fate is
 * not known, because the connection broke, is sent again with the same number; the log counts it
 * once.
 */
import { randomBytes } from 'node:crypto';
import type { Archive } from '../../archive/archive.ts';
import type { Contest } from '../../competition/contest.ts';
import { assert } from '../../domain/assert.ts';
import type { Command, Entry } from '../../domain/command.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { BeginBatch } from '../../domain/replica-command.ts';
import type { RequestIdentity } from '../../domain/request-identity.ts';
import { isFullFor } from '../../engine/request-memory.ts';
import type { RecordsEnd } from '../../journal/decode-records.ts';
import type { JournalId } from '../../journal/journal-id.ts';
import { encodeLogBatch, encodeLogCommand } from '../../journal/log-batch.ts';
import { formatChain } from '../../journal/record.ts';
import type { Clock } from '../clock.ts';
import { Listeners } from '../listeners.ts';
import type { Log } from '../log.ts';
import { createMeter, type Meter } from '../meter.ts';
import { applyEntry, type Present } from '../present.ts';
import { createRead, type Read } from '../read.ts';
import { VENUE_DEFAULTS } from '../settings.ts';
import {
  type Applied,
  type Fate,
  type RecoveryReport,
  type Venue,
  type VenueHealth,
  VenueUnavailable,
} from '../venue.ts';
import { BatchSender } from './batch-sender.ts';
import type { BatchRefusal } from './messages.ts';

export interface ReplicaParts {
  readonly present: Present;
  /** How far the entries were read that led to the present. */
  readonly end: RecordsEnd;
  readonly venue: JournalId;
  readonly engine: number;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly log: Log;
  readonly recovery: RecoveryReport;
  /** Hands a batch to the log. */
  readonly append: (batch: Uint8Array) => void;
  /** Resolves when the archive can be asked for all history acknowledged so far. */
  readonly archived: () => Promise<void>;
  /** Whether the log is followed at the moment. */
  readonly isConnected: () => boolean;
}

interface Waiting {
  readonly bytes: Uint8Array;
  readonly done: PromiseWithResolvers<Applied>;
}

export class ReplicaVenue implements Venue {
  readonly read: Read;
  readonly contest: Contest;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly recovery: RecoveryReport;
  readonly #parts: ReplicaParts;
  readonly #listeners: Listeners;
  readonly #meter: Meter = createMeter();
  readonly #sender = new BatchSender<Waiting>(newSession);
  /** The commands of the own batch that is being applied. */
  #coming: readonly Waiting[] = [];
  #come = 0;
  /** Commands whose submitters wait. */
  readonly #unanswered = new Set<Waiting>();
  /** The last entry that the log is known to have. */
  lastKnown = 0;
  #isSending = false;
  #isClosed = false;
  #haltedBecause: string | null = null;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
    this.read = createRead(parts.present, parts.clock);
    this.contest = parts.present.contest;
    this.archive = parts.archive;
    this.clock = parts.clock;
    this.recovery = parts.recovery;
    this.#listeners = new Listeners(parts.log);
  }

  get seq(): number {
    return this.#parts.present.state.seq;
  }

  readonly submit = (command: Command, request?: RequestIdentity): Promise<Applied> => {
    const done = Promise.withResolvers<Applied>();
    // A submitter that ignores its answer must not bring down the process.
    done.promise.catch(() => undefined);
    const refusal = this.#findRefusal(request);
    if (refusal !== undefined) {
      done.reject(refusal);
      return done.promise;
    }
    try {
      const bytes = encodeLogCommand(request === undefined ? { command } : { command, request });
      const waiting = { bytes, done };
      this.#unanswered.add(waiting);
      this.#sender.push(waiting);
    } catch (error) {
      done.reject(error);
      return done.promise;
    }
    this.#sendSoon();
    return done.promise;
  };

  readonly submitAt: Venue['submitAt'] = (at) => {
    assert(false, 'a replica has no market of its own', at);
  };

  readonly listen: Venue['listen'] = (listener) => this.#listeners.add(listener);

  readonly putHistory = (): void => {
    assert(false, 'a replica makes no history of its own');
  };

  readonly archived = (): Promise<void> => this.#parts.archived();

  readonly pauseTime = (): void => undefined;

  readonly resumeTime = (): void => undefined;

  readonly health = (): VenueHealth => {
    const { present, end, venue, clock } = this.#parts;
    const { seq } = present.state;
    const chain = end.chain === undefined ? '' : formatChain(end.chain);
    const status = this.#haltedBecause === null && this.#parts.isConnected() ? 'trading' : 'halted';
    return {
      status: this.#isClosed ? 'closed' : status,
      haltedBecause: this.#haltedBecause ?? (status === 'halted' ? NOT_REACHED : null),
      seq,
      behind: Math.max(0, this.lastKnown - seq),
      journal: { id: venue, seq, chain },
      queued: this.#sender.waitingCount,
      archiveLag: 0,
      archiveFailedBecause: null,
      snapshotSeq: this.recovery.snapshotSeq,
      clockBehindMillis: 0,
      syncMillis: this.#meter.syncMillis(),
      commandsPerSecond: this.#meter.commandsPerSecond(clock.monotonicNow()),
    };
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#failAll(new VenueUnavailable('closed', 'the gateway is closed', 'unknown'));
    await this.archive.close();
  };

  /** Entries of the log, in order and without a gap. */
  apply(entries: readonly Entry[]): void {
    if (this.#haltedBecause !== null) return;
    for (const entry of entries) {
      try {
        this.#apply(entry);
      } catch (error) {
        this.#halt(`entry ${entry.seq}, ${entry.command.kind}: ${reasonOf(error)}`);
        return;
      }
    }
    this.#meter.noteCommands(entries.length, this.clock.monotonicNow());
  }

  /** All entries that were durable are applied: what has not come back by now may be lost. */
  sendAgain(): void {
    this.#sender.reconnect(this.clock.monotonicNow());
    this.#send();
  }

  /** A batch did not count. */
  hear({ session, number, why, because = '', reason = 'overloaded', fate }: BatchRefusal): void {
    const batch = { session, number };
    if (why === 'refused') {
      const error = new VenueUnavailable(reason, because, fate);
      for (const waiting of this.#sender.drop(batch)) this.#reject(waiting, error);
    } else this.#sender.refuse(batch, why, this.clock.monotonicNow());
    this.#sendSoon();
  }

  /** The log has been silent for longer than a caller waits. What is under way may still count. */
  giveUpWaiting(): void {
    const error = new VenueUnavailable('halted', SILENT, 'unknown');
    for (const waiting of [...this.#unanswered]) this.#reject(waiting, error);
  }

  #findRefusal(request: RequestIdentity | undefined): VenueUnavailable | undefined {
    const { present, isConnected } = this.#parts;
    if (this.#haltedBecause !== null) return haltedError(this.#haltedBecause, 'not-applied');
    if (this.#isClosed) return new VenueUnavailable('closed', 'the gateway is closed');
    if (!isConnected()) return new VenueUnavailable('overloaded', NOT_REACHED);
    const { waitingCount } = this.#sender;
    if (waitingCount >= VENUE_DEFAULTS.waitingMax) {
      const message = `${waitingCount} commands wait already; try again in a moment`;
      return new VenueUnavailable('overloaded', message);
    }
    if (request !== undefined && isFullFor(present.state.requests, request.receivedAt)) {
      const message = 'more requests came in the last minute than can be remembered';
      return new VenueUnavailable('overloaded', message);
    }
    return undefined;
  }

  /** After everything that this turn of the loop reads from clients. */
  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      this.#send();
    });
  }

  #send(): void {
    const { venue, engine, clock, append } = this.#parts;
    if (this.#isClosed || this.#haltedBecause !== null) return;
    const batch = this.#sender.next(clock.monotonicNow());
    if (batch === undefined) return;
    const { number, items } = batch;
    const identity = { session: this.#sender.session, number, sentAt: clock.wallNow() };
    const commands = items.map(({ bytes }) => bytes);
    append(encodeLogBatch(identity, commands, { venue, engine }));
  }

  #apply(entry: Entry): void {
    const { applied } = applyEntry(this.#parts.present, entry);
    this.#listeners.tell(applied);
    if (entry.command.kind === 'begin-batch') this.#begin(entry.command);
    else if (this.#coming.length > 0) this.#acknowledge(applied);
  }

  #begin(batch: BeginBatch): void {
    const own = this.#sender.settle(batch);
    if (own === undefined) return;
    this.#meter.noteSync(this.clock.monotonicNow() - own.firstSentAt);
    this.#coming = own.items;
    this.#come = 0;
    this.#sendSoon();
  }

  #acknowledge(applied: Applied): void {
    const waiting = this.#coming[this.#come]!;
    this.#unanswered.delete(waiting);
    waiting.done.resolve(applied);
    this.#come += 1;
    if (this.#come === this.#coming.length) this.#coming = [];
  }

  #halt(reason: string): void {
    this.#haltedBecause = reason;
    this.#parts.log('error', 'the log cannot be followed', { because: reason });
    this.#failAll(haltedError(reason, 'unknown'));
  }

  #failAll(error: VenueUnavailable): void {
    const waiting = [...this.#coming.slice(this.#come), ...this.#sender.giveUp()];
    this.#coming = [];
    for (const each of waiting) this.#reject(each, error);
  }

  #reject(waiting: Waiting, error: VenueUnavailable): void {
    this.#unanswered.delete(waiting);
    waiting.done.reject(error);
  }
}

const NOT_REACHED = 'the process with the files is not reached at the moment';

const SILENT =
  'the process with the files does not answer; whether the command counts is not known';

const newSession = (): string => randomBytes(8).toString('hex');

const haltedError = (reason: string, fate: Fate): VenueUnavailable =>
  new VenueUnavailable('halted', `the log cannot be followed: ${reason}`, fate);
