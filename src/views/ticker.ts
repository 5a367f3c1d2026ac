/**
 * The ticker of a contract: its prices and the last 24 hours. The day is the forming minute and the
 * 1,440 before it, read from the candles of the last price, so that ticker and chart agree, also
 * where the candles are generated.
 */

import type { ContractId } from '../domain/ids.ts';
import { DAY } from '../domain/limits.ts';
import { divideHalfEven, plus } from '../domain/money.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  type Lots,
  lots,
  type Millis,
  type Money,
  millis,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  PPM_SCALE,
  type Ppm,
  ppm,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import { type Candle, type CandleRing, candleAt, candleCount, openAtOf } from './candle-ring.ts';
import { type CandlesView, type PriceCandles, seriesOf } from './candles.ts';
import { type PricesView, pricesOf } from './contracts.ts';
import { bestAsk, bestBid, type DepthView, depthOf } from './depth.ts';
import { openOf } from './interval.ts';
import { newestTrades, type TradesView } from './trades.ts';

export interface Ticker {
  readonly contract: ContractId;
  readonly at: Millis;
  /** The beginning of the first minute that counts. */
  readonly from: Millis;
  /** The last trade; before any, the mark. */
  readonly last: Ticks;
  /** The last trade before the day; where the market is younger, its first. */
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly change: Ppm;
  /** Each trade counts once. */
  readonly base: Lots;
  readonly quote: Money;
  readonly trades: number;
  /** The ids of the day's first and last trade; zero where none is real. */
  readonly firstTrade: number;
  readonly lastTrade: number;
  /** The size of the newest trade; none before any. */
  readonly lastSize: Lots;
  /** `NO_TICKS` where a side is empty. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  readonly mark: Ticks;
  readonly index: FineTicks;
}

/** The minutes that are over change only when a new one starts: they are summed up once. */
export interface TickerView {
  readonly days: (DaySum | undefined)[];
}

interface DaySum {
  /** What it was summed from: rows from here to before there. */
  readonly start: Millis;
  readonly forming: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly base: number;
  readonly quote: Money;
  readonly trades: number;
  readonly firstTrade: number;
  readonly lastTrade: number;
}

interface TickerSources {
  readonly candles: CandlesView;
  readonly prices: PricesView;
  readonly depth: DepthView;
  readonly trades: TradesView;
  readonly ticker: TickerView;
}

export const createTickerView = (): TickerView => ({ days: [] });

export function readTicker(views: TickerSources, contract: ContractId, now: Millis): Ticker {
  const prices = pricesOf(views.prices, contract);
  const depth = depthOf(views.depth, contract);
  const day = sumDay(views.ticker, contract, seriesOf(views.candles, contract, 'last'), now);
  const last = prices.last === NO_TICKS ? prices.mark : prices.last;
  const open = day.open === 0 ? last : inTicks(day.open);
  return {
    contract,
    at: now,
    from: day.start,
    last,
    open,
    high: day.high === 0 ? last : ticks(Math.max(inTicks(day.high), last)),
    low: day.low === 0 ? last : ticks(Math.min(inTicks(day.low), last)),
    change: changeBetween(open, last),
    base: lots(day.base),
    quote: day.quote,
    trades: day.trades,
    firstTrade: day.firstTrade,
    lastTrade: day.lastTrade,
    lastSize: newestTrades(views.trades, contract, 1)[0]?.size ?? NO_LOTS,
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
  let sum: DaySum = { ...NO_DAY, start, forming };
  const count = candleCount(ring);
  // The forming minute itself may lie before the day, in a market that has stood still since.
  const newest = forming < start ? count - 1 : count - 2;
  let place = newest;
  while (place >= 0 && openAtOf(ring, place) >= start) place -= 1;
  const open = place >= 0 ? candleAt(ring, place).close : 0;
  for (place += 1; place <= newest; place += 1) sum = addRow(sum, candleAt(ring, place));
  return open === 0 ? sum : { ...sum, open };
}

const NO_DAY = {
  open: 0,
  high: 0,
  low: 0,
  base: 0,
  quote: NO_MONEY,
  trades: 0,
  firstTrade: 0,
  lastTrade: 0,
} as const;

const addRow = (sum: DaySum, row: Candle): DaySum => ({
  start: sum.start,
  forming: sum.forming,
  open: sum.open === 0 ? row.open : sum.open,
  high: Math.max(sum.high, row.high),
  low: sum.low === 0 ? row.low : Math.min(sum.low, row.low),
  base: sum.base + row.base,
  quote: plus(sum.quote, row.quote),
  trades: sum.trades + row.trades,
  firstTrade: sum.firstTrade || row.firstTrade,
  lastTrade: row.lastTrade || sum.lastTrade,
});
