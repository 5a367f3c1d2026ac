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
import type { JournalId } from '../../journal/journal-id.ts';
import { countFitting, encodeLogBatch, encodeLogCommand } from '../../journal/log-batch.ts';
import { formatChain } from '../../journal/record.ts';
import type { RecordsEnd } from '../../journal/decode-records.ts';
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
import type { Verdict } from './messages.ts';

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
  readonly since: number;
}

/** A batch that has a number and has not come back. */
interface UnderWay {
  readonly number: number;
  readonly waiting: readonly Waiting[];
  /** How many of its entries were applied; undefined until its beginning came back. */
  applied: number | undefined;
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
  #session = newSession();
  #lastNumber = 0;
  #queue: Waiting[] = [];
  #underWay: UnderWay | undefined;
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
      this.#queue.push({ bytes, done, since: performance.now() });
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
      journal: { id: venue, seq, chain },
      queued: this.#queue.length + (this.#underWay?.waiting.length ?? 0),
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
    const underWay = this.#underWay;
    if (underWay !== undefined) this.#append(underWay);
  }

  /** A batch did not count. */
  hear({ session, number, why, because = '', reason = 'overloaded', fate }: Verdict): void {
    const underWay = this.#underWay;
    // A repeat comes back by itself; what is said of an earlier session matters no more.
    if (underWay === undefined || session !== this.#session || number !== underWay.number) return;
    if (why === 'repeat' || underWay.applied !== undefined) return;
    this.#underWay = undefined;
    if (why === 'refused') {
      const error = new VenueUnavailable(reason, because, fate);
      for (const { done } of underWay.waiting) done.reject(error);
    } else {
      // Nothing of it counted, and everything before it did: the rest goes under a new name.
      this.#session = newSession();
      this.#lastNumber = 0;
      this.#queue = [...underWay.waiting, ...this.#queue];
    }
    this.#sendSoon();
  }

  #findRefusal(request: RequestIdentity | undefined): VenueUnavailable | undefined {
    const { present, isConnected } = this.#parts;
    if (this.#haltedBecause !== null) return haltedError(this.#haltedBecause, 'not-applied');
    if (this.#isClosed) return new VenueUnavailable('closed', 'the gateway is closed');
    if (!isConnected()) return new VenueUnavailable('overloaded', NOT_REACHED);
    if (this.#queue.length >= VENUE_DEFAULTS.waitingMax) {
      const message = `${this.#queue.length} commands wait already; try again in a moment`;
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
    if (this.#isSending || this.#underWay !== undefined || this.#queue.length === 0) return;
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      this.#sendNext();
    });
  }

  #sendNext(): void {
    if (this.#underWay !== undefined || this.#queue.length === 0 || this.#isClosed) return;
    const count = countFitting(this.#queue.map(({ bytes }) => bytes));
    const waiting = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    this.#underWay = { number: this.#lastNumber + 1, waiting, applied: undefined };
    this.#append(this.#underWay);
  }

  #append({ number, waiting }: UnderWay): void {
    const { venue, engine, clock, append } = this.#parts;
    const identity = { session: this.#session, number, sentAt: clock.wallNow() };
    append(
      encodeLogBatch(
        identity,
        waiting.map(({ bytes }) => bytes),
        { venue, engine },
      ),
    );
  }

  #apply(entry: Entry): void {
    const { applied } = applyEntry(this.#parts.present, entry);
    this.#listeners.tell(applied);
    if (entry.command.kind === 'begin-batch') this.#begin(entry.command);
    else if (this.#underWay?.applied !== undefined) this.#acknowledge(this.#underWay, applied);
  }

  #begin({ session, number }: BeginBatch): void {
    const underWay = this.#underWay;
    if (session !== this.#session || underWay === undefined) return;
    assert(number === underWay.number, 'a batch of this session comes back in turn', number);
    underWay.applied = 0;
    this.#lastNumber = number;
    const [first] = underWay.waiting;
    if (first !== undefined) this.#meter.noteSync(performance.now() - first.since);
  }

  #acknowledge(underWay: UnderWay, applied: Applied): void {
    const place = underWay.applied ?? 0;
    underWay.waiting[place]?.done.resolve(applied);
    underWay.applied = place + 1;
    if (underWay.applied < underWay.waiting.length) return;
    this.#underWay = undefined;
    this.#sendSoon();
  }

  #halt(reason: string): void {
    this.#haltedBecause = reason;
    this.#parts.log('error', 'the log cannot be followed', { because: reason });
    this.#failAll(haltedError(reason, 'unknown'));
  }

  #failAll(error: VenueUnavailable): void {
    const waiting = [...(this.#underWay?.waiting ?? []), ...this.#queue];
    this.#underWay = undefined;
    this.#queue = [];
    for (const { done } of waiting) done.reject(error);
  }
}

const NOT_REACHED = 'the process with the files is not reached at the moment';

const newSession = (): string => randomBytes(8).toString('hex');

const haltedError = (reason: string, fate: Fate): VenueUnavailable =>
  new VenueUnavailable('halted', `the log cannot be followed: ${reason}`, fate);
