/**
 * A list of the past, a page at a time. The next page ends where the last one did; rows that come
 * twice because of that are kept once.
 */
import { signal } from '@preact/signals';
import type { CallTerms } from '../../client/client.ts';
import type { CallOutcome } from '../client/call.ts';
import type { SortingSignal } from '../parts/sorting.tsx';

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export interface ListTerms<Row> {
  /** Undefined asks for the newest. */
  readonly read: (
    endTime: number | undefined,
    terms: CallTerms | undefined,
  ) => Promise<CallOutcome<PageOf<Row>>>;
  readonly keyOf: (row: Row) => string;
  readonly timeOf: (row: Row) => number;
}

export interface ListState<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly problem: string | undefined;
  /** Whether it has been read at all. */
  readonly isKnown: boolean;
}

const PAGES_MAX = 200;

export class PagedList<Row> {
  readonly state = signal<ListState<Row>>(nothing());
  /** Here, so that a table that is shown again is as it was left. */
  readonly sorting: SortingSignal = signal();
  readonly keyOf: (row: Row) => string;
  readonly #terms: ListTerms<Row>;
  /** Answers to requests from before the list was cleared are ignored. */
  #round = 0;

  constructor(terms: ListTerms<Row>) {
    this.#terms = terms;
    this.keyOf = terms.keyOf;
  }

  clear(): void {
    this.#round += 1;
    this.state.value = nothing();
  }

  /** Reads the newest page and adds it in front. */
  refresh(terms?: CallTerms): Promise<void> {
    return this.#take(undefined, terms);
  }

  more(): Promise<void> {
    const last = this.state.peek().rows.at(-1);
    return this.#take(last === undefined ? undefined : this.#terms.timeOf(last));
  }

  /** All rows, up to a limit. */
  async all(): Promise<readonly Row[]> {
    await this.refresh();
    for (let page = 0; page < PAGES_MAX && this.state.peek().hasMore; page += 1) {
      const before = this.state.peek().rows.length;
      await this.more();
      if (this.state.peek().rows.length === before) break;
    }
    return this.state.peek().rows;
  }

  async #take(endTime: number | undefined, terms?: CallTerms): Promise<void> {
    const round = this.#round;
    this.state.value = { ...this.state.peek(), isReading: true };
    const outcome = await this.#terms.read(endTime, terms);
    if (round !== this.#round) return;
    const known = this.state.peek();
    if (!outcome.ok) {
      this.state.value = { ...known, isReading: false, isKnown: true, problem: outcome.message };
      return;
    }
    const { rows, hasMore } = outcome.value;
    const isFirst = endTime === undefined;
    const hasOlder = isFirst && known.rows.length > rows.length;
    this.state.value = {
      rows: this.#merge(isFirst ? rows : known.rows, isFirst ? known.rows : rows),
      hasMore: hasOlder ? known.hasMore : hasMore,
      isReading: false,
      isKnown: true,
      problem: undefined,
    };
  }

  #merge(first: readonly Row[], then: readonly Row[]): Row[] {
    const seen = new Map<string, Row>();
    for (const row of [...first, ...then]) {
      const key = this.keyOf(row);
      if (!seen.has(key)) seen.set(key, row);
    }
    return [...seen.values()];
  }
}

const nothing = () => ({
  rows: [],
  hasMore: false,
  isReading: false,
  problem: undefined,
  isKnown: false,
});
