/** Reads a list of the archive, in the order of time or against it, until there is enough of it. */
import { millis } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';

type Cursor = NonNullable<Parameters<Venue['archive']['fills']>[0]['after']>;

interface Place {
  readonly after?: Cursor | undefined;
  readonly before?: Cursor | undefined;
  readonly limit: number;
}

export interface Enough<Row> {
  /** Oldest first. */
  readonly isRising: boolean;
  readonly need: number;
  /** How much a row counts. */
  readonly rowsIn: (row: Row) => number;
}

/** After it, a list begins with its oldest row. */
const START: Cursor = { at: millis(0), id: -1 };
const PAGE_MAX = 1_000;

export async function readEnough<Row>(
  { isRising, need, rowsIn }: Enough<Row>,
  read: (place: Place) => Promise<{ readonly rows: readonly Row[]; readonly next: Cursor | null }>,
): Promise<Row[]> {
  const found: Row[] = [];
  let count = 0;
  let next: Cursor | null | undefined = isRising ? START : undefined;
  while (next !== null && count < need) {
    const limit = Math.min(PAGE_MAX, need - count);
    const page: Awaited<ReturnType<typeof read>> = await read(
      isRising ? { after: next, limit } : { before: next, limit },
    );
    found.push(...page.rows);
    for (const row of page.rows) count += rowsIn(row);
    next = page.next;
  }
  return found;
}
