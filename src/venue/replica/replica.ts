/**
 * A replica of a log that others write too: that of a process on this machine, or one elsewhere. It
 * applies every entry, and hands its own commands over in numbered batches. A command is
 * acknowledged when its entry comes back and is applied here, so whoever submitted it reads its
 * effect at once. What a replica decides is in bare-replica.ts, without timers.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, Entry } from '../../domain/command.ts';
import { digest } from '../../domain/hash.ts';
import type { Duty, Incarnation } from '../../domain/replica-command.ts';
import { type Monotonic, millis } from '../../domain/units.ts';
import type { EntryContent } from '../../journal/entry-codec.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../clock.ts';
import { type Logger, logNothing } from '../logger.ts';
import type { Present } from '../present.ts';
import { type Applied, type Fate, type Venue, VenueUnavailable } from '../venue.ts';
import type { Done, LogEar, LogHealth, LogHooks, SharedLog, VenueLog } from '../venue-log.ts';
import { BareReplica, drawIncarnation, type OwnWrites, type Settled } from './bare-replica.ts';
import { type DutyListener, DutyWatch, findHandOvers } from './duty-watch.ts';
import { OwnSegments } from './own-segments.ts';
import type { LastStateHash } from './state-hash-watch.ts';

export interface ReplicaParts extends Partial<LogHooks> {
  /** What people call this replica. */
  readonly name: string;
  readonly log: SharedLog;
  readonly present: Present;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  /** What it writes by itself; undefined if it writes only what its callers submit. */
  readonly own?: OwnWrites | undefined;
  /** Segments of its own, where whole batches are kept once they are applied. */
  readonly journal?: Journal | undefined;
  /** What it keeps besides. */
  readonly kept?: () => KeptFacts;
  readonly newIncarnation?: () => Incarnation;
}

interface KeptFacts {
  readonly archivedUpTo: number;
  readonly snapshotSeq: number;
}

/** What those who have a replica may ask of it besides: where it stands, and its duties. */
export interface ReplicaActs {
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

/** A venue that follows a log which others write too. */
export interface ClusterVenue extends Venue, ReplicaActs {
  findClosed: () => string | undefined;
}

export interface ReplicaFacts extends KeptFacts {
  readonly name: string;
  readonly session: Incarnation;
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
  readonly mark: LastStateHash | null;
  /** By how many milliseconds the log's clock is ahead of this machine's. */
  readonly clockOffset: number | null;
  /** Messages of the log since its start that no replica of this venue wrote. */
  readonly foreign: number;
}

export interface DutyFacts {
  readonly duty: Duty;
  readonly holder: Incarnation;
  readonly term: number;
  readonly isOwn: boolean;
}

/** Callers are told after so long that nothing is known of their command. */
const PATIENCE_MILLIS = 10_000;
const LOOK_MILLIS = 250;
const CAUGHT_UP_MILLIS = 25;
/** How long closing waits for commands under way. */
const LAST_MILLIS = 1_000;

interface Waiter {
  readonly since: Monotonic;
  readonly done: Done;
  /** Of its command, once nobody waits for it any more. */
  readonly fate: Fate;
}

export class Replica implements VenueLog, LogEar, ReplicaActs {
  readonly #parts: ReplicaParts;
  readonly #bare: BareReplica;
  readonly #duties: DutyWatch;
  readonly #segments: OwnSegments | undefined;
  /** In the order in which they came. */
  readonly #waiters = new Map<Settled, Waiter>();
  readonly #timer: NodeJS.Timeout;
  /** Resolved when nobody waits any more. */
  #idle: (() => void) | undefined;
  #isDue = false;
  #isClosed = false;

  constructor(parts: ReplicaParts) {
    const { log, present, clock, own, journal, logger = logNothing } = parts;
    this.#parts = parts;
    this.#bare = new BareReplica({
      present,
      maker: log.maker,
      newIncarnation: parts.newIncarnation ?? drawIncarnation,
      own: own && {
        ...own,
        // Nobody has a duty whose clock is wrong.
        isFit: (duty) => log.standing().isOnTime && own.isFit?.(duty) !== false,
      },
      onApplied: (_, applied, rows) => parts.onApplied?.(applied, rows),
      onBatch: (entries) => {
        this.#duties.look();
        parts.onBatch?.(entries);
      },
      onOwn: ({ firstSentAt }) => {
        parts.onStored?.(clock.monotonicNow() - firstSentAt);
        this.#sendSoon();
      },
      onHalted: (because) => {
        logger('error', 'the log cannot be followed', { because });
        this.#duties.end();
        this.#failAll('halted', haltedText(because));
      },
    });
    this.#duties = new DutyWatch(this.#bare, logger);
    this.#segments = journal && new OwnSegments(journal, (because) => this.halt(because));
    this.#timer = setInterval(() => this.#loseLate(), LOOK_MILLIS).unref();
    log.follow(present.state, this);
  }

  get session(): Incarnation {
    return this.#bare.session;
  }

  get haltedBecause(): string | null {
    return this.#bare.haltedBecause;
  }

  get waitingCount(): number {
    return this.#bare.waitingCount;
  }

  // What its log tells it.

  readonly apply = (entries: readonly Entry[]): void => {
    this.#bare.apply(entries);
    // Whole batches go to the segments once they are applied.
    if (this.haltedBecause === null) this.#segments?.keep(entries);
  };

  readonly refuse: LogEar['refuse'] = (...told) => this.#bare.refuse(...told);

  readonly drop: LogEar['drop'] = (batch, error) => {
    for (const settled of this.#bare.drop(batch)) this.#reject(settled, error);
  };

  readonly hear: LogEar['hear'] = (...told) => this.#bare.hear(...told);

  readonly reconnect: LogEar['reconnect'] = (now) => this.#bare.reconnect(now);

  readonly halt = (because: string): void => this.#bare.halt(because);

  readonly send = (): void => {
    this.#isDue = false;
    const { clock, log } = this.#parts;
    for (const sending of this.#bare.next(clock.monotonicNow(), clock.wallNow()))
      log.append(sending);
  };

  // What its venue asks of it.

  readonly submit: VenueLog['submit'] = (content, done) => {
    const settled = (applied: Applied): void => {
      this.#forget(settled);
      done.resolve(applied);
    };
    const terms = this.#byLog(content);
    this.#bare.submit(terms, settled);
    const fate = content.until === undefined ? 'unknown' : 'pending';
    this.#waiters.set(settled, { since: this.#parts.clock.monotonicNow(), done, fate });
    this.#sendSoon();
  };

  readonly submitAt: VenueLog['submitAt'] = async (_, decide) => {
    const command = decide();
    return command && this.submitFor('market', command);
  };

  readonly findRefusal = (): VenueUnavailable | undefined => {
    const end = this.#findEnd();
    const closed = end === undefined ? this.#findShut() : undefined;
    return closed === undefined ? end : new VenueUnavailable('cut-off', closed);
  };

  readonly findClosed = (): string | undefined => this.#findEnd()?.message ?? this.#findShut();

  readonly health = (): LogHealth => {
    const { journal: own, present } = this.#parts;
    const { maker } = this.#parts.log;
    const { foreign, behind, journal } = this.#parts.log.standing();
    const nowhere = { id: maker.venue, seq: present.state.seq, chain: '' };
    const followed = own === undefined ? journal : { id: own.id, ...own.head };
    return { journal: followed ?? nowhere, clockBehindMillis: 0, behind, foreign };
  };

  readonly stop = async (): Promise<void> => {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#duties.end();
    this.handOver();
    await this.#answerLast();
    this.#parts.log.stop();
    this.#failAll('closed', CLOSED);
    await this.flush();
  };

  readonly close = async (): Promise<void> => {
    await Promise.all([this.#parts.journal?.close(), this.#parts.log.close()]);
  };

  /** Resolves when everything applied so far is in the segments, or nothing more can be. */
  readonly flush = async (): Promise<void> => {
    await this.#segments?.flush();
  };

  // What others ask of it.

  readonly submitFor: ReplicaActs['submitFor'] = async (duty, command) => {
    const mandate = this.#bare.findMandate(duty);
    const message = `this replica does not have the duty ${duty}`;
    if (mandate === undefined) throw new VenueUnavailable('overloaded', message);
    const end = this.#findEnd();
    if (end !== undefined) throw end;
    const done = Promise.withResolvers<Applied>();
    this.submit({ command, mandate }, done);
    const applied = await done.promise;
    if (isRefused(applied)) throw new VenueUnavailable('overloaded', message);
    return applied;
  };

  readonly holds: ReplicaActs['holds'] = (duty) => this.#duties.holds(duty);

  /** By the state, even after its end. */
  readonly hasMandate = (duty: Duty): boolean => this.#bare.findMandate(duty) !== undefined;

  readonly onDuty: ReplicaActs['onDuty'] = (listener) => this.#duties.listen(listener);

  /** One duty, or all of them: others need not wait for a silence. */
  readonly handOver = (duty?: Duty): void => {
    if (this.haltedBecause !== null) return;
    for (const command of findHandOvers(this.#parts.present.state.log, this.session))
      if (duty === undefined || command.duty === duty) this.submit({ command }, NOBODY);
  };

  readonly isOpen = (): boolean => this.findClosed() === undefined;

  readonly caughtUp = async (): Promise<void> => {
    for (;;) {
      const end = this.#findEnd();
      if (end !== undefined) throw end;
      if (this.isOpen()) return;
      await sleep(CAUGHT_UP_MILLIS);
    }
  };

  readonly describe = (): ReplicaFacts => {
    const { name, present, log } = this.#parts;
    const { seq, log: memory } = present.state;
    const { position, clockOffset, foreign } = log.standing();
    return {
      name,
      session: this.session,
      seq,
      position,
      clockOffset,
      foreign,
      chain: digest(memory.chain),
      closedBecause: this.findClosed() ?? null,
      haltedBecause: this.haltedBecause,
      duties: [...memory.duties].map(([duty, { holder, term }]) => {
        return { duty, holder, term, isOwn: holder === this.session };
      }),
      mark: this.#bare.lastStateHash ?? null,
      ...(this.#parts.kept?.() ?? NOTHING_KEPT),
    };
  };

  /** The log decides by its own clock what is late. */
  #byLog(content: EntryContent): EntryContent {
    if (content.until === undefined) return content;
    return { ...content, until: millis(content.until + this.#parts.log.lead) };
  }

  /** After everything that this turn of the loop reads from clients. */
  #sendSoon(): void {
    if (!this.#isDue) setImmediate(this.send);
    this.#isDue = true;
  }

  #findEnd(): VenueUnavailable | undefined {
    if (this.haltedBecause !== null)
      return new VenueUnavailable('halted', haltedText(this.haltedBecause));
    return this.#isClosed ? new VenueUnavailable('closed', CLOSED) : undefined;
  }

  /** Where it writes by itself, it knows by what comes back whether it follows. */
  #findShut(): string | undefined {
    const { log, own, clock } = this.#parts;
    const follows = own === undefined || this.#bare.isOpen(clock.monotonicNow());
    return log.findClosed() ?? (follows ? undefined : BEHIND);
  }

  /** What is under way comes back in a moment, if the log is there. */
  async #answerLast(): Promise<void> {
    if (this.#findShut() !== undefined || this.#waiters.size === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    await Promise.race([idle, sleep(LAST_MILLIS)]);
  }

  /** What is under way may still count. */
  #loseLate(): void {
    const before = this.#parts.clock.monotonicNow() - PATIENCE_MILLIS;
    for (const [settled, { since, fate }] of this.#waiters) {
      if (since > before) return;
      this.#reject(settled, new VenueUnavailable('halted', SILENT, fate));
    }
  }

  #failAll(reason: VenueUnavailable['reason'], message: string): void {
    for (const [settled, { fate }] of [...this.#waiters])
      this.#reject(settled, new VenueUnavailable(reason, message, fate));
  }

  #reject(settled: Settled, error: VenueUnavailable): void {
    this.#waiters.get(settled)?.done.reject(error);
    this.#forget(settled);
  }

  #forget(settled: Settled): void {
    this.#waiters.delete(settled);
    if (this.#waiters.size === 0) this.#idle?.();
  }
}

const NOBODY: Done = { resolve: () => undefined, reject: () => undefined };

const NOTHING_KEPT: KeptFacts = { archivedUpTo: 0, snapshotSeq: 0 };

const CLOSED = 'this replica is closed';

const BEHIND = 'this replica does not follow the log at the moment; try again';

const SILENT = 'the log does not answer; whether the command counts is not known';

const haltedText = (reason: string): string => `the log cannot be followed: ${reason}`;

/** Another replica had the duty when the command got its place. */
const isRefused = ({ events }: Applied): boolean =>
  events.some(
    (event) =>
      event.kind === 'command-rejected' &&
      (event.reject.reason === 'duty-term-wrong' || event.reject.reason === 'duty-held'),
  );
