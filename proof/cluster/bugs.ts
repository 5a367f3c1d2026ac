/**
 * Mistakes that were made with shared logs, or nearly. The simulator must find each of them, or it
 * proves nothing.
 */
import type { Entry } from '../../src/domain/command.ts';
import { countBatch, type Incarnations, judgeBatch } from '../../src/domain/judge-batch.ts';
import { type Millis, millis, seq as toSeq } from '../../src/domain/units.ts';
import {
  type BatchMaker,
  decodeLogBatch,
  encodeLogBatch,
  encodeLogCommand,
  type LogBatch,
} from '../../src/journal/log-batch.ts';
import type { Sending } from '../../src/venue/replica/bare-replica.ts';
import {
  BatchReader,
  type BatchReading,
  batchTime,
  type ReadSoFar,
  type StoredBatch,
} from '../../src/venue/replica/batch-reader.ts';

export const BUGS = {
  'no-identity': 'a batch that is sent again gets a new name',
  'above-last': 'a batch counts if its number is above the last, not only if it is the next',
  'two-holders': 'a replica acts for a duty as soon as it has asked for it',
  'clock-jumps': 'the time of a batch is that of the log, however far from that of its sender',
  'answers-early': 'a caller is answered when the log has stored the batch, before it is applied',
  'doors-stay-open': 'a replica answers whether or not it follows the log',
  'never-late': 'a command takes effect whenever it gets its place, however long that takes',
} as const;

export type Bug = keyof typeof BUGS;

export const createBatchReader = (
  state: ReadSoFar,
  maker: BatchMaker,
  bug: Bug | undefined,
): Pick<BatchReader, 'read' | 'confirm' | 'position' | 'confirmPosition'> =>
  bug === 'above-last' || bug === 'clock-jumps' || bug === 'never-late'
    ? new SlackReader(state, maker, bug)
    : new BatchReader(state, maker);

export function renamed(sending: Sending, session: string, maker: BatchMaker): Sending {
  const decoded = decodeLogBatch(sending.bytes, maker);
  if (decoded.kind !== 'batch') return sending;
  const { sentAt, commands } = decoded.batch;
  const bytes = encodeLogBatch(
    { session, number: 1, sentAt },
    commands.map((command) => encodeLogCommand(command)),
    maker,
  );
  return { session, number: 1, bytes };
}

/** A reader of a log with one of the mistakes. */
class SlackReader {
  readonly #maker: BatchMaker;
  readonly #bug: Bug;
  readonly #incarnations: Incarnations;
  #seq: number;
  #at: Millis;
  position: number;
  confirmPosition: number;

  constructor({ seq, now, log }: ReadSoFar, maker: BatchMaker, bug: Bug) {
    this.#maker = maker;
    this.#bug = bug;
    this.#incarnations = new Map(log.incarnations);
    this.#seq = seq;
    this.#at = now;
    this.position = log.position;
    this.confirmPosition = log.position;
  }

  confirm(): undefined {
    return undefined;
  }

  read({ position, logAt, bytes }: StoredBatch): BatchReading {
    const decoded = decodeLogBatch(bytes, this.#maker);
    if (position <= this.position || decoded.kind === 'newer')
      return { kind: 'skipped', why: 'repeat', batch: undefined };
    this.position = position;
    if (decoded.kind !== 'batch') return { kind: 'skipped', why: decoded.kind, batch: undefined };
    return this.#judge(decoded.batch, position, logAt);
  }

  #judge({ commands, ...batch }: LogBatch, position: number, logAt: Millis): BatchReading {
    const isSlack = this.#bug === 'clock-jumps';
    const at = isSlack
      ? millis(Math.max(this.#at, logAt))
      : batchTime(this.#at, { logAt, sentAt: batch.sentAt });
    const verdict = judgeBatch(this.#incarnations, batch, { logAt, at });
    const counts = verdict === 'counts' || (verdict === 'gap' && this.#bug === 'above-last');
    if (!counts) return { kind: 'skipped', why: verdict, batch };
    countBatch(this.#incarnations, batch, at);
    this.confirmPosition = position;
    this.#at = at;
    const count = commands.length;
    const begin = { command: { kind: 'begin-batch', ...batch, position, count } as const };
    const entries = [begin, ...commands].map((content): Entry => {
      this.#seq += 1;
      const entry = { seq: toSeq(this.#seq), at, ...content };
      return this.#bug === 'never-late' ? entry : { ...entry, takenAt: logAt };
    });
    return { kind: 'entries', entries, batch };
  }
}
