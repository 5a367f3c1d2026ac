/**
 * Hands history to the archive, behind the acknowledgements and in order. Rows gather for a moment
 * and travel together: each message wakes a thread and each write is a transaction on the disk that
 * the journal syncs. Entries without rows are not sent alone; the next message mentions them. Both
 * the posted and the waiting rows are bounded, and the venue refuses commands while they are full.
 * An archive that fails does not stop trading. Its rows are dropped, and the journal keeps the
 * entries they came from until a later start has written them.
 */

import { type Archive, rowsIn } from '../archive/archive.ts';
import type { HistoryRows } from '../domain/history.ts';
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Seq } from '../domain/units.ts';
import { clearTimeout, setTimeout } from '../machine/timers.ts';
import type { Logger } from './logger.ts';

/** Fewer than an archive refuses, and more than it stores at a time. */
const POSTED_ROWS_MAX = 25_000;
/** How long rows gather, unless a query needs them or there are many. */
const GATHER_MILLIS = 50;
const GATHER_ROWS = 2_000;

export interface ArchiveFeedParts {
  readonly archive: Pick<Archive, 'write'>;
  readonly archivedUpTo: Seq;
  readonly rowsMax: number;
  readonly logger: Logger;
  /** Whether the history of this account is kept. */
  readonly isKept: (account: AccountId) => boolean;
}

interface Settling {
  readonly upTo: Seq;
  readonly resolve: () => void;
}

export class ArchiveFeed {
  /** The last entry that is stored for sure. */
  archivedUpTo: Seq;
  /** Why nothing is stored any more. */
  failure: string | null = null;
  readonly #archive: Pick<Archive, 'write'>;
  readonly #rowsMax: number;
  readonly #logger: Logger;
  readonly #isKept: ArchiveFeedParts['isKept'];
  #waiting: HistoryRows[] = [];
  #waitingRows = 0;
  #postedRows = 0;
  #offeredUpTo: Seq;
  #settling: Settling[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ archive, archivedUpTo, rowsMax, logger, isKept }: ArchiveFeedParts) {
    this.#archive = archive;
    this.#isKept = isKept;
    this.archivedUpTo = archivedUpTo;
    this.#offeredUpTo = archivedUpTo;
    this.#rowsMax = rowsMax;
    this.#logger = logger;
  }

  get isFull(): boolean {
    return this.#waitingRows + this.#postedRows >= this.#rowsMax;
  }

  /** Why commands are refused at the moment, if they are. */
  readonly findObstacle = (): string | undefined =>
    this.isFull ? 'the archive is behind; try again in a moment' : undefined;

  /** Whether rows are on their way; entries without any leave nothing to wait for. */
  get hasRows(): boolean {
    return this.#waitingRows + this.#postedRows > 0;
  }

  /** How many entries the archive is behind the given one; zero where it lacks no row. */
  lagAt(seq: Seq): number {
    return this.failure === null && !this.hasRows ? 0 : Math.max(0, seq - this.archivedUpTo);
  }

  /** Takes the rows of the next entry; they are posted by `gather` or `flush`. */
  offer(offered: HistoryRows): void {
    if (this.failure !== null || offered.seq <= this.#offeredUpTo) return;
    const rows = pickKept(offered, this.#isKept);
    this.#offeredUpTo = rows.seq;
    this.#waitingRows += queueRows(this.#waiting, rows);
  }

  /** Posts the rows in a moment, or now where there are many. */
  readonly gather = (): void => {
    if (this.#waitingRows >= GATHER_ROWS) this.flush();
    if (this.#waitingRows === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(), GATHER_MILLIS);
    this.#timer.unref();
  };

  /** Later queries see everything offered so far, unless the archive is behind. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0 || this.#postedRows >= POSTED_ROWS_MAX) return;
    const entries = this.#waiting;
    const count = this.#waitingRows;
    this.#waiting = [];
    this.#waitingRows = 0;
    this.#postedRows += count;
    this.#write(entries, count);
  }

  /** Resolves when all rows offered so far can be read, or the archive has failed. */
  async stored(): Promise<void> {
    if (this.hasRows) await this.settle();
  }

  /** Resolves when the archive knows of every entry offered so far, or has failed. */
  settle(): Promise<void> {
    this.flush();
    if (this.failure !== null || this.archivedUpTo >= this.#offeredUpTo) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#settling.push({ upTo: this.#offeredUpTo, resolve });
    return promise;
  }

  readonly hurry = (): Promise<void> => this.settle();

  readonly close = async (): Promise<void> => undefined;

  async #write(entries: readonly HistoryRows[], count: number): Promise<void> {
    try {
      await this.#archive.write(entries);
      this.archivedUpTo = entries.at(-1)?.seq ?? this.archivedUpTo;
    } catch (error) {
      this.#fail(error);
    }
    this.#postedRows -= count;
    this.flush();
    const isOver = ({ upTo }: Settling): boolean =>
      this.failure !== null || upTo <= this.archivedUpTo;
    const over = this.#settling.filter(isOver);
    this.#settling = this.#settling.filter((each) => !over.includes(each));
    for (const { resolve } of over) resolve();
  }

  #fail(error: unknown): void {
    this.#waiting = [];
    this.#waitingRows = 0;
    if (this.failure !== null) return;
    this.failure = reasonOf(error);
    this.#logger(
      'error',
      'history is no longer stored; trading goes on, a restart writes it again',
      {
        because: this.failure,
        archivedUpTo: this.archivedUpTo,
      },
    );
  }
}

/** Of several entries without rows only the last matters: it says how far history goes. */
export function queueRows(waiting: HistoryRows[], rows: HistoryRows): number {
  const count = rowsIn([rows]);
  const last = waiting.at(-1);
  if (last !== undefined && count === 0 && rowsIn([last]) === 0) waiting.pop();
  waiting.push(rows);
  return count;
}

/** Without the history of accounts that nobody asks for. */
export function pickKept(offered: HistoryRows, isKept: ArchiveFeedParts['isKept']): HistoryRows {
  if (rowsIn([offered]) === 0) return offered;
  const { seq, orders, fills, bills, funding, liquidations } = offered;
  const isOfKept = ({ account }: { readonly account: AccountId }): boolean => isKept(account);
  return {
    seq,
    orders: orders.filter(({ order }) => isKept(order.account)),
    fills: fills.filter(isOfKept),
    bills: bills.filter(isOfKept),
    funding,
    liquidations: liquidations.filter(isOfKept),
  };
}
