/** What the report needs of each life, so that a run of any length fits into memory. */
import { meanOf } from './bootstrap.ts';
import type { LifePart } from './life-part.ts';
import type { LifeRecord, PriceStrip } from './life-record.ts';
import type { TableRow } from './tables.ts';

/** A trade that is shown, with the prices around it. */
export interface NotableTrade {
  readonly seed: string;
  readonly trade: TableRow<'trades'>;
  readonly fills: readonly TableRow<'fills'>[];
  readonly strip: PriceStrip | undefined;
}

export type LifeDigest = Readonly<ReturnType<typeof digestLife>>;

/** Places of a path. */
export const PATH_PLACES = 241;
export const NOTABLE = 10;
const CUT_POINTS = 160;

export const coinsOf = (amount: bigint): number => Number(amount) / 1e8;

export function digestLife(seed: string, { figures, record }: LifePart) {
  const { wallet, result, split, tables, refusals, orders, rowsLeftOut } = record;
  const { trades, equity } = tables;
  const begun = equity.slice(0, -1);
  const gains = begun.map((row, at) => (equity[at + 1]?.equity ?? row.equity) - row.equity);
  const turnover = coinsOf(record.turnover);
  return {
    seed,
    figures,
    wallet,
    result,
    split,
    refusals,
    orders,
    rowsLeftOut,
    turnover,
    holding: coinsOf(record.holding) / coinsOf(wallet),
    /** The parts of the time with a position, and of the turnover that was taken. */
    exposed: record.exposedMillis / Math.max(1, record.endAt - record.startAt),
    taken: turnover === 0 ? 0 : coinsOf(record.taken) / turnover,
    /** Mean value of all positions over equity. */
    leverage: meanOf(equity.map((row) => leverageAt(row))),
    /** Equity over the wallet, less one, at even places from the start to the end. */
    path: pathOf(record),
    /** Result by hour of the day, by regime, by contract and by side. */
    byHour: sumBy(begun, (row) => hourOf(row.at), gains),
    byRegime: sumBy(begun, ({ regime }) => regime, gains),
    byContract: sumBy(trades, ({ contract }) => contract, trades.map(resultOf)),
    bySide: sumBy(trades, ({ side }) => side, trades.map(resultOf)),
    trades: trades.map((trade) => coinsOf(trade.result)),
    notable: notableOf(seed, record),
  };
}

const resultOf = ({ result }: TableRow<'trades'>): bigint => result;

const leverageAt = ({ gross, equity }: TableRow<'equity'>): number =>
  equity > 0n ? coinsOf(gross) / coinsOf(equity) : 0;

/** `00` to `23`, in UTC. */
const hourOf = (at: number): string => new Date(at).toISOString().slice(11, 13);

function sumBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  amounts: readonly bigint[],
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row);
    sums.set(key, (sums.get(key) ?? 0n) + (amounts[at] ?? 0n));
  }
  return sums;
}

function pathOf({ startAt, endAt, wallet, tables }: LifeRecord): Float64Array {
  const { equity } = tables;
  let row = 0;
  return Float64Array.from({ length: PATH_PLACES }, (_, place) => {
    const at = startAt + ((endAt - startAt) * place) / (PATH_PLACES - 1);
    while ((equity[row + 1]?.at ?? Infinity) <= at) row += 1;
    return coinsOf(equity[row]?.equity ?? wallet) / coinsOf(wallet) - 1;
  });
}

/** The best and the worst of this life: those of the run are among them. */
function notableOf(seed: string, { tables, strips }: LifeRecord): NotableTrade[] {
  const ranked = tables.trades.toSorted((one, other) => coinsOf(one.result - other.result));
  const few = ranked.length <= 2 * NOTABLE;
  const chosen = few ? ranked : [...ranked.slice(0, NOTABLE), ...ranked.slice(-NOTABLE)];
  return chosen.map((trade) => {
    const strip = strips.find(({ contract }) => contract === trade.contract);
    const fills = tables.fills.filter((fill) => fill.trade === trade.trade).slice(0, CUT_POINTS);
    return { seed, trade, fills, strip: strip && cutOut(strip, trade) };
  });
}

/** The prices while the trade was open, and some before and after. */
function cutOut(strip: PriceStrip, { openedAt, closedAt }: TableRow<'trades'>): PriceStrip {
  const { contract, from, stepMillis, prices } = strip;
  const end = closedAt ?? from + prices.length * stepMillis;
  const around = Math.max(60_000, 0.4 * (end - openedAt));
  const first = Math.max(0, Math.floor((openedAt - around - from) / stepMillis));
  const last = Math.min(prices.length, Math.ceil((end + around - from) / stepMillis) + 1);
  const every = Math.max(1, Math.ceil((last - first) / CUT_POINTS));
  return {
    contract,
    from: from + first * stepMillis,
    stepMillis: stepMillis * every,
    prices: prices.slice(first, last).filter((_, at) => at % every === 0),
  };
}
