/**
 * Turns the messages of a log elsewhere into entries. The log only stores and orders messages;
 * which of them count, and at what time, every replica decides for itself, with the same result.
 * It begins where a state ends, so a replica that starts from a snapshot decides as one that read
 * everything.
 */
import type { Entry } from '../../domain/command.ts';
import {
  type BatchTimes,
  type BatchVerdict,
  countBatch,
  type Incarnations,
  type IncarnationUse,
  judgeBatch,
} from '../../domain/judge-batch.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { BatchIdentity, Incarnation } from '../../domain/replica-command.ts';
import { type Millis, millis, type Seq, seq as toSeq } from '../../domain/units.ts';
import { type BatchMaker, decodeLogBatch, type LogBatch } from '../../journal/log-batch.ts';
import { crc32c } from '../../journal/record.ts';
import { VenueUnavailable } from '../venue.ts';
import type { BatchRefusal } from './messages.ts';

/** A message as the log has it. */
export interface StoredBatch {
  /** 1, 2, … without a gap. */
  readonly position: number;
  /** The clock of the log when it took the message. */
  readonly logAt: Millis;
  readonly bytes: Uint8Array;
  /** Set if no replica of this venue made it. */
  readonly isForeign?: boolean;
}

/** How far the log was read. */
export interface ReadSoFar {
  readonly seq: Seq;
  readonly now: Millis;
  readonly log: {
    readonly incarnations: Incarnations;
    readonly sender: Incarnation | null;
    readonly position: number;
    readonly at: Millis;
  };
}

/**
 * `skipped` changes nothing for anyone. At `stopped` this replica cannot go on, though others may.
 */
export type BatchReading =
  | {
      readonly kind: 'entries';
      readonly entries: readonly Entry[];
      readonly batch: BatchIdentity;
    }
  | {
      readonly kind: 'skipped';
      readonly why: Exclude<BatchVerdict, 'counts'> | 'malformed' | 'foreign';
      /** Whose batch it was, if it is one of this venue. */
      readonly batch: BatchIdentity | undefined;
    }
  | { readonly kind: 'stopped'; readonly because: string };

/** The live end of a log may be told twice within this many messages. */
const RECENT_KEPT = 4_096;

export class BatchReader {
  readonly #maker: BatchMaker;
  readonly #incarnations: Incarnations;
  #seq: number;
  #at: Millis;
  #position: number;
  /** The last messages in short, by place. */
  readonly #recent = new Map<number, string>();
  /** The last batch that counted: where it is, whose it is, and the time of its entries. */
  #counted: { readonly position: number; readonly sender: Incarnation | null; readonly at: Millis };

  constructor({ seq, now, log }: ReadSoFar, maker: BatchMaker) {
    this.#maker = maker;
    this.#incarnations = new Map(log.incarnations);
    this.#seq = seq;
    this.#at = now;
    this.#position = log.position;
    this.#counted = { position: log.position, sender: log.sender, at: log.at };
  }

  /** The message that was read last; the next one is one further. */
  get position(): number {
    return this.#position;
  }

  /** The place whose message `confirm` wants to see; zero if nothing was read. */
  get confirmPosition(): number {
    return this.#recent.has(this.#position) ? this.#position : this.#counted.position;
  }

  /**
   * Messages come in order and without a gap; it is the caller's part to see to that. One that was
   * read before may come again, and is compared with what it was then.
   */
  read({ position, logAt, bytes, isForeign }: StoredBatch): BatchReading {
    if (position <= this.#position) return this.#readAgain(position, shortOf(logAt, bytes));
    if (position !== this.#position + 1) {
      const because = `message ${position} of the log comes after ${this.#position}`;
      return { kind: 'stopped', because };
    }
    // Without a look into it: who made it may have put anything there.
    const decoded = isForeign ? FOREIGN : decodeLogBatch(bytes, this.#maker);
    if (decoded.kind === 'newer') {
      const because =
        `message ${position} of the log is of a newer version: ${decoded.because}. ` +
        'Start this replica again with the version that the others have';
      return { kind: 'stopped', because };
    }
    this.#position = position;
    this.#recent.set(position, shortOf(logAt, bytes));
    this.#recent.delete(position - RECENT_KEPT);
    if (decoded.kind !== 'batch') return { kind: 'skipped', why: decoded.kind, batch: undefined };
    return this.#judge(decoded.batch, position, logAt);
  }

  /**
   * Whether the log still is the one that was read, by what it has at `confirmPosition`; undefined
   * if it ends before. Answers with what is wrong. A batch that was lost and sent again may stand
   * at the same place, but the log took it at another time.
   */
  confirm(found: Omit<StoredBatch, 'position'> | undefined): string | undefined {
    const position = this.confirmPosition;
    if (position === 0) return undefined;
    if (found === undefined) {
      return `the log ends before message ${position}, which was applied here. ${ADVICE}`;
    }
    const { logAt, bytes, isForeign } = found;
    const known = this.#recent.get(position);
    const isSame =
      known === undefined
        ? !isForeign && this.#isCounted(logAt, bytes)
        : known === shortOf(logAt, bytes);
    return isSame ? undefined : notApplied(position);
  }

  /** After a start from a snapshot, when no message was read yet. */
  #isCounted(logAt: Millis, bytes: Uint8Array): boolean {
    const { sender, at } = this.#counted;
    const decoded = decodeLogBatch(bytes, this.#maker);
    if (decoded.kind !== 'batch' || sender === null) return false;
    const { session, number, sentAt } = decoded.batch;
    const isNumber = session === sender && number === this.#incarnations.get(sender)?.number;
    return isNumber && batchTime(at, { logAt, sentAt }) === at;
  }

  #readAgain(position: number, short: string): BatchReading {
    const known = this.#recent.get(position);
    if (known !== undefined && known !== short) {
      return { kind: 'stopped', because: notApplied(position) };
    }
    return { kind: 'skipped', why: 'repeat', batch: undefined };
  }

  #judge({ commands, ...batch }: LogBatch, position: number, logAt: Millis): BatchReading {
    const at = batchTime(this.#at, { logAt, sentAt: batch.sentAt });
    const verdict = judgeBatch(this.#incarnations, batch, { logAt, at });
    if (verdict !== 'counts') return { kind: 'skipped', why: verdict, batch };
    countBatch(this.#incarnations, batch, at);
    this.#counted = { position, sender: batch.session, at };
    this.#at = at;
    const count = commands.length;
    const begin = { command: { kind: 'begin-batch', ...batch, position, count } as const };
    const entries = [begin, ...commands].map((content) => {
      this.#seq += 1;
      const entry = { seq: toSeq(this.#seq), at, ...content };
      return 'until' in content ? { ...entry, takenAt: logAt } : entry;
    });
    return { kind: 'entries', entries, batch };
  }
}

const FOREIGN = { kind: 'foreign' } as const;

const shortOf = (logAt: Millis, bytes: Uint8Array): string =>
  `${logAt} ${crc32c(bytes, 0, bytes.length)}`;

export const ADVICE =
  'What was applied here may be lost there. Stop all replicas, and restore the log from the ' +
  'segments of the one that is furthest: perpetua cluster restore --from DATA';

const notApplied = (position: number): string =>
  `message ${position} of the log is not the one that was applied here. ${ADVICE}`;

/** How far a batch may move time beyond the clock of its sender, which may be a little slow. */
export const SENDER_AHEAD_MILLIS = 2_000;

/** Never back, and never forward because of one wrong clock. */
export const batchTime = (
  previous: Millis,
  { logAt, sentAt }: { readonly logAt: Millis; readonly sentAt: Millis },
): Millis => millis(Math.max(previous, Math.min(logAt, sentAt + SENDER_AHEAD_MILLIS)));

/**
 * Which batches of other processes count, at the moment when they get their place in the journal.
 * The engine learns of a batch only when it is applied, so those on their way are counted here.
 */
export class BatchCounter {
  readonly #incarnations: Incarnations;
  /** How each incarnation stood before its last batch. */
  readonly #before = new Map<Incarnation, IncarnationUse | undefined>();

  constructor(incarnations: Incarnations) {
    this.#incarnations = new Map(incarnations);
  }

  /** Counts it if it counts. */
  take(batch: BatchIdentity, times: BatchTimes): BatchVerdict {
    const verdict = judgeBatch(this.#incarnations, batch, times);
    if (verdict !== 'counts') return verdict;
    this.#before.set(batch.session, this.#incarnations.get(batch.session));
    countBatch(this.#incarnations, batch, times.at);
    return verdict;
  }

  /** It could not be stored after all, and its number is free again. */
  giveBack({ session, number }: Pick<BatchIdentity, 'session' | 'number'>): void {
    if (this.#incarnations.get(session)?.number !== number) return;
    const before = this.#before.get(session);
    if (before === undefined) this.#incarnations.delete(session);
    else this.#incarnations.set(session, before);
  }
}

export function refusalOf(error: unknown): Pick<BatchRefusal, 'because' | 'reason' | 'fate'> {
  const because = reasonOf(error);
  if (!(error instanceof VenueUnavailable)) return { because };
  return { because, reason: error.reason, fate: error.fate };
}
