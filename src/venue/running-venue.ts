/** A venue at work, whichever log it has: its parts put together until it is closed. */
import type { Archive } from '../archive/archive.ts';
import type { Contest } from '../competition/contest.ts';
import type { Command } from '../domain/command.ts';
import { SECOND } from '../domain/limits.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Monotonic } from '../domain/units.ts';
import { type ContractHistory, seedHistory } from '../views/seed-history.ts';
import type { Views } from '../views/views.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { findOverload, type Present } from './present.ts';
import { createRead, type Read } from './read.ts';
import { isRecallDue, recall } from './recover.ts';
import type { VenueSettings } from './settings.ts';
import type { Keeping } from './snapshotter.ts';
import { ClockAdvancer } from './time-driver.ts';
import type {
  Applied,
  CommandTerms,
  Listener,
  RecoveryReport,
  SyncMillis,
  Venue,
  VenueHealth,
} from './venue.ts';
import type { LogHooks, VenueLog } from './venue-log.ts';

export interface RunningParts<Home extends VenueLog> {
  readonly present: Present;
  /** Of the present, where it was made before. */
  readonly read?: Read;
  readonly recovery: RecoveryReport;
  /** A query of it sees all that was acknowledged before. */
  readonly archive: Archive;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: Pick<VenueSettings, 'waitingMax' | 'tickEveryMillis'>;
  readonly keeping: Keeping;
  readonly connect: (hooks: LogHooks) => Home;
  /** Puts generated candles into the views when an entry says how. */
  readonly prologue?: ((views: Views) => void) | undefined;
}

const ignore = (): void => undefined;

export class RunningVenue<Home extends VenueLog = VenueLog> implements Venue {
  /** Only for this folder. Other code uses `read`. */
  readonly present: Present;
  /** Of its log; only for this folder, too. */
  readonly home: Home;
  readonly read: Read;
  readonly contest: Contest;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly recovery: RecoveryReport;
  readonly advancer: ClockAdvancer;
  readonly findClosed?: () => string | undefined;
  readonly #parts: RunningParts<Home>;
  readonly #meter = createMeter();
  readonly #listeners: Listeners;
  #closing: Promise<void> | undefined;
  /** What closing currently waits for, in words for the operator. */
  closingStep: string | undefined;

  constructor(parts: RunningParts<Home>) {
    const { present, clock, archive, recovery, logger, settings } = parts;
    this.#parts = parts;
    this.present = present;
    this.read = parts.read ?? createRead(present, clock);
    this.contest = present.contest;
    this.archive = archive;
    this.clock = clock;
    this.recovery = recovery;
    this.#listeners = new Listeners(logger);
    this.home = parts.connect(this.#createHooks());
    const { findClosed } = this.home;
    if (findClosed !== undefined) this.findClosed = findClosed;
    const { submit } = this;
    const { tickEveryMillis: everyMillis } = settings;
    this.advancer = new ClockAdvancer({ clock, state: present.state, submit, everyMillis });
  }

  // Arrow functions, so that callers may pass them on without the venue.
  readonly submit = (command: Command, terms: CommandTerms = {}): Promise<Applied> => {
    const done = Promise.withResolvers<Applied>();
    // A submitter that ignores its answer must not bring down the process.
    done.promise.catch(ignore);
    const { waitingCount: count } = this.home;
    const waiting = { count, max: this.#parts.settings.waitingMax };
    const { state } = this.present;
    const refusal = this.home.findRefusal() ?? findOverload(state, waiting, terms.request);
    try {
      if (refusal === undefined) this.home.submit({ command, ...terms }, done);
      else done.reject(refusal);
    } catch (error) {
      done.reject(error);
    }
    return done.promise;
  };

  readonly submitAt: Venue['submitAt'] = (at, decide) => this.home.submitAt(at, decide);

  readonly listen = (listener: Listener): (() => void) => this.#listeners.add(listener);

  readonly putHistory = (history: Iterable<ContractHistory>): void => {
    seedHistory(this.present.views, history);
    this.#parts.keeping.putHistory();
  };

  readonly archived = (): Promise<void> => this.#parts.keeping.archived();

  readonly pauseTime = (): void => this.advancer.pause();

  readonly resumeTime = (): void => this.advancer.resume();

  readonly health = (): VenueHealth => {
    const haltedBecause = this.findClosed?.() ?? this.home.haltedBecause;
    const status = haltedBecause === null ? 'trading' : 'halted';
    return {
      status: this.#closing === undefined ? status : 'closed',
      haltedBecause,
      seq: this.present.state.seq,
      queued: this.home.waitingCount,
      ...this.home.health(),
      ...this.#parts.keeping.health(),
      syncMillis: this.#meter.syncMillis(),
      commandsPerSecond: this.#meter.commandsPerSecond(this.clock.monotonicNow()),
    };
  };

  readonly close = (): Promise<void> => {
    this.#closing ??= this.#close();
    return this.#closing;
  };

  #createHooks(): LogHooks {
    const { keeping, prologue } = this.#parts;
    return {
      onApplied: (applied, rows) => {
        if (prologue !== undefined && isRecallDue(applied) && recall(this.present, prologue))
          keeping.putHistory();
        keeping.offer(rows);
        this.#listeners.tell(applied);
      },
      onBatch: (commands) => {
        this.#meter.noteCommands(commands, this.clock.monotonicNow());
        keeping.look(this.home.haltedBecause === null);
      },
      onStored: (millis) => this.#meter.noteSync(millis),
    };
  }

  /** A halted venue saves no snapshot, because its last entry may be half applied. */
  async #close(): Promise<void> {
    const { archive, keeping, logger } = this.#parts;
    const step = (what: string): void => {
      this.closingStep = what;
    };
    this.advancer.pause();
    step('commands under way');
    await this.home.stop();
    await keeping.close(this.home.haltedBecause === null, step);
    try {
      await archive.close();
    } catch (error) {
      logger('error', 'the archive was not closed properly', { because: reasonOf(error) });
    }
    step('the journal');
    await this.home.close();
    logger('info', 'closed', { seq: this.present.state.seq });
  }
}

const SYNCS_KEPT = 512;
const SECONDS_KEPT = 5;

/** How fast the venue is: the last syncs of the journal, and commands of the last seconds. */
export function createMeter() {
  const syncs: number[] = [];
  let nextSync = 0;
  let count = 0;
  let sum = 0;
  const counts = new Map<number, number>();
  const secondOf = (now: Monotonic): number => Math.floor(now / SECOND);
  return {
    noteSync: (durationMillis: number): void => {
      syncs[nextSync] = durationMillis;
      nextSync = (nextSync + 1) % SYNCS_KEPT;
      count += 1;
      sum += durationMillis;
    },
    noteCommands: (commands: number, now: Monotonic): void => {
      const second = secondOf(now);
      const known = counts.get(second);
      if (known === undefined) forgetBefore(counts, second - SECONDS_KEPT);
      counts.set(second, (known ?? 0) + commands);
    },
    syncMillis: (): SyncMillis => {
      const sorted = syncs.toSorted((first, second) => first - second);
      return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), count, sum };
    },
    /** Over the last five whole seconds. */
    commandsPerSecond: (now: Monotonic): number => {
      const current = secondOf(now);
      let commands = 0;
      for (const [second, known] of counts) {
        if (second < current && second >= current - SECONDS_KEPT) commands += known;
      }
      return commands / SECONDS_KEPT;
    },
  };
}

function forgetBefore(counts: Map<number, number>, second: number): void {
  for (const known of counts.keys()) if (known < second) counts.delete(known);
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Those who are told of every entry, in the order in which they came. */
class Listeners {
  readonly #logger: Logger;
  #listeners: readonly Listener[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns a function that stops it. */
  add(listener: Listener): () => void {
    // A new function each time, so that the same listener may be added twice.
    const own: Listener = (applied) => listener(applied);
    this.#listeners = [...this.#listeners, own];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** A listener that throws is reported and otherwise ignored. */
  tell(applied: Applied): void {
    for (const listener of this.#listeners) {
      try {
        listener(applied);
      } catch (error) {
        const facts = { seq: applied.seq, because: reasonOf(error) };
        this.#logger('error', 'a listener failed', facts);
      }
    }
  }
}

/**
 * The archive as the venue's callers see it. Rows that still gather are posted before a query is,
 * so an answer never lacks history that was acknowledged before the query. Flushing takes a while
 * where another process writes the archive.
 */
export function createFlushedArchive(archive: Archive, flush: () => void | Promise<void>): Archive {
  const flushed = <Answer>(ask: (archive: Archive) => Promise<Answer>): Promise<Answer> => {
    const flushing = flush();
    return flushing instanceof Promise ? flushing.then(() => ask(archive)) : ask(archive);
  };
  return {
    write: (entries) => flushed((to) => to.write(entries)),
    archivedUpTo: () => flushed((from) => from.archivedUpTo()),
    findOrder: (id) => flushed((from) => from.findOrder(id)),
    findClientOrder: (account, id) => flushed((from) => from.findClientOrder(account, id)),
    orders: (query) => flushed((from) => from.orders(query)),
    triggerOrders: (query) => flushed((from) => from.triggerOrders(query)),
    fills: (query) => flushed((from) => from.fills(query)),
    countFills: (filter, max) => flushed((from) => from.countFills(filter, max)),
    bills: (query) => flushed((from) => from.bills(query)),
    funding: (query) => flushed((from) => from.funding(query)),
    liquidations: (query) => flushed((from) => from.liquidations(query)),
    close: () => archive.close(),
  };
}
