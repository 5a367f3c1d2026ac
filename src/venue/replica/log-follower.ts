/**
 * Follows a log elsewhere, without connection and timers of its own. What it applies it has read
 * from the log. What is told live is a hint that there is more to read, and nothing else: anyone
 * may tell it, and it may be lost, doubled or late. After a hint or a silence the next messages are
 * read, again and again until they come. After each break of the connection nothing is applied
 * before it is certain that the log still has what was applied.
 *
 * The log's own consumers are not used. They were seen to stand still for a minute when their
 * server died, while plain reads with a short deadline went on.
 */
import type { BatchIdentity } from '../../domain/replica-command.ts';
import { type Millis, type Monotonic, monotonic } from '../../domain/units.ts';
import type { BareReplica } from './bare-replica.ts';
import { ADVICE, type BatchReader, type StoredBatch } from './batch-reader.ts';

/** After so long without a message, and without an answer to a question, it asks. */
export const ASK_AFTER_MILLIS = 300;

/**
 * A message that the log does not show is lost after so long. A leader that was just elected may
 * have messages that it does not show before it knows that the other copies have them.
 */
const MISSED_MILLIS = 5_000;

/** A copy that is behind a hint is asked again after so long, then more and more slowly. */
const AGAIN_MILLIS = 2;

/** A question to the log; it may never be answered. */
export type LogQuestion =
  /** There are messages up to `upTo`, by what was told live. */
  | { readonly kind: 'read'; readonly from: number; readonly upTo: number | undefined }
  /** What the leader has at this place: a copy may be behind. */
  | { readonly kind: 'look'; readonly position: number };

export interface FollowerParts {
  readonly replica: Pick<BareReplica, 'apply' | 'refuse' | 'reconnect' | 'halt' | 'haltedBecause'>;
  readonly reader: Pick<BatchReader, 'read' | 'confirm' | 'position' | 'confirmPosition'>;
  /** Every message that did not count, in words. */
  readonly onSkipped?: (why: string) => void;
  /**
   * Every batch of this venue that was not counted before, whether it counts, and when the log took
   * it. One that comes again says nothing about clocks: anybody may have sent it, at any time.
   */
  readonly onBatch?: (batch: BatchIdentity, logAt: Millis, counts: boolean) => void;
}

export class LogFollower {
  readonly #parts: FollowerParts;
  /** The furthest place that was told live. */
  #toldUpTo = 0;
  /** How long it waits before it asks again for what was told, and until when. */
  #pause = 0;
  #pausesUntil = 0;
  #heardAt: number = Number.NEGATIVE_INFINITY;
  #askedAt: number | undefined;
  #isConfirmed = false;
  /** Since when the log does not show what was applied. */
  #missedSince: number | undefined;
  /** Since when there is no such log. */
  #goneSince: number | undefined;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** The connection is new: what was under way is lost, and the log may be another. */
  reconnect(now: Monotonic): void {
    this.#isConfirmed = false;
    this.#askedAt = undefined;
    this.#parts.replica.reconnect(now);
  }

  /** What is to be asked now, if anything. */
  next(now: Monotonic): LogQuestion | undefined {
    const { reader, replica } = this.#parts;
    if (replica.haltedBecause !== null) return undefined;
    if (this.#askedAt !== undefined && now - this.#askedAt < ASK_AFTER_MILLIS) return undefined;
    const isDue = this.dueAt !== undefined && now >= this.dueAt;
    if (!isDue && this.#isConfirmed && now - this.#heardAt < ASK_AFTER_MILLIS) return undefined;
    this.#askedAt = now;
    if (!this.#isConfirmed) return { kind: 'look', position: reader.confirmPosition };
    const from = reader.position + 1;
    return { kind: 'read', from, upTo: this.#toldUpTo < from ? undefined : this.#toldUpTo };
  }

  /** When what was told live is asked for; undefined if all of it was read. */
  get dueAt(): Monotonic | undefined {
    return this.#toldUpTo > this.#parts.reader.position ? monotonic(this.#pausesUntil) : undefined;
  }

  /** It was told live that there is a message at this place. */
  hear(position: number): void {
    this.#toldUpTo = Math.max(this.#toldUpTo, position);
  }

  /** The answer to `read`. */
  hearRead(messages: readonly StoredBatch[], now: Monotonic): void {
    const before = this.#parts.reader.position;
    this.#askedAt = undefined;
    this.#goneSince = undefined;
    this.#heardAt = now;
    for (const message of messages) this.#read(message, now);
    const isFurther = this.#parts.reader.position > before;
    this.#pause = isFurther ? 0 : Math.max(AGAIN_MILLIS, 2 * this.#pause);
    this.#pausesUntil = now + this.#pause;
    // Nobody has what was told: it is asked for as often as in a silence.
    if (this.#pause > ASK_AFTER_MILLIS) this.#toldUpTo = 0;
  }

  /** The answer to `look`: undefined if the log ends before that place. */
  hearLook(position: number, found: StoredBatch | undefined, now: Monotonic): void {
    const { reader, replica } = this.#parts;
    this.#goneSince = undefined;
    if (this.#isConfirmed || position !== reader.confirmPosition) return;
    const because = reader.confirm(found);
    if (because !== undefined && found === undefined && this.#mayYetCome(now)) return;
    if (because !== undefined) replica.halt(because);
    this.#missedSince = undefined;
    this.#isConfirmed = true;
    this.#askedAt = undefined;
    this.#heardAt = Number.NEGATIVE_INFINITY;
  }

  /** The answer to any question, if there is no such log: one just found may not be shown yet. */
  hearGone(because: string, now: Monotonic): void {
    this.#goneSince ??= now;
    if (now - this.#goneSince >= MISSED_MILLIS) this.#parts.replica.halt(`${because}. ${ADVICE}`);
  }

  /** Whether a message that is not there may be shown in a moment. */
  #mayYetCome(now: Monotonic): boolean {
    this.#missedSince ??= now;
    // A process that stood still hears old answers: what counts is when it asked.
    return (this.#askedAt ?? now) - this.#missedSince < MISSED_MILLIS;
  }

  #read(message: StoredBatch, now: Monotonic): void {
    const { reader, replica, onSkipped, onBatch } = this.#parts;
    if (!this.#isConfirmed || replica.haltedBecause !== null) return;
    if (message.position > reader.position + 1) return;
    const reading = reader.read(message);
    if (reading.kind === 'stopped') {
      replica.halt(reading.because);
      return;
    }
    const counts = reading.kind === 'entries';
    if (reading.batch !== undefined && (counts || reading.why !== 'repeat'))
      onBatch?.(reading.batch, message.logAt, counts);
    if (counts) replica.apply(reading.entries);
    else {
      const { why, batch } = reading;
      if (batch !== undefined || why !== 'repeat') onSkipped?.(why);
      if (batch !== undefined && why !== 'malformed' && why !== 'foreign')
        replica.refuse(batch, why, now);
    }
  }
}
