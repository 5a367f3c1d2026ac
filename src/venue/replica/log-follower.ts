/**
 * Follows a log elsewhere, without connection and timers of its own. Live messages may be lost,
 * doubled or out of order: each must be the next one, and at a gap or after a silence the missing
 * ones are read, again and again until they come. After each break of the connection nothing is
 * applied before it is certain that the log still has what was applied.
 *
 * The log's own consumers are not used. They were seen to stand still for a minute when their
 * server died, while plain reads with a short deadline went on.
 */
import type { BatchIdentity } from '../../domain/replica-command.ts';
import type { Millis, Monotonic } from '../../domain/units.ts';
import type { BareReplica } from './bare-replica.ts';
import { ADVICE, type BatchReader, type StoredBatch } from './batch-reader.ts';

/** After so long without a message, and without an answer to a question, it asks. */
export const ASK_AFTER_MILLIS = 300;

/**
 * A message that the log does not show is lost after so long. A leader that was just elected may
 * have messages that it does not show before it knows that the other copies have them.
 */
const MISSED_MILLIS = 5_000;

/** While much is to be read, later messages are not kept: they are read in their turn. */
const EARLY_MAX = 1_024;

/** A question to the log; it may never be answered. */
export type LogQuestion =
  | { readonly kind: 'read'; readonly from: number }
  /** What the leader has at this place: a copy may be behind. */
  | { readonly kind: 'look'; readonly position: number };

export interface FollowerParts {
  readonly replica: Pick<BareReplica, 'apply' | 'refuse' | 'reconnect' | 'halt' | 'haltedBecause'>;
  readonly reader: Pick<BatchReader, 'read' | 'confirm' | 'position' | 'confirmPosition'>;
  /** Every message that did not count, in words. */
  readonly onSkipped?: (why: string) => void;
  /** Every batch of this venue, whether it counts or not, and when the log took it. */
  readonly onBatch?: (batch: BatchIdentity, logAt: Millis) => void;
}

export class LogFollower {
  readonly #parts: FollowerParts;
  /** Messages that came before their turn. */
  readonly #early = new Map<number, StoredBatch>();
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
    this.#missedSince = undefined;
    this.#goneSince = undefined;
    this.#askedAt = undefined;
    this.#early.clear();
    this.#parts.replica.reconnect(now);
  }

  /** What is to be asked now, if anything. */
  next(now: Monotonic): LogQuestion | undefined {
    const { reader, replica } = this.#parts;
    if (replica.haltedBecause !== null) return undefined;
    const isSilent = now - this.#heardAt >= ASK_AFTER_MILLIS;
    if (!isSilent && this.#early.size === 0 && this.#isConfirmed) return undefined;
    if (this.#askedAt !== undefined && now - this.#askedAt < ASK_AFTER_MILLIS) return undefined;
    this.#askedAt = now;
    if (this.#isConfirmed) return { kind: 'read', from: reader.position + 1 };
    return { kind: 'look', position: reader.confirmPosition };
  }

  /** A live message. */
  hear(message: StoredBatch, now: Monotonic): void {
    this.#heardAt = now;
    this.#goneSince = undefined;
    if (message.position <= this.#parts.reader.position) this.#read(message, now);
    else if (this.#early.size < EARLY_MAX) this.#early.set(message.position, message);
    this.#readEarly(now);
  }

  /** The answer to `read`. */
  hearRead(messages: readonly StoredBatch[], now: Monotonic): void {
    this.#askedAt = undefined;
    this.#goneSince = undefined;
    for (const message of messages) this.#early.set(message.position, message);
    this.#readEarly(now);
    // There is nothing to be heard of a log in which nobody writes.
    if (messages.length === 0) this.#heardAt = now;
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
    this.#readEarly(now);
  }

  /** The answer to any question, if there is no such log: one just found may not be shown yet. */
  hearGone(because: string, now: Monotonic): void {
    this.#goneSince ??= now;
    if (now - this.#goneSince >= MISSED_MILLIS) this.#parts.replica.halt(`${because}. ${ADVICE}`);
  }

  /** Whether a message that is not there may be shown in a moment. */
  #mayYetCome(now: Monotonic): boolean {
    this.#missedSince ??= now;
    return now - this.#missedSince < MISSED_MILLIS;
  }

  #readEarly(now: Monotonic): void {
    const { reader, replica } = this.#parts;
    if (!this.#isConfirmed) return;
    for (;;) {
      const message = this.#early.get(reader.position + 1);
      if (message === undefined || replica.haltedBecause !== null) break;
      this.#early.delete(message.position);
      this.#read(message, now);
    }
    for (const position of this.#early.keys())
      if (position <= reader.position) this.#early.delete(position);
  }

  #read(message: StoredBatch, now: Monotonic): void {
    const { reader, replica, onSkipped, onBatch } = this.#parts;
    if (!this.#isConfirmed || replica.haltedBecause !== null) return;
    const reading = reader.read(message);
    if (reading.kind === 'stopped') {
      replica.halt(reading.because);
      return;
    }
    if (reading.batch !== undefined) onBatch?.(reading.batch, message.logAt);
    if (reading.kind === 'entries') replica.apply(reading.entries);
    else {
      const { why, batch } = reading;
      if (batch !== undefined || why !== 'repeat') onSkipped?.(why);
      if (batch !== undefined && why !== 'malformed' && why !== 'foreign')
        replica.refuse(batch, why, now);
    }
  }
}
