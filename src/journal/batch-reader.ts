/**
 * Turns the messages of a log elsewhere into entries. The log only stores and orders messages;
 * which of them count, and at what time, every replica decides for itself, with the same result.
 * It begins where a state ends, so a replica that starts from a snapshot decides as one that read
 * everything.
 */
import type { Entry } from '../domain/command.ts';
import type { BatchVerdict } from '../domain/judge-batch.ts';
import { batchTime, countBatch, judgeBatch, type Sessions } from '../domain/judge-batch.ts';
import type { BatchIdentity, SessionId } from '../domain/replica-command.ts';
import { type Millis, type Seq, seq as toSeq } from '../domain/units.ts';
import { type BatchMaker, decodeLogBatch, type LogBatch } from './log-batch.ts';

/** A message as the log has it. */
export interface StoredBatch {
  /** 1, 2, … without a gap. */
  readonly position: number;
  /** The clock of the log when it took the message. */
  readonly logAt: Millis;
  readonly bytes: Uint8Array;
}

/** How far the log was read. */
export interface ReadSoFar {
  readonly seq: Seq;
  readonly now: Millis;
  readonly log: {
    readonly sessions: Sessions;
    readonly sender: SessionId | null;
    readonly position: number;
  };
}

/**
 * `skipped` changes nothing for anyone. At `stopped` this replica cannot go on, though others may.
 */
export type BatchReading =
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | {
      readonly kind: 'skipped';
      readonly why: Exclude<BatchVerdict, 'counts'> | 'malformed' | 'foreign';
      /** Whose batch it was, if it is one of this venue. */
      readonly batch: BatchIdentity | undefined;
    }
  | { readonly kind: 'stopped'; readonly because: string };

export class BatchReader {
  readonly #maker: BatchMaker;
  readonly #sessions: Sessions;
  #seq: number;
  #at: Millis;
  #position: number;
  /** The last batch that counted, and where it is. */
  #counted: { readonly position: number; readonly sender: SessionId | null };

  constructor({ seq, now, log }: ReadSoFar, maker: BatchMaker) {
    this.#maker = maker;
    this.#sessions = new Map(log.sessions);
    this.#seq = seq;
    this.#at = now;
    this.#position = log.position;
    this.#counted = { position: log.position, sender: log.sender };
  }

  /** The message that was read last; the next one is one further. */
  get position(): number {
    return this.#position;
  }

  /** The place of the last batch that counted; `confirm` wants the message that is there. */
  get countedPosition(): number {
    return this.#counted.position;
  }

  /** Messages come in order and without a gap; it is the caller's part to see to that. */
  read({ position, logAt, bytes }: StoredBatch): BatchReading {
    if (position !== this.#position + 1) {
      const because = `message ${position} of the log comes after ${this.#position}`;
      return { kind: 'stopped', because };
    }
    const decoded = decodeLogBatch(bytes, this.#maker);
    if (decoded.kind === 'newer') {
      const because =
        `message ${position} of the log is of a newer version: ${decoded.because}. ` +
        'Start this replica again with the version that the others have';
      return { kind: 'stopped', because };
    }
    this.#position = position;
    if (decoded.kind !== 'batch') return { kind: 'skipped', why: decoded.kind, batch: undefined };
    return this.#judge(decoded.batch, position, logAt);
  }

  /**
   * Whether the log still is the one that was read: what it has at the place of the last batch that
   * counted, or undefined if it ends before. Answers with what is wrong.
   */
  confirm(bytes: Uint8Array | undefined): string | undefined {
    const { position, sender } = this.#counted;
    if (sender === null) return undefined;
    const advice =
      'What was applied here may be lost there. Stop all replicas, and restore the log from the ' +
      'segments of the one that is furthest: perpetua cluster restore --from DATA';
    if (bytes === undefined) {
      return `the log ends before message ${position}, which was applied here. ${advice}`;
    }
    const decoded = decodeLogBatch(bytes, this.#maker);
    const number = this.#sessions.get(sender)?.number;
    const isSame =
      decoded.kind === 'batch' &&
      decoded.batch.session === sender &&
      decoded.batch.number === number;
    return isSame
      ? undefined
      : `message ${position} of the log is not the one that was applied here. ${advice}`;
  }

  #judge({ commands, ...batch }: LogBatch, position: number, logAt: Millis): BatchReading {
    const at = batchTime(this.#at, { logAt, sentAt: batch.sentAt });
    const verdict = judgeBatch(this.#sessions, batch, { logAt, at });
    if (verdict !== 'counts') return { kind: 'skipped', why: verdict, batch };
    countBatch(this.#sessions, batch, at);
    this.#counted = { position, sender: batch.session };
    this.#at = at;
    const count = commands.length;
    const begin = { command: { kind: 'begin-batch', ...batch, position, count } as const };
    const entries = [begin, ...commands].map((content) => {
      this.#seq += 1;
      return { seq: toSeq(this.#seq), at, ...content };
    });
    return { kind: 'entries', entries };
  }
}
