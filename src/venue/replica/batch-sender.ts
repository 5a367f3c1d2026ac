/**
 * The sending side of a replica: commands gather, go to the log as numbered batches, and are sent
 * again until they come back. It has no timers and no connection. Its owner asks `next` what to
 * send, and tells it what it hears.
 *
 * A batch is done when the log brings it back, and not before: answers are only early signs, and
 * silence says nothing. In most deaths of a log's leader the batch that nobody answered was stored.
 * Whatever is sent again has the same incarnation and number, so it takes effect once.
 */
import { assert } from '../../domain/assert.ts';
import type { BatchVerdict } from '../../domain/judge-batch.ts';
import { INCARNATION_LIFE } from '../../domain/limits.ts';
import type { BatchIdentity, Incarnation } from '../../domain/replica-command.ts';
import { type Monotonic, monotonic } from '../../domain/units.ts';
import { countFitting } from '../../journal/log-batch.ts';

/** A command in the queue, as bytes. */
export interface Outgoing {
  readonly bytes: Uint8Array;
}

export interface UnderWay<Item extends Outgoing> {
  readonly number: number;
  readonly items: readonly Item[];
  readonly firstSentAt: Monotonic;
}

interface Flight<Item extends Outgoing> extends UnderWay<Item> {
  lastSentAt: Monotonic;
  /** When it is sent again. */
  dueAt: Monotonic;
  /** The log has said that it stored it. */
  isStored: boolean;
}

/** What the log answered to one sending: it stored the batch, or it cannot at the moment. */
export type AppendSign = 'stored' | 'unavailable';

const RESEND_MILLIS = 1_000;
const UNAVAILABLE_MILLIS = 100;
const STORED_MILLIS = 10_000;
/** Its incarnation must not have ended when it arrives: it could be taken for another's first. */
const RESEND_FOR_MILLIS = INCARNATION_LIFE / 2;

type BatchName = Pick<BatchIdentity, 'session' | 'number'>;

export class BatchSender<Item extends Outgoing> {
  readonly #newIncarnation: () => Incarnation;
  /** How many batches may be under way at once. With more than one, the log may see gaps. */
  readonly #flightsMax: number;
  #session: Incarnation;
  #lastNumber = 0;
  #queue: Item[] = [];
  #flights: Flight<Item>[] = [];
  #restsUntil = monotonic(0);

  constructor(newIncarnation: () => Incarnation, flightsMax = 1) {
    this.#newIncarnation = newIncarnation;
    this.#flightsMax = flightsMax;
    this.#session = newIncarnation();
  }

  get session(): Incarnation {
    return this.#session;
  }

  /** Commands that have not come back. */
  get waitingCount(): number {
    return this.#flights.reduce((sum, { items }) => sum + items.length, this.#queue.length);
  }

  get isIdle(): boolean {
    return this.waitingCount === 0;
  }

  /** When `next` has something to send if nothing else happens. */
  get dueAt(): Monotonic | undefined {
    if (this.#maySendNew) return this.#restsUntil;
    const times = this.#flights.map(({ dueAt }) => dueAt);
    return times.length === 0 ? undefined : monotonic(Math.min(...times));
  }

  get #maySendNew(): boolean {
    return this.#queue.length > 0 && this.#flights.length < this.#flightsMax;
  }

  push(item: Item): void {
    this.#queue.push(item);
  }

  /** A batch that is to be sent now. Ask again until there is none. */
  next(now: Monotonic): UnderWay<Item> | undefined {
    const due = this.#flights.find(({ dueAt }) => dueAt <= now);
    if (due !== undefined) {
      due.lastSentAt = now;
      due.dueAt = monotonic(now + (due.isStored ? STORED_MILLIS : RESEND_MILLIS));
      return due;
    }
    if (!this.#maySendNew || now < this.#restsUntil) return undefined;
    const count = countFitting(this.#queue.map(({ bytes }) => bytes));
    const items = this.#queue.slice(0, count);
    this.#queue = this.#queue.slice(count);
    this.#lastNumber += 1;
    const dueAt = monotonic(now + RESEND_MILLIS);
    const number = this.#lastNumber;
    const flight = { number, items, firstSentAt: now, lastSentAt: now, dueAt, isStored: false };
    this.#flights.push(flight);
    return flight;
  }

  /** The answer to one sending. */
  hear(batch: BatchName, sign: AppendSign, now: Monotonic): void {
    const flight = this.#find(batch);
    if (flight === undefined || flight.isStored) return;
    flight.isStored = sign === 'stored';
    const wait = sign === 'stored' ? STORED_MILLIS : UNAVAILABLE_MILLIS;
    flight.dueAt = monotonic(now + wait);
  }

  /** Answers of the connection before are lost. */
  reconnect(now: Monotonic): void {
    for (const flight of this.#flights) if (!flight.isStored) flight.dueAt = now;
  }

  /** A batch came back and counts. If it is one of this sender, its commands are now answered. */
  settle({ session, number }: BatchName): UnderWay<Item> | undefined {
    if (session !== this.#session) return undefined;
    const flight = this.#flights.shift();
    assert(flight?.number === number, 'a batch of this session comes back in turn', number);
    return flight;
  }

  /**
   * A batch came back and does not count. The owner has applied everything before it. A gap is sent
   * again from the first one on. If the incarnation has ended, no copy of its batches can count any
   * more, and their commands go out in a new one.
   */
  refuse(batch: BatchName, verdict: Exclude<BatchVerdict, 'counts'>, now: Monotonic): void {
    if (this.#find(batch) === undefined || verdict === 'repeat') return;
    if (verdict === 'gap') {
      // Several gaps may come of one loss: each batch goes out once for all of them.
      for (const flight of this.#flights) {
        flight.isStored = false;
        flight.dueAt = monotonic(Math.max(now, flight.lastSentAt + UNAVAILABLE_MILLIS));
      }
      return;
    }
    // One of the clocks is wrong. That does not change within a moment.
    if (verdict === 'stale') this.#restsUntil = monotonic(now + RESEND_MILLIS);
    this.#queue = [...this.#flights.flatMap(({ items }) => items), ...this.#queue];
    this.#flights = [];
    this.#session = this.#newIncarnation();
    this.#lastNumber = 0;
  }

  /**
   * The log refused a batch before it got a place, and its number is free. Returns its commands,
   * which are not sent again. Only for an owner that has one batch under way at a time.
   */
  drop(batch: BatchName): readonly Item[] {
    if (this.#find(batch) === undefined) return [];
    assert(this.#flights.length === 1, 'a batch is refused behind others', batch.number);
    const [flight] = this.#flights;
    this.#flights = [];
    this.#lastNumber -= 1;
    return flight?.items ?? [];
  }

  /** Whether a batch has been under way for so long that it must not be sent again. */
  isLost(now: Monotonic): boolean {
    return this.#flights.some(({ firstSentAt }) => now - firstSentAt > RESEND_FOR_MILLIS);
  }

  #find({ session, number }: BatchName): Flight<Item> | undefined {
    if (session !== this.#session) return undefined;
    return this.#flights.find((flight) => flight.number === number);
  }
}
