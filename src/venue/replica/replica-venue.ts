/**
 * A venue that follows a log which others write too: that of a process on this machine, or one
 * elsewhere. It applies every entry, and hands its own commands over in numbered batches. A command
 * is acknowledged when its entry comes back and is applied here, so whoever submitted it reads its
 * effect at once. What a replica decides is in bare-replica.ts; this is what its callers see.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Archive } from '../../archive/archive.ts';
import type { Contest } from '../../competition/contest.ts';
import type { Command } from '../../domain/command.ts';
import { digest } from '../../domain/hash.ts';
import type { HistoryRows } from '../../domain/history.ts';
import type { Duty } from '../../domain/replica-command.ts';
import type { RequestIdentity } from '../../domain/request-identity.ts';
import { type Monotonic, millis } from '../../domain/units.ts';
import { isFullFor } from '../../engine/request-memory.ts';
import type { EntryContent } from '../../journal/encode-entry.ts';
import { type ContractHistory, seedHistory } from '../../views/seed-history.ts';
import type { Views } from '../../views/views.ts';
import type { Clock } from '../clock.ts';
import { Listeners } from '../listeners.ts';
import type { Log } from '../log.ts';
import { createMeter, type Meter } from '../meter.ts';
import type { Present } from '../present.ts';
import { createRead, type Read } from '../read.ts';
import { isRecallDue, recall } from '../recover.ts';
import { VENUE_DEFAULTS } from '../settings.ts';
import {
  type Applied,
  type CommandTerms,
  type Fate,
  type RecoveryReport,
  type VenueHealth,
  VenueUnavailable,
} from '../venue.ts';
import type { BareReplica, ReplicaHooks, Settled } from './bare-replica.ts';
import type { ClusterVenue, ReplicaFacts } from './cluster-venue.ts';
import { findHandOvers } from './duties.ts';
import { DutyWatch } from './duty-watch.ts';
import type { BatchRefusal } from './messages.ts';

export interface ReplicaParts {
  readonly name: string;
  readonly present: Present;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly log: Log;
  readonly recovery: RecoveryReport;
  /** Resolves when the archive can be asked for all history acknowledged so far. */
  readonly archived: () => Promise<void>;
  /** Connects a replica with its log. */
  readonly connect: (hooks: ReplicaHooks) => ReplicaHome;
  /** Puts generated candles into the views when an entry says how. */
  readonly prologue?: ((views: Views) => void) | undefined;
  /** What a replica with a data folder of its own keeps there. */
  readonly keeping?: Keeping | undefined;
}

/** A replica with its connection to the log. */
export interface ReplicaHome {
  readonly replica: BareReplica;
  /** Sends what is due, after everything that this turn of the loop reads from clients. */
  readonly sendSoon: () => void;
  /** Why no caller may be answered now, in words. */
  readonly findClosed: () => string | undefined;
  /** The journal that this replica reads or writes. */
  readonly journal: () => VenueHealth['journal'];
  readonly position: () => number;
  readonly clockOffset: () => number | null;
  /** By how much the log is ahead of the clock that callers are judged by. */
  readonly logLead: () => number;
  /** See VenueHealth. */
  readonly foreign: () => number;
  /** Nothing more is applied or sent. */
  readonly stop: () => void;
  readonly close: () => Promise<void>;
}

export interface Keeping {
  readonly offer: (rows: HistoryRows) => void;
  /** Between two batches. */
  readonly look: () => void;
  readonly archivedUpTo: () => number;
  readonly health: () => Pick<VenueHealth, 'archiveLag' | 'archiveFailedBecause' | 'snapshotSeq'>;
  /** The views have candles now that no entry mentions. */
  readonly putHistory: () => void;
  readonly close: () => Promise<void>;
}

/** Callers are told after so long that nothing is known of their command. */
const PATIENCE_MILLIS = 10_000;
const LOOK_MILLIS = 250;
const CAUGHT_UP_MILLIS = 25;
/** How long closing waits for commands under way. */
const LAST_MILLIS = 1_000;

interface Waiter {
  readonly since: Monotonic;
  readonly done: PromiseWithResolvers<Applied>;
  /** Of its command, once nobody waits for it any more. */
  readonly fate: Fate;
}

export class ReplicaVenue implements ClusterVenue {
  readonly read: Read;
  readonly contest: Contest;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly recovery: RecoveryReport;
  readonly #parts: ReplicaParts;
  readonly #home: ReplicaHome;
  readonly #duties: DutyWatch;
  readonly #listeners: Listeners;
  readonly #meter: Meter = createMeter();
  /** In the order in which they came. */
  readonly #waiters = new Map<Settled, Waiter>();
  readonly #timer: NodeJS.Timeout;
  /** The last entry that the log is known to have. */
  lastKnown = 0;
  #isClosed = false;

  constructor(parts: ReplicaParts) {
    const { present, clock, archive, recovery, log, keeping } = parts;
    this.#parts = parts;
    this.read = createRead(present, clock);
    this.contest = present.contest;
    this.archive = archive;
    this.clock = clock;
    this.recovery = recovery;
    this.#listeners = new Listeners(log);
    this.#home = parts.connect({
      onApplied: (entry, applied, rows) => {
        if (isRecallDue(entry) && recall(present, parts.prologue)) keeping?.putHistory();
        keeping?.offer(rows);
        this.#listeners.tell(applied);
      },
      onBatch: (entries) => {
        this.#meter.noteCommands(entries, clock.monotonicNow());
        this.#duties.look();
        keeping?.look();
      },
      onOwn: ({ firstSentAt }) => {
        this.#meter.noteSync(clock.monotonicNow() - firstSentAt);
        this.#home.sendSoon();
      },
      onHalted: (because) => this.#halt(because),
    });
    this.#duties = new DutyWatch(this.#home.replica, log);
    this.#timer = setInterval(() => this.#loseLate(), LOOK_MILLIS);
    this.#timer.unref();
  }

  get seq(): number {
    return this.#parts.present.state.seq;
  }

  readonly submit = (command: Command, terms: CommandTerms = {}): Promise<Applied> =>
    this.#submit({ command, ...this.#byLog(terms) }, this.#findRefusal(terms.request));

  /** The log decides by its own clock what is late. */
  #byLog({ until, ...terms }: CommandTerms): CommandTerms {
    if (until === undefined) return terms;
    return { ...terms, until: millis(until + this.#home.logLead()) };
  }

  readonly submitFor: ClusterVenue['submitFor'] = async (duty, command) => {
    const mandate = this.#home.replica.findMandate(duty);
    const message = `this replica does not have the duty ${duty}`;
    if (mandate === undefined) throw new VenueUnavailable('overloaded', message);
    const applied = await this.#submit({ command, mandate }, this.#findEnd());
    if (isRefused(applied)) throw new VenueUnavailable('overloaded', message);
    return applied;
  };

  readonly submitAt: ClusterVenue['submitAt'] = async (_, decide) => {
    const command = decide();
    return command && this.submitFor('market', command);
  };

  readonly holds: ClusterVenue['holds'] = (duty) => this.#duties.holds(duty);

  readonly onDuty: ClusterVenue['onDuty'] = (listener) => this.#duties.listen(listener);

  /** One duty, or all of them: others need not wait for a silence. */
  readonly handOver = (duty?: Duty): void => {
    const { replica } = this.#home;
    if (replica.haltedBecause !== null) return;
    for (const command of findHandOvers(this.#parts.present.state.log, replica.session))
      if (duty === undefined || command.duty === duty) void this.#submit({ command }, undefined);
  };

  readonly isOpen = (): boolean => this.findClosed() === undefined;

  readonly findClosed = (): string | undefined =>
    this.#findEnd()?.message ?? this.#home.findClosed();

  readonly caughtUp = async (): Promise<void> => {
    for (;;) {
      const end = this.#findEnd();
      if (end !== undefined) throw end;
      if (this.isOpen()) return;
      await sleep(CAUGHT_UP_MILLIS);
    }
  };

  readonly listen: ClusterVenue['listen'] = (listener) => this.#listeners.add(listener);

  readonly putHistory = (history: Iterable<ContractHistory>): void => {
    seedHistory(this.#parts.present.views, history);
    this.#parts.keeping?.putHistory();
  };

  readonly archived = (): Promise<void> => this.#parts.archived();

  /** Others write too, and time passes with what they write. */
  readonly pauseTime = (): void => undefined;

  readonly resumeTime = (): void => undefined;

  readonly health = (): VenueHealth => {
    const { clock, keeping } = this.#parts;
    const { seq } = this.#parts.present.state;
    const closedBecause = this.findClosed();
    const status = closedBecause === undefined ? 'trading' : 'halted';
    return {
      status: this.#isClosed ? 'closed' : status,
      haltedBecause: closedBecause ?? null,
      seq,
      behind: Math.max(0, this.lastKnown - seq),
      foreign: this.#home.foreign(),
      journal: this.#home.journal(),
      queued: this.#home.replica.waitingCount,
      ...(keeping?.health() ?? {
        archiveLag: 0,
        archiveFailedBecause: null,
        snapshotSeq: this.recovery.snapshotSeq,
      }),
      clockBehindMillis: 0,
      syncMillis: this.#meter.syncMillis(),
      commandsPerSecond: this.#meter.commandsPerSecond(clock.monotonicNow()),
    };
  };

  readonly describe = (): ReplicaFacts => {
    const { replica, position, clockOffset, foreign } = this.#home;
    const { seq, log } = this.#parts.present.state;
    const { session } = replica;
    return {
      name: this.#parts.name,
      session,
      seq,
      position: position(),
      chain: digest(log.chain),
      closedBecause: this.findClosed() ?? null,
      haltedBecause: replica.haltedBecause,
      duties: [...log.duties].map(([duty, { holder, term }]) => {
        return { duty, holder, term, isOwn: holder === session };
      }),
      mark: replica.lastMark ?? null,
      clockOffset: clockOffset(),
      foreign: foreign(),
      archivedUpTo: this.#parts.keeping?.archivedUpTo() ?? 0,
      snapshotSeq: this.health().snapshotSeq,
    };
  };

  readonly close = async (): Promise<void> => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#duties.end();
    this.handOver();
    await this.#answerLast();
    this.#home.stop();
    this.#failAll('closed', CLOSED);
    await this.#parts.keeping?.close();
    await Promise.all([this.#home.close(), this.archive.close()]);
  };

  /** All entries that were durable are applied: what has not come back by now may be lost. */
  sendAgain(): void {
    this.#home.replica.reconnect(this.clock.monotonicNow());
    this.#home.sendSoon();
  }

  /** A batch did not count. */
  hear({ session, number, why, because = '', reason = 'overloaded', fate }: BatchRefusal): void {
    const { replica } = this.#home;
    const batch = { session, number };
    if (why === 'refused') {
      const error = new VenueUnavailable(reason, because, fate);
      for (const settled of replica.drop(batch)) this.#reject(settled, error);
    } else replica.refuse(batch, why, this.clock.monotonicNow());
    this.#home.sendSoon();
  }

  /** What is under way comes back in a moment, if the log is there. */
  async #answerLast(): Promise<void> {
    if (this.#home.findClosed() !== undefined || this.#waiters.size === 0) return;
    const answers = [...this.#waiters.values()].map(({ done }) => done.promise);
    await Promise.race([Promise.allSettled(answers), sleep(LAST_MILLIS)]);
  }

  #submit(content: EntryContent, refusal: VenueUnavailable | undefined): Promise<Applied> {
    const done = Promise.withResolvers<Applied>();
    // A submitter that ignores its answer must not bring down the process.
    done.promise.catch(() => undefined);
    const settled = (applied: Applied): void => {
      this.#waiters.delete(settled);
      done.resolve(applied);
    };
    try {
      if (refusal !== undefined) throw refusal;
      this.#home.replica.submit(content, settled);
      const fate = content.until === undefined ? 'unknown' : 'pending';
      this.#waiters.set(settled, { since: this.clock.monotonicNow(), done, fate });
      this.#home.sendSoon();
    } catch (error) {
      done.reject(error);
    }
    return done.promise;
  }

  #findEnd(): VenueUnavailable | undefined {
    const { haltedBecause } = this.#home.replica;
    if (haltedBecause !== null) return new VenueUnavailable('halted', haltedText(haltedBecause));
    return this.#isClosed ? new VenueUnavailable('closed', CLOSED) : undefined;
  }

  #findRefusal(request: RequestIdentity | undefined): VenueUnavailable | undefined {
    const refused = (message: string) => new VenueUnavailable('overloaded', message);
    const end = this.#findEnd();
    if (end !== undefined) return end;
    const closed = this.#home.findClosed();
    if (closed !== undefined) return new VenueUnavailable('cut-off', closed);
    const { waitingCount } = this.#home.replica;
    if (waitingCount >= VENUE_DEFAULTS.waitingMax)
      return refused(`${waitingCount} commands wait already; try again in a moment`);
    const { requests } = this.#parts.present.state;
    if (request !== undefined && isFullFor(requests, request.receivedAt))
      return refused('more requests came in the last minute than can be remembered');
    return undefined;
  }

  /** What is under way may still count. */
  #loseLate(): void {
    const before = this.clock.monotonicNow() - PATIENCE_MILLIS;
    for (const [settled, { since, fate }] of this.#waiters) {
      if (since > before) return;
      this.#reject(settled, new VenueUnavailable('halted', SILENT, fate));
    }
  }

  #halt(reason: string): void {
    this.#parts.log('error', 'the log cannot be followed', { because: reason });
    this.#duties.end();
    this.#failAll('halted', haltedText(reason));
  }

  #failAll(reason: VenueUnavailable['reason'], message: string): void {
    for (const [settled, { fate }] of [...this.#waiters])
      this.#reject(settled, new VenueUnavailable(reason, message, fate));
  }

  #reject(settled: Settled, error: VenueUnavailable): void {
    this.#waiters.get(settled)?.done.reject(error);
    this.#waiters.delete(settled);
  }
}

const CLOSED = 'this replica is closed';

const SILENT = 'the log does not answer; whether the command counts is not known';

const haltedText = (reason: string): string => `the log cannot be followed: ${reason}`;

/** Another replica had the duty when the command got its place. */
const isRefused = ({ events }: Applied): boolean =>
  events.some(
    (event) =>
      event.kind === 'command-rejected' &&
      (event.reject.reason === 'duty-term-wrong' || event.reject.reason === 'duty-held'),
  );
