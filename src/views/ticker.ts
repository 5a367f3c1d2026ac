/**
 * The ticker of a contract: its prices and the last 24 hours. The day is the forming minute and the
 * 1,440 before it, read from the candles of the last price, so that ticker and chart agree, also
 * where the candles are generated.
 */

import type { ContractId } from '../domain/ids.ts';
import { DAY } from '../domain/limits.ts';
import { divideHalfEven } from '../domain/money.ts';
import {
  FINE_PER_TICK,
  fineTicks,
  type Millis,
  millis,
  NO_LOTS,
  NO_TICKS,
  PPM_SCALE,
  type Ppm,
  ppm,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import {
  type Candle,
  type CandleRing,
  candleAt,
  candleCount,
  flatCandle,
  type GrowingCandle,
  grow,
  mergeCandles,
  openAtOf,
} from './candle-ring.ts';
import { type CandlesView, type PriceCandles, seriesOf } from './candles.ts';
import { type PricesView, pricesOf } from './contracts.ts';
import { bestAsk, bestBid, type DepthView, depthOf } from './depth.ts';
import { openOf } from './interval.ts';
import { newestTrades, type TradesView } from './trades.ts';

export type Ticker = Readonly<ReturnType<typeof readTicker>>;

/** The minutes that are over change only when a new one starts: they are summed up once. */
export interface TickerView {
  readonly days: (DaySum | undefined)[];
}

interface DaySum {
  /** What it was summed from: rows from here to before there. */
  readonly start: Millis;
  readonly forming: Millis;
  /** The last trade before the day, or its first; zero where there is none. */
  readonly open: number;
  /** All rows as one; undefined where there is none. */
  readonly rows: GrowingCandle | undefined;
}

interface TickerSources {
  readonly candles: CandlesView;
  readonly prices: PricesView;
  readonly depth: DepthView;
  readonly trades: TradesView;
  readonly ticker: TickerView;
}

export const createTickerView = (): TickerView => ({ days: [] });

export function readTicker(views: TickerSources, contract: ContractId, now: Millis) {
  const prices = pricesOf(views.prices, contract);
  const depth = depthOf(views.depth, contract);
  const day = sumDay(views.ticker, contract, seriesOf(views.candles, contract, 'last'), now);
  const last = prices.last === NO_TICKS ? prices.mark : prices.last;
  const open = day.open === 0 ? last : inTicks(day.open);
  const { high, low, base, quote, trades, firstTrade, lastTrade } = day.rows ?? NO_ROWS;
  return {
    contract,
    at: now,
    /** The beginning of the first minute that counts. */
    from: day.start,
    /** The last trade; before any, the mark. */
    last,
    /** The last trade before the day; where the market is younger, its first. */
    open,
    high: high === 0 ? last : ticks(Math.max(inTicks(high), last)),
    low: low === 0 ? last : ticks(Math.min(inTicks(low), last)),
    change: changeBetween(open, last),
    /** Each trade counts once. */
    base,
    quote,
    trades,
    /** The ids of the day's first and last trade; zero where none is real. */
    firstTrade,
    lastTrade,
    /** The size of the newest trade; none before any. */
    lastSize: newestTrades(views.trades, contract, 1)[0]?.size ?? NO_LOTS,
    /** `NO_TICKS` where a side is empty. */
    bestBid: bestBid(depth),
    bestAsk: bestAsk(depth),
    mark: prices.mark,
    index: prices.index,
  };
}

/** By what part of the old price the new one differs; ties go to the even neighbour. */
export function changeBetween(open: Ticks, last: Ticks): Ppm {
  if (open === NO_TICKS) return ppm(0);
  return ppm(Number(divideHalfEven(BigInt(last - open) * PPM_SCALE, BigInt(open))));
}

const inTicks = (fine: number): Ticks => ticks(Math.floor(fine / FINE_PER_TICK));

/** The ended minutes as they were summed up, and the forming one on top. */
function sumDay(
  view: TickerView,
  contract: ContractId,
  { rings }: PriceCandles,
  now: Millis,
): DaySum {
  const ring = rings['1m'];
  const start = millis(openOf('1m', now) - DAY);
  const count = candleCount(ring);
  const forming = count === 0 ? millis(0) : openAtOf(ring, count - 1);
  const known = view.days[contract];
  const ended =
    known?.start === start && known.forming === forming
      ? known
      : sumEnded(ring, { start, forming });
  view.days[contract] = ended;
  return count === 0 || forming < start ? ended : addRow(ended, candleAt(ring, count - 1));
}

function sumEnded(ring: CandleRing, { start, forming }: Pick<DaySum, 'start' | 'forming'>): DaySum {
  const count = candleCount(ring);
  // The forming minute itself may lie before the day, in a market that has stood still since.
  const newest = forming < start ? count - 1 : count - 2;
  let place = newest;
  while (place >= 0 && openAtOf(ring, place) >= start) place -= 1;
  const open = place >= 0 ? candleAt(ring, place).close : 0;
  let rows: GrowingCandle | undefined;
  for (place += 1; place <= newest; place += 1) {
    const row = candleAt(ring, place);
    if (rows === undefined) rows = { ...row };
    else grow(rows, row);
  }
  return { start, forming, open: open || (rows?.open ?? 0), rows };
}

const NO_ROWS = flatCandle(millis(0), fineTicks(0));

const addRow = (sum: DaySum, row: Candle): DaySum => ({
  ...sum,
  open: sum.open || row.open,
  rows: sum.rows === undefined ? row : mergeCandles(sum.rows, row),
});
