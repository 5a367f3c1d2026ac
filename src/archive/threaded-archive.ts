/**
 * The archive on a thread of its own, so that the venue never waits for the disk. Rows are posted
 * and stored behind; the venue can read how many are still on their way, and beyond a limit a write
 * is refused. When the thread or the file fails, the venue goes on without it: calls are rejected,
 * the failure can be read, and the journal still holds whatever was not stored.
 */

import { Worker } from 'node:worker_threads';
import { assert } from '../domain/assert.ts';
import type { HistoryRows } from '../domain/history.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Seq } from '../domain/units.ts';
import { type Archive, assertRising, rowsIn } from './archive.ts';
import { ArchiveError, closedError } from './archive-error.ts';
import type {
  ArchiveCall,
  ArchiveFailure,
  ArchiveFile,
  ArchiveReply,
  ArchiveWork,
  AskedMethod,
} from './archive-worker.ts';

/** About a second of storing at full speed, and some tens of megabytes. */
const ROWS_BEHIND_MAX = 50_000;

/** Nobody waits for this thread, so it may collect garbage more often and use less memory. */
const YOUNG_MEGABYTES = 8;

/** The id of the first reply, which says whether the file could be opened. */
const OPENING = 0;

interface ThreadedSettings extends ArchiveFile {
  readonly rowsBehindMax?: number;
}

/** The thread answers each call in the type of its method; `resolve` takes it on trust. */
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class ThreadedArchive implements Archive {
  readonly #worker: Worker;
  readonly #rowsBehindMax: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #lastCall = 0;
  #rowsBehind = 0;
  #refusedFrom: Seq | null = null;
  #failure: Error | null = null;
  #hasEnded = false;
  #isClosed = false;

  /** Queries, which the thread answers. */
  readonly archivedUpTo: Archive['archivedUpTo'] = () => this.#ask('archivedUpTo');
  readonly findOrder: Archive['findOrder'] = (...asked) => this.#ask('findOrder', asked);
  readonly findClientOrder: Archive['findClientOrder'] = (...asked) =>
    this.#ask('findClientOrder', asked);
  readonly orders: Archive['orders'] = (...asked) => this.#ask('orders', asked);
  readonly triggerOrders: Archive['triggerOrders'] = (...asked) =>
    this.#ask('triggerOrders', asked);
  readonly fills: Archive['fills'] = (...asked) => this.#ask('fills', asked);
  readonly countFills: Archive['countFills'] = (...asked) => this.#ask('countFills', asked);
  readonly bills: Archive['bills'] = (...asked) => this.#ask('bills', asked);
  readonly funding: Archive['funding'] = (...asked) => this.#ask('funding', asked);
  readonly liquidations: Archive['liquidations'] = (...asked) => this.#ask('liquidations', asked);

  /** Rejects with an ArchiveError where the file is damaged, foreign or of another version. */
  static async open(settings: ThreadedSettings): Promise<ThreadedArchive> {
    const archive = new ThreadedArchive(settings);
    try {
      await archive.#reply(OPENING);
    } catch (error) {
      await archive.#ended;
      throw error;
    }
    return archive;
  }

  private constructor({ rowsBehindMax = ROWS_BEHIND_MAX, ...file }: ThreadedSettings) {
    this.#rowsBehindMax = rowsBehindMax;
    const program = new URL('./archive-worker.ts', import.meta.url);
    this.#worker = new Worker(program, {
      workerData: file,
      name: 'archive',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#worker.on('message', (reply: ArchiveReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#fail('the thread of the archive failed', error));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => resolve(this.#end()));
    });
  }

  /** Rows posted and not yet stored: how far the archive is behind. */
  get rowsBehind(): number {
    return this.#rowsBehind;
  }

  /** Whether a write would be taken now. */
  get hasRoom(): boolean {
    return this.#rowsBehind < this.#rowsBehindMax;
  }

  /** Why nothing is stored any more; queries are answered as long as the thread lives. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** A rejection may be left alone: the failure can be read, and refused rows are asked for. */
  write(entries: readonly HistoryRows[]): Promise<void> {
    const stored = this.#store(entries);
    stored.catch(() => undefined);
    return stored;
  }

  async close(): Promise<void> {
    const isFirst = !this.#isClosed;
    this.#isClosed = true;
    if (isFirst && !this.#hasEnded) await this.#post({ kind: 'close' });
    await this.#ended;
  }

  async #store(entries: readonly HistoryRows[]): Promise<void> {
    if (this.#isClosed) throw closedError();
    if (this.#failure !== null) throw failedError(this.#failure);
    assertRising(entries);
    this.#refuseBeyondLimit(entries);
    const rows = rowsIn(entries);
    this.#rowsBehind += rows;
    try {
      await this.#post({ kind: 'write', entries });
    } catch (error) {
      this.#fail('a write failed', error);
      throw error;
    } finally {
      this.#rowsBehind -= rows;
    }
  }

  /** Refused rows come first when there is room again, or the gap would count as archived. */
  #refuseBeyondLimit(entries: readonly HistoryRows[]): void {
    const first = entries[0]?.seq;
    if (first === undefined) return;
    if (!this.hasRoom) {
      this.#refusedFrom ??= first;
      const message = `the archive is ${this.#rowsBehind} rows behind: try again when it has room`;
      throw new ArchiveError('full', message);
    }
    const isGap = this.#refusedFrom !== null && first > this.#refusedFrom;
    assert(!isGap, 'what the archive refused is written first', this.#refusedFrom ?? 0);
    this.#refusedFrom = null;
  }

  async #ask<Answer>(method: AskedMethod, asked: readonly unknown[] = []): Promise<Answer> {
    if (this.#isClosed) throw closedError();
    return this.#post({ kind: 'ask', method, asked });
  }

  #post<Answer>(work: ArchiveWork): Promise<Answer> {
    if (this.#hasEnded) return Promise.reject(failedError(this.#failure));
    this.#lastCall += 1;
    const call: ArchiveCall = { id: this.#lastCall, work };
    this.#worker.postMessage(call);
    return this.#reply(call.id);
  }

  #reply<Answer>(id: number): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(reply: ArchiveReply): void {
    const waiting = this.#waiting.get(reply.id);
    assert(waiting !== undefined, 'every reply was waited for', reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting.resolve(reply.value);
    else waiting.reject(toError(reply.failure));
  }

  #fail(what: string, cause: unknown): void {
    const reason = reasonOf(cause);
    this.#failure ??= new ArchiveError('failed', `${what}: ${reason}`, { cause });
  }

  #end(): void {
    this.#hasEnded = true;
    if (this.#isClosed && this.#waiting.size === 0) return;
    this.#failure ??= new ArchiveError('failed', 'the thread of the archive ended by itself');
    for (const { reject } of this.#waiting.values()) reject(failedError(this.#failure));
    this.#waiting.clear();
  }
}

const failedError = (cause: Error | null): ArchiveError =>
  new ArchiveError('failed', `the archive has failed: ${cause?.message ?? 'unknown'}`, { cause });

const toError = ({ fault, message }: ArchiveFailure): Error =>
  fault === null ? new Error(message) : new ArchiveError(fault, message);
