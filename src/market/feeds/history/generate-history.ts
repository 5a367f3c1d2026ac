/**
 * A week of generated minutes, and their funding, for charts and bots of a new venue. They come
 * from the process of the simulated feed at coarser steps, without order flow. The path is scaled
 * so that it ends exactly at the price the market starts with; its returns do not change. The same
 * request gives the same candles.
 */
import { assert } from '../../../domain/assert.ts';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  fineTicks,
  lots,
  type Millis,
  millis,
  NO_LOTS,
  NO_MONEY,
  ticks,
} from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import { MINUTES_KEPT, type PriceKind } from '../../../views/candles.ts';
import { MINUTE } from '../../../views/interval.ts';
import type { ContractHistory } from '../../../views/seed-history.ts';
import { type MarketTerms, TRADES_OF_ONE } from '../../market-terms.ts';
import { CROWD_HALF_LIFE } from '../../mind.ts';
import { KeyedRandom, nextNormal, type Random, STREAMS } from '../../random.ts';
import { bustleAt } from '../../rhythm.ts';
import { sentimentOf } from '../../sentiment.ts';
import { exp, log, power, square } from '../../steady-math.ts';
import {
  beginProcess,
  createProcess,
  forceRegime,
  knownWaves,
  lastStep,
  stepTo,
} from '../price-process.ts';
import { generateFunding } from './generate-funding.ts';

/** Increased when the same request would give other candles. */
export const HISTORY_VERSION = 4;

export type HistoryTerms = Pick<
  MarketTerms,
  'volatility' | 'share' | 'halfSpreadPpm' | 'tradesPerSecond' | 'tradeQuote'
>;

export interface HistoryWish {
  readonly contracts: readonly Contract[];
  /** One for each contract, in the order of the prices. */
  readonly terms: readonly HistoryTerms[];
  /** Derived from the seed of the market, one way. */
  readonly key: Uint8Array;
  /** The first moment that is not generated; a whole minute. */
  readonly endAt: Millis;
  /** Each index at that moment. */
  readonly endPrices: readonly FineTicks[];
  /** The newest minutes of each contract, if they were recorded: they are not generated. */
  readonly past?: readonly (readonly PastMinute[] | undefined)[];
}

/** Open, high, low and close in fine ticks, and the lots that were traded, if that is known. */
export type PastMinute = readonly [number, number, number, number, number | null];

/** A market begins calm, and so the last hours before it are. */
const CALM_MINUTES = 120;
const STEP_SECONDS = 2;
const STEPS = 60 / STEP_SECONDS;
const STEP_MILLIS = STEP_SECONDS * 1_000;
/** The noise in the premium over the index: its half-life is ten minutes. */
const PREMIUM_DEVIATION = 0.00012;
const PREMIUM_KEPT = power(0.5, 1 / 10);
/** Beside it, what the crowd pays for days. It is gone when the market makes its own. */
const CROWD_KEPT = power(0.5, 60 / CROWD_HALF_LIFE);
const CROWD_FADES_MINUTES = 120;
const VOLUME_NOISE = 0.5;
/** How busy trading is: its half-life is an hour and a half, with this deviation. */
const BUSY_DEVIATION = 0.4;
const BUSY_KEPT = power(0.5, 1 / 90);

/** Minutes of one path, oldest first: logarithms measured from its end. */
interface Path {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/**
 * One for each contract, oldest minute first. Each is made on request: all of them at once would be
 * a quarter of a million records.
 */
export function* generateHistory(wish: HistoryWish): Generator<ContractHistory> {
  const { contracts, terms, endPrices, endAt, key } = wish;
  assert(endAt % MINUTE === 0, 'history ends with a whole minute', endAt);
  const paths = walkPaths(wish);
  const random = new KeyedRandom(key);
  for (const [place, contract] of contracts.entries()) {
    const [path, row, end] = [paths[place], terms[place], endPrices[place]];
    assert(path !== undefined && row !== undefined && end !== undefined, 'no end', place);
    random.open(STREAMS.candles, place);
    const past = wish.past?.[place]?.slice(-MINUTES_KEPT) ?? [];
    layPast(path, past, end);
    yield historyOf({ contract, terms: row, path, past, end, endAt, random });
  }
}

/**
 * The week ends as volatile as the market begins, so that nobody sees where one ends and the other
 * begins: it is walked twice, the second time drawn to that end.
 */
function walkPaths(wish: HistoryWish): Path[] {
  const { terms, key, endAt } = wish;
  const free = createProcess({ terms, key, stepSeconds: STEP_SECONDS });
  const [first, last] = [(endAt - MINUTES_KEPT * MINUTE) / STEP_MILLIS, endAt / STEP_MILLIS];
  beginProcess(free, first);
  stepTo(free, last);
  const wanted = knownWaves(new KeyedRandom(key), free.count);
  const process = createProcess({ terms, key, stepSeconds: STEP_SECONDS });
  process.ending = { step: last, off: free.waves.map((wave, at) => wave - wanted[at]!) };
  const { away, count } = process;
  const paths = terms.map(createPath);
  beginProcess(process, first);
  for (let minute = 0; minute < MINUTES_KEPT; minute += 1) {
    if (minute === MINUTES_KEPT - CALM_MINUTES) forceRegime(process, 'calm');
    for (let place = 0; place < count; place += 1) begin(paths[place]!, minute, away[place]!);
    for (let step = 0; step < STEPS; step += 1) {
      stepTo(process, lastStep(process) + 1);
      for (let place = 0; place < count; place += 1) touch(paths[place]!, minute, away[place]!);
    }
  }
  paths.forEach((path, place) => {
    for (const column of [path.open, path.high, path.low, path.close])
      for (let at = 0; at < column.length; at += 1) column[at] = column[at]! - away[place]!;
  });
  return paths;
}

/** Recorded minutes take the place of the last ones; what is generated ends where they begin. */
function layPast({ open, high, low, close }: Path, past: readonly PastMinute[], end: number): void {
  const from = MINUTES_KEPT - past.length;
  const first = past[0];
  if (first === undefined) return;
  const columns = [open, high, low, close];
  const off = log(first[0] / end) - (close[from - 1] ?? 0);
  for (const column of columns)
    for (let minute = 0; minute < from; minute += 1) column[minute] = column[minute]! + off;
  for (const [place, row] of past.entries())
    for (const [at, column] of columns.entries())
      column[from + place] = log((row[at] ?? end) / end);
}

const createPath = (): Path => ({
  open: new Float64Array(MINUTES_KEPT),
  high: new Float64Array(MINUTES_KEPT),
  low: new Float64Array(MINUTES_KEPT),
  close: new Float64Array(MINUTES_KEPT),
});

function begin({ open, high, low, close }: Path, minute: number, value: number): void {
  open[minute] = value;
  high[minute] = value;
  low[minute] = value;
  close[minute] = value;
}

function touch({ high, low, close }: Path, minute: number, value: number): void {
  if (value > high[minute]!) high[minute] = value;
  if (value < low[minute]!) low[minute] = value;
  close[minute] = value;
}

interface Making {
  readonly contract: Contract;
  readonly terms: HistoryTerms;
  readonly path: Path;
  readonly past: readonly PastMinute[];
  readonly end: FineTicks;
  readonly endAt: Millis;
  readonly random: Random;
}

/** Prices of one minute, in fine ticks with a fraction. */
interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

function historyOf(making: Making): ContractHistory {
  const { contract, path, past, end, endAt, random, terms } = making;
  const generated = MINUTES_KEPT - past.length;
  const premiums = new Float64Array(MINUTES_KEPT);
  const minutes: Record<PriceKind, Candle[]> = { last: [], mark: [], index: [] };
  const usual = (terms.volatility * 2) / Math.sqrt(365 * 1_440);
  let crowd = nextNormal(random);
  let [premium, noise, busy] = [sentimentOf(crowd) / 1e6, 0, 0];
  let lastClose: number = end * exp(path.open[0]!) * (1 + premium);
  for (let minute = 0; minute < MINUTES_KEPT; minute += 1) {
    const openAt = millis(endAt - (MINUTES_KEPT - minute) * MINUTE);
    const before = premium;
    noise =
      noise * PREMIUM_KEPT +
      PREMIUM_DEVIATION * Math.sqrt(1 - square(PREMIUM_KEPT)) * nextNormal(random);
    crowd = crowd * CROWD_KEPT + Math.sqrt(1 - square(CROWD_KEPT)) * nextNormal(random);
    // The path ends without a premium: from there on the market makes its own.
    const left = generated - 1 - minute;
    const paid = (sentimentOf(crowd) / 1e6) * Math.min(1, left / CROWD_FADES_MINUTES);
    premium = left <= 0 ? 0 : paid + noise;
    premiums[minute] = premium;
    const index = pricesAt(path, minute, end);
    minutes.index.push(toCandle(openAt, index, 1));
    minutes.mark.push(toCandle(openAt, lean(index, before, premium), FINE_PER_TICK));
    const recorded = past[minute - generated];
    const last = { ...lean(index, before, premium), open: recorded?.[0] ?? lastClose };
    const wide = widen(last, index.close * (terms.halfSpreadPpm / 1e6), random);
    const candle = toCandle(openAt, recorded === undefined ? wide : last, FINE_PER_TICK);
    busy =
      busy * BUSY_KEPT + BUSY_DEVIATION * Math.sqrt(1 - square(BUSY_KEPT)) * nextNormal(random);
    const wildness = (path.high[minute]! - path.low[minute]!) / usual;
    const times = (0.5 + wildness) * exp(busy) * bustleAt(openAt);
    minutes.last.push(withVolume(making, candle, times, recorded?.[4] ?? null));
    lastClose = candle.close;
  }
  const newest = minutes.last.at(-1);
  if (newest !== undefined && past.length === 0)
    minutes.last[minutes.last.length - 1] = endingAt(newest, end);
  const { mark } = minutes;
  const half = terms.halfSpreadPpm / 1e6;
  return { ...minutes, funding: generateFunding({ contract, endAt, half, premiums, mark }) };
}

const pricesAt = (path: Path, minute: number, end: number): Prices => ({
  open: end * exp(path.open[minute]!),
  high: end * exp(path.high[minute]!),
  low: end * exp(path.low[minute]!),
  close: end * exp(path.close[minute]!),
});

/** The same minute with a premium that went from one value to another. */
const lean = ({ open, high, low, close }: Prices, from: number, to: number): Prices => ({
  open: open * (1 + from),
  high: high * (1 + (from + to) / 2),
  low: low * (1 + (from + to) / 2),
  close: close * (1 + to),
});

/** Trades happen at the quotes around the middle, not at the middle. */
function widen({ open, high, low, close }: Prices, half: number, random: Random): Prices {
  return {
    open,
    high: high + half,
    low: low - half,
    close: close + half * Math.max(-1, Math.min(1, nextNormal(random))),
  };
}

/** Rounded to the grid of its price; high and low hold what opened and closed. */
function toCandle(openAt: Millis, prices: Prices, grid: number): Candle {
  const round = (price: number): number => Math.max(1, Math.round(price / grid)) * grid;
  const [open, close] = [round(prices.open), round(prices.close)];
  return {
    openAt,
    open: fineTicks(open),
    high: fineTicks(Math.max(round(prices.high), open, close)),
    low: fineTicks(Math.min(round(prices.low), open, close)),
    close: fineTicks(close),
    base: NO_LOTS,
    quote: NO_MONEY,
    trades: 0,
    takerBase: NO_LOTS,
    takerQuote: NO_MONEY,
    firstTrade: 0,
    lastTrade: 0,
  };
}

/** More is traded when prices move more; where it was recorded, what was recorded. */
function withVolume(
  { contract, terms, random }: Making,
  candle: Candle,
  times: number,
  recorded: number | null,
): Candle {
  const noise = exp(VOLUME_NOISE * nextNormal(random) - square(VOLUME_NOISE) / 2);
  const drawn = 60 * terms.tradesPerSecond * TRADES_OF_ONE * times * noise;
  const middle = ticks(Math.round((candle.high + candle.low) / 2 / FINE_PER_TICK));
  const worth = Number(notionalOf(contract, middle, lots(1))) / 1e8;
  const base = lots(Math.round(recorded ?? (drawn * terms.tradeQuote) / worth));
  const trades = recorded === null ? drawn : (recorded * worth) / terms.tradeQuote;
  const quote = notionalOf(contract, middle, base);
  const takerBase = lots(Math.round(base * boughtPart(candle)));
  const takerQuote = notionalOf(contract, middle, takerBase);
  const count = Math.min(base, Math.ceil(trades));
  return { ...candle, base, quote, trades: count, takerBase, takerQuote };
}

/** Takers buy more than they sell in a minute that rises, and less in one that falls. */
const boughtPart = ({ open, high, low, close }: Candle): number =>
  high === low ? 0.5 : 0.5 + (close - open) / (high - low) / 4;

function endingAt(candle: Candle, end: FineTicks): Candle {
  const close = Math.max(1, Math.round(end / FINE_PER_TICK)) * FINE_PER_TICK;
  return {
    ...candle,
    close: fineTicks(close),
    high: fineTicks(Math.max(candle.high, close)),
    low: fineTicks(Math.min(candle.low, close)),
  };
}
