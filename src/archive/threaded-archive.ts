/**
 * The archive on a thread of its own, so that the venue never waits for the disk. Rows are posted
 * and stored behind; the venue can read how many are still on their way, and beyond a limit a write
 * is refused. When the thread or the file fails, the venue goes on without: calls are rejected, the
 * failure can be read, and nothing is lost that the journal does not hold.
 */
import { Worker } from 'node:worker_threads';
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  HistoryRows,
  LiquidationRow,
} from '../domain/history.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import type { Seq } from '../domain/units.ts';
import {
  type Archive,
  assertRising,
  type BillQuery,
  type FillFilter,
  type FillQuery,
  type FundingQuery,
  type LiquidationQuery,
  type OrderQuery,
  type Page,
  rowsIn,
  type TriggerQuery,
} from './archive.ts';
import { ArchiveError, closedError } from './archive-error.ts';
import type { ArchiveFailure, ArchiveReply, ArchiveRequest } from './archive-worker.ts';
import type { Question } from './question.ts';

/** About a second of storing at full speed, and some tens of megabytes. */
export const ROWS_BEHIND_MAX = 50_000;

export interface ThreadedSettings {
  readonly path: string;
  readonly rowsBehindMax?: number;
}

/** The thread answers each request in the type of its question; `resolve` takes it on trust. */
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Unnumbered =
  | Omit<Extract<ArchiveRequest, { kind: 'write' }>, 'id'>
  | Omit<Extract<ArchiveRequest, { kind: 'ask' }>, 'id'>
  | Omit<Extract<ArchiveRequest, { kind: 'close' }>, 'id'>;

export class ThreadedArchive implements Archive {
  readonly #worker: Worker;
  readonly #rowsBehindMax: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #requests = 0;
  #rowsBehind = 0;
  #refusedFrom: Seq | null = null;
  #failure: Error | null = null;
  #hasEnded = false;
  #isClosed = false;

  private constructor({ path, rowsBehindMax = ROWS_BEHIND_MAX }: ThreadedSettings) {
    this.#rowsBehindMax = rowsBehindMax;
    const file = new URL('./archive-worker.ts', import.meta.url);
    this.#worker = new Worker(file, { workerData: path, name: 'archive' });
    this.#worker.on('message', (reply: ArchiveReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#fail(toError(error)));
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#end(code);
        resolve();
      });
    });
  }

  /** Rejects with an ArchiveError where the file is damaged, foreign or of another version. */
  static async open(settings: ThreadedSettings): Promise<ThreadedArchive> {
    const archive = new ThreadedArchive(settings);
    await archive.#await(0);
    return archive;
  }
