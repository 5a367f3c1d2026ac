/** A liquidation from its beginning to its end: the records that belong together. */
import type { PerpetuaLiquidationsRow } from '../../client/client.ts';

type RecordOf<Kind extends PerpetuaLiquidationsRow['kind']> = Extract<
  PerpetuaLiquidationsRow,
  { readonly kind: Kind }
>;
export type Started = RecordOf<'started'>;
export type Ended = RecordOf<'ended'>;
export type Covered = RecordOf<'covered'>;

export interface Story {
  readonly record: Started | RecordOf<'deleveraged'>;
  /** Undefined while it goes on. */
  readonly ended: Ended | undefined;
  readonly covered: readonly Covered[];
}

/** Rows are newest first, and so are the stories. An end whose beginning was not read waits. */
export function asStories(rows: readonly PerpetuaLiquidationsRow[]): Story[] {
  const stories: Story[] = [];
  let ends: Ended[] = [];
  let covered: Covered[] = [];
  for (const record of rows) {
    if (record.kind === 'ended') ends.push(record);
    else if (record.kind === 'covered') covered.push(record);
    else if (record.kind === 'deleveraged') stories.push({ record, ended: undefined, covered: [] });
    else {
      const isSame = belongsTo(record);
      // Rows go back in time: the last that was read is the nearest after the beginning.
      stories.push({ record, ended: ends.findLast(isSame), covered: covered.filter(isSame) });
      ends = ends.filter((row) => !isSame(row));
      covered = covered.filter((row) => !isSame(row));
    }
  }
  return stories;
}

/** A cross liquidation is of the whole account, an isolated one of one contract. */
const belongsTo =
  ({ scope, positions }: Started) =>
  (row: Ended | Covered): boolean =>
    row.scope === scope &&
    (scope === 'SHARED' || row.symbol === null || row.symbol === positions[0]?.symbol);
