/**
 * Gives every command its place and time, makes it durable, applies it, tells the listeners and
 * acknowledges it, in this order. Commands gather while the journal syncs the batch before them.
 * Once that batch is durable, the gathered commands go to the journal first, and only then is the
 * batch applied. So disk and engine work at the same time.
 *
 * A beat is decided on the state that all commands before it lead to. So it waits until they are
 * applied; what comes meanwhile goes to the journal together with it, behind it.
 *
 * When the journal or the engine fails, the sequencer takes nothing more. Every waiting submitter
 * is told. The fate of commands already on their way to the disk is `unknown`, because the next
 * start may find them there.
 */
import { performance } from 'node:perf_hooks';
import { assert } from '../domain/assert.ts';
import type { Command, Entry } from '../domain/command.ts';
import type { BatchTimes } from '../domain/judge-batch.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Millis, seq } from '../domain/units.ts';
import type { EntryContent } from '../journal/entry-codec.ts';
import type { Journal } from '../journal/journal.ts';
import { JournalOverloaded, NotStorable } from '../journal/journal-error.ts';
import type { LogBatch } from '../journal/log-batch.ts';
import { hrtime, nextTurn, setImmediate } from '../machine/timers.ts';
import { type Clock, createStamper, type Stamper } from './clock.ts';
import type { Logger } from './logger.ts';
import { applyEntry, findOverload, type Present } from './present.ts';
import { BatchCounter, refusalOf } from './replica/batch-reader.ts';
import type { BatchRefusal } from './replica/messages.ts';
import type { VenueSettings } from './settings.ts';
import { type Applied, type Fate, VenueUnavailable } from './venue.ts';
import type { Done, LogHealth, LogHooks, VenueLog } from './venue-log.ts';

export interface SequencerParts extends LogHooks {
  readonly journal: Journal;
  readonly present: Present;
  readonly clock: Clock;
  readonly settings: Pick<VenueSettings, 'waitingMax' | 'flightMax'>;
  readonly logger: Logger;
  /** Why commands are refused at the moment, if they are. */
  readonly findObstacle: () => string | undefined;
}

interface Waiting {
  readonly content: EntryContent;
  readonly done: Done;
  /** Of the beginning of a batch: the commands that go behind it, if it counts. */
  readonly behind?: readonly Waiting[];
  readonly tell?: (verdict: BatchRefusal) => void;
}

/** A command that is decided once everything before it is applied. */
interface Beat {
  readonly at: Millis;
  readonly decide: () => Command | undefined;
  readonly done: PromiseWithResolvers<Applied | undefined>;
  /** How many commands of the queue come before it. */
  before: number;
}

/** Commands that go to the disk together. */
interface Flight {
  readonly entries: readonly Entry[];
  readonly waiting: readonly Waiting[];
}

/**
 * Others wait no longer than this while one beat follows the other, by a clock that no test of a
 * user stops.
 */
const TURN_NANOS = 2_000_000n;

export class Sequencer implements VenueLog {
  haltedBecause: string | null = null;
  readonly #parts: SequencerParts;
  readonly #stamp: Stamper;
  readonly #batches: BatchCounter;
  #queue: Waiting[] = [];
  #beat: Beat | undefined;
  /** Commands not yet acknowledged, queued or on their way to the disk. */
  #waitingCount = 0;
  #isClosing = false;
  /** Whether the last flight was a beat alone. */
  #isBeating = false;
  #turnEnds = 0n;
  #sleeper: PromiseWithResolvers<void> | undefined;
  readonly #running: Promise<void>;

  constructor(parts: SequencerParts) {
    const { present, clock, logger } = parts;
    this.#parts = parts;
    this.#stamp = createStamper(clock, present.state.now, logger);
    this.#batches = new BatchCounter(present.state.log.incarnations);
    this.#running = this.#run();
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  submit(content: EntryContent, done: Done): void {
    this.#queue.push({ content, done });
    this.#waitingCount += countCommands(content.command);
    this.#wake();
  }

  /**
   * Takes a batch of another process. Its commands go into one flight, behind an entry that names
   * the batch. Whether it counts is decided when the flight is taken; if not, `tell` says why.
   */
  readonly submitBatch = (batch: LogBatch, tell: (verdict: BatchRefusal) => void): void => {
    const { session, number, sentAt, commands } = batch;
    const refuse = (error: unknown): void =>
      tell({ session, number, why: 'refused', ...refusalOf(error) });
    const { state } = this.#parts.present;
    const waiting = { count: this.#waitingCount, max: this.#parts.settings.waitingMax };
    const refusal = this.findRefusal() ?? findOverload(state, waiting);
    if (refusal !== undefined) {
      refuse(refusal);
      return;
    }
    const begin = { kind: 'begin-batch', session, number, sentAt, position: 0 } as const;
    const queued = {
      content: { command: { ...begin, count: commands.length } },
      done: { resolve: ignore, reject: refuse },
      behind: commands.map((content) => ({ content, done: NOBODY })),
      tell,
    };
    this.#queue.push(queued);
    this.#waitingCount += countWaiting(queued);
    this.#wake();
  };

  /**
   * Decides a command on the state that everything submitted before leads to, and stores it at
   * exactly this time: what came before has an earlier time, what comes later does not. Without a
   * decision, or if an entry has a later time already, there is no entry.
   */
  submitAt(at: Millis, decide: () => Command | undefined): Promise<Applied | undefined> {
    assert(this.#beat === undefined, 'beats do not overlap', at);
    const done = Promise.withResolvers<Applied | undefined>();
    done.promise.catch(() => undefined);
    const refusal = this.findRefusal();
    if (refusal !== undefined) {
      done.reject(refusal);
      return done.promise;
    }
    this.#beat = { at, decide, done, before: this.#queue.length };
    this.#wake();
    return done.promise;
  }

  readonly health = (): LogHealth => {
    const { id, head } = this.#parts.journal;
    return { journal: { id, ...head }, clockBehindMillis: this.#stamp.behindMillis() };
  };

  /** Commands already taken are still stored, applied and acknowledged. */
  stop(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    return this.#running;
  }

  readonly close = async (): Promise<void> => this.#parts.journal.close();

  findRefusal(): VenueUnavailable | undefined {
    if (this.haltedBecause !== null) return haltedError(this.haltedBecause, 'not-applied');
    if (this.#isClosing) return new VenueUnavailable('closed', 'the venue is closed');
    const obstacle = this.#parts.findObstacle();
    return obstacle === undefined ? undefined : new VenueUnavailable('overloaded', obstacle);
  }

  async #run(): Promise<void> {
    let durable: Flight | undefined;
    while (this.haltedBecause === null) {
      const flight = this.#takeFlight(durable === undefined);
      // Other work gets its turn even if the journal needs no time at all.
      const storing = flight && Promise.all([this.#store(flight), this.#yield()]);
      if (durable !== undefined) {
        // The journal starts writing at the end of this turn. Let it, before the engine is busy.
        await undefined;
        this.#applyFlight(durable);
      }
      durable = (await storing)?.[0];
      if (flight !== undefined) continue;
      if (this.#queue.length > 0 || this.#beat !== undefined) await this.#yield();
      else if (this.#isClosing) return;
      else await this.#sleep();
    }
    if (durable !== undefined) this.#refuse(durable.waiting, haltedError(this.haltedBecause));
  }

  /** Sleeps until the turn after a command arrives, so that others of that turn join it. */
  #sleep(): Promise<void> {
    this.#sleeper = Promise.withResolvers();
    return this.#sleeper.promise;
  }

  #wake(): void {
    const sleeper = this.#sleeper;
    if (sleeper === undefined) return;
    this.#sleeper = undefined;
    // A beat waits for nobody to join it.
    if (this.#queue.length === 0) sleeper.resolve();
    else setImmediate(sleeper.resolve);
  }

  /** Beats that nobody stands in line with share a turn, as long as it stays a short one. */
  async #yield(): Promise<void> {
    if (this.#isBeating && this.#queue.length === 0 && hrtime.bigint() < this.#turnEnds) return;
    await nextTurn();
    this.#turnEnds = hrtime.bigint() + TURN_NANOS;
  }

  #takeFlight(isAllApplied: boolean): Flight | undefined {
    const beat = this.#beat;
    if (beat?.before === 0 && !isAllApplied) return undefined;
    const decided = beat?.before === 0 ? this.#decide(beat) : undefined;
    const taken = this.#takeQueued(decided === undefined ? 0 : countWaiting(decided));
    const { clock, journal } = this.#parts;
    const takenAt = clock.wallNow();
    const at = taken.length === 0 ? undefined : this.#stamp.take(this.#beat && this.#beat.at - 1);
    const queued = at === undefined ? taken : this.#unfold(taken, { at, logAt: takenAt });
    const waiting = decided === undefined ? queued : [decided, ...queued];
    this.#isBeating = decided !== undefined && queued.length === 0;
    if (waiting.length === 0) return undefined;
    const first = journal.lastSeq + 1;
    const entries = waiting.map((each, place): Entry => {
      const { content } = each;
      const entry = { seq: seq(first + place), at: each === decided ? beat!.at : at!, ...content };
      return content.until === undefined ? entry : { ...entry, takenAt };
    });
    return { entries, waiting };
  }

  /** As many as fit into a flight, up to the beat. */
  #takeQueued(decided: number): Waiting[] {
    const { flightMax } = this.#parts.settings;
    const last = this.#beat?.before ?? this.#queue.length;
    let taken = 0;
    for (let count = decided; taken < last && count < flightMax; taken += 1)
      count += countWaiting(this.#queue[taken]!);
    const queued = this.#queue.slice(0, taken);
    this.#queue = this.#queue.slice(taken);
    if (this.#beat !== undefined) this.#beat.before -= taken;
    return queued;
  }

  /** Batches of others become their commands, or nothing if they do not count. */
  #unfold(taken: Waiting[], times: BatchTimes): Waiting[] {
    if (!taken.some(({ behind }) => behind !== undefined)) return taken;
    return taken.flatMap((each) => {
      const { content, done, behind, tell } = each;
      const { command } = content;
      if (behind === undefined || command.kind !== 'begin-batch') return [each];
      const why = this.#batches.take(command, times);
      if (why === 'counts') return [{ content, done }, ...behind];
      this.#waitingCount -= countWaiting(each);
      tell?.({ session: command.session, number: command.number, why });
      return [];
    });
  }

  #decide({ at, decide, done }: Beat): Waiting | undefined {
    this.#beat = undefined;
    try {
      if (this.#stamp.takeAt(at)) {
        const command = decide();
        if (command !== undefined) {
          this.#waitingCount += countCommands(command);
          return { content: { command }, done };
        }
      } else this.#parts.logger('warn', 'a beat was skipped: an entry has a later time', { at });
      done.resolve(undefined);
    } catch (error) {
      done.reject(error);
    }
    return undefined;
  }

  /** The flight once it is durable, without the commands that could not be stored. */
  async #store(flight: Flight): Promise<Flight | undefined> {
    const { journal, onStored } = this.#parts;
    const start = performance.now();
    try {
      await journal.append(flight.entries);
    } catch (error) {
      return this.#judgeFailure(flight, error);
    }
    onStored(performance.now() - start);
    return flight;
  }

  #judgeFailure(flight: Flight, error: unknown): Promise<Flight | undefined> | undefined {
    const { waiting } = flight;
    if (error instanceof JournalOverloaded) {
      this.#refuse(waiting, new VenueUnavailable('overloaded', error.message));
      return undefined;
    }
    if (error instanceof NotStorable && waiting.length > 1) return this.#storeEach(flight);
    if (error instanceof NotStorable) {
      this.#refuse(waiting, error);
      return undefined;
    }
    this.#halt(`the journal failed: ${reasonOf(error)}`);
    this.#refuse(waiting, haltedError(reasonOf(error)));
    return undefined;
  }

  /** One command cannot be stored, and the journal refused them all: each is tried alone. */
  async #storeEach({ entries, waiting }: Flight): Promise<Flight | undefined> {
    const stored: Flight[] = [];
    for (const [place, entry] of entries.entries()) {
      const alone = {
        entries: [{ ...entry, seq: seq(this.#parts.journal.lastSeq + 1) }],
        waiting: waiting.slice(place, place + 1),
      };
      if (this.haltedBecause !== null) this.#refuse(alone.waiting, haltedError(this.haltedBecause));
      else stored.push(...asList(await this.#store(alone)));
    }
    return {
      entries: stored.flatMap((alone) => alone.entries),
      waiting: stored.flatMap((alone) => alone.waiting),
    };
  }

  #applyFlight({ entries, waiting }: Flight): void {
    const { present, onApplied, onBatch } = this.#parts;
    let commands = 0;
    for (const [place, entry] of entries.entries()) {
      const { done } = waiting[place]!;
      const { command } = entry;
      try {
        const { applied, rows } = applyEntry(present, entry);
        onApplied(applied, rows);
        done.resolve(applied);
        this.#waitingCount -= countCommands(command);
        commands += countCommands(command);
      } catch (error) {
        this.#halt(`entry ${entry.seq}, ${command.kind}: ${reasonOf(error)}`);
        this.#refuse(waiting.slice(place), haltedError(this.haltedBecause));
        break;
      }
    }
    onBatch(commands);
  }

  #halt(reason: string): void {
    if (this.haltedBecause !== null) return;
    this.haltedBecause = reason;
    this.#parts.logger('error', 'trading is halted; queries go on', { because: reason });
    const queue = this.#queue;
    this.#queue = [];
    this.#refuse(queue, haltedError(reason, 'not-applied'));
    this.#beat?.done.reject(haltedError(reason, 'not-applied'));
    this.#beat = undefined;
  }

  #refuse(waiting: readonly Waiting[], error: Error): void {
    for (const each of waiting) {
      this.#waitingCount -= countWaiting(each);
      const { command } = each.content;
      if (command.kind === 'begin-batch') this.#batches.giveBack(command);
      each.done.reject(error);
    }
  }
}

function haltedError(reason: string | null, fate: Fate = 'unknown'): VenueUnavailable {
  const message =
    fate === 'unknown'
      ? `trading was halted while the command was on its way; whether it counts is not known ` +
        `until the venue has started again: ${reason}`
      : `trading is halted: ${reason}`;
  return new VenueUnavailable('halted', message, fate);
}

const countCommands = (command: Command): number =>
  command.kind === 'batch' ? Math.max(1, command.commands.length) : 1;

const countWaiting = ({ content, behind = [] }: Waiting): number =>
  behind.reduce((sum, each) => sum + countWaiting(each), countCommands(content.command));

const ignore = (): void => undefined;

/** The sender of a batch is told of the batch. */
const NOBODY: Done = { resolve: ignore, reject: ignore };

const asList = <Item>(item: Item | undefined): Item[] => (item === undefined ? [] : [item]);
