/** Candles and tickers against an obvious way to make them, from all that was ever told. */

import { describe, expect, test } from 'vitest';
import { type ContractId, contractId } from '../../src/domain/ids.ts';
import {
  type FineTicks,
  fineTicks,
  type Millis,
  millis,
  money,
  toBigInt,
} from '../../src/domain/units.ts';
import { type Candle, flatCandle, mergeCandles } from '../../src/views/candle-ring.ts';
import { type PriceKind, seriesOf } from '../../src/views/candles.ts';
import { INTERVALS, type Interval, openOf } from '../../src/views/interval.ts';
import { readCandles } from '../../src/views/read-candles.ts';
import { changeBetween, readTicker } from '../../src/views/ticker.ts';
import type { Views } from '../../src/views/views.ts';
import { type Followed, followHistory, followWorkload } from './follow.ts';

/** One price as it was told, with what was traded at it. */
interface Told {
  readonly at: Millis;
  readonly price: FineTicks;
  readonly base: number;
  readonly quote: bigint;
  readonly isTrade: boolean;
  /** Of the trade; zero of a price. */
  readonly trade: number;
  readonly isBuy: boolean;
}

const MINUTE = 60_000;
const FIRST = contractId(0);
const RUNS = [
  ['workload 17', () => followWorkload(17)],
  ['history 12', () => followHistory(12)],
  ['history 13', () => followHistory(13)],
] as const;

/** All that was told, and how many fills there were. */
type Heard = Record<PriceKind, Told[]> & { fills: number };

function tell(told: Heard, { entry, events }: Followed): void {
  const { at } = entry;
  for (const event of events) {
    if (!('contract' in event) || event.contract !== FIRST) continue;
    const still = { at, base: 0, quote: 0n, isTrade: false, trade: 0, isBuy: false };
    if (event.kind === 'prices-marked') {
      told.mark.push({ ...still, price: fineTicks(event.mark * 100) });
      told.index.push({ ...still, price: event.index });
    }
    if (event.kind === 'fill-settled') told.fills += 1;
    if (event.kind === 'fill-settled' && event.venue === 'book')
      told.last.push({
        at,
        price: fineTicks(event.price * 100),
        base: event.size,
        quote: toBigInt(event.value),
        isTrade: true,
        trade: told.fills,
        isBuy: event.takerSide === 'buy',
      });
  }
}

/** Every minute from the first to now, one after the other. */
function obviousMinutes(told: readonly Told[], now: Millis): Candle[] {
  const minutes: Candle[] = [];
  const first = told[0];
  if (first === undefined) return [];
  let place = 0;
  let close = first.price;
  for (let openAt = openOf('1m', first.at); openAt <= now; openAt = millis(openAt + MINUTE)) {
    let candle: Candle | undefined;
    for (let one = told[place]; one !== undefined && one.at < openAt + MINUTE; ) {
      // A mark stands from before; a last price opens with its first trade.
      const opens = one.isTrade || one.at === openAt ? one.price : close;
      const { base } = one;
      const quote = money(one.quote);
      const taken = one.isBuy ? { takerBase: base, takerQuote: quote } : {};
      const ids = { firstTrade: one.trade, lastTrade: one.trade };
      const traded = { base, quote, trades: one.isTrade ? 1 : 0, ...taken, ...ids };
      const row = { ...flatCandle(openAt, one.price), ...traded } as Candle;
      candle = mergeCandles(candle ?? flatCandle(openAt, opens), row);
      place += 1;
      one = told[place];
    }
    candle ??= flatCandle(openAt, close);
    close = candle.close;
    minutes.push(candle);
  }
  return minutes;
}

function obviousCandles(minutes: readonly Candle[], interval: Interval): Candle[] {
  const candles: Candle[] = [];
  for (const minute of minutes) {
    const openAt = openOf(interval, minute.openAt);
    const newest = candles.at(-1);
    if (newest?.openAt === openAt) candles[candles.length - 1] = mergeCandles(newest, minute);
    else candles.push({ ...minute, openAt });
  }
  return candles;
}

function obviousDay(told: readonly Told[], now: Millis, last: number) {
  const start = openOf('1m', now) - 24 * 60 * MINUTE;
  const before = told.filter(({ at }) => at < start).at(-1)?.price;
  const within = told.filter(({ at }) => at >= start);
  const prices = within.map(({ price }) => price / 100);
  const open = (before ?? within[0]?.price ?? last * 100) / 100;
  return {
    open,
    high: Math.max(last, ...prices),
    low: Math.min(last, ...prices),
    base: within.reduce((sum, { base }) => sum + base, 0),
    quote: money(within.reduce((sum, { quote }) => sum + quote, 0n)),
    trades: within.length,
    firstTrade: within[0]?.trade ?? 0,
    lastTrade: within.at(-1)?.trade ?? 0,
    lastSize: told.at(-1)?.base ?? 0,
    change: changeBetween(open as never, last as never),
  };
}

/** Half a million candles are compared here, so only one that differs is shown. */
function expectSame(found: readonly Candle[], wanted: readonly Candle[], which: string): void {
  expect(found.length, which).toBe(wanted.length);
  const fields = (candle: Candle) => Object.values(candle);
  const at = found.findIndex((candle, place) => {
    const other = fields(wanted[place]!);
    return fields(candle).some((value, field) => value !== other[field]);
  });
  expect(found[at], `${which} at ${at}`).toEqual(wanted[at]);
}

const all = { limit: 1e6, start: null, end: null } as const;
const candlesOf = (views: Views, contract: ContractId, price: PriceKind, interval: Interval) =>
  readCandles(seriesOf(views.candles, contract, price), { ...all, interval, now: views.at });

for (const [name, follow] of RUNS)
  describe(name, () => {
    test('[VIEW-5] every interval is the aggregate of its minutes, empty ones too', () => {
      const { views, step } = follow();
      const told: Heard = { last: [], mark: [], index: [], fills: 0 };
      for (let done = 1; done <= 3_000; done += 1) {
        tell(told, step());
        if (done % 1_000 !== 0) continue;
        for (const price of ['last', 'mark', 'index'] as const) {
          const minutes = obviousMinutes(told[price], views.at);
          const hours = obviousCandles(minutes, '1h');
          for (const interval of INTERVALS) {
            const found = candlesOf(views, FIRST, price, interval);
            // Whole hours make every longer interval, and are far fewer.
            const parts = interval.endsWith('m') ? minutes : hours;
            expectSame(found, obviousCandles(parts, interval), `${price} ${interval}`);
          }
        }
      }
      expect(told.last.length).toBeGreaterThan(50);
    });

    test('[VIEW-6] the ticker is the last day of trades and the prices of now', () => {
      const { state, views, step } = follow();
      const told: Heard = { last: [], mark: [], index: [], fills: 0 };
      for (let done = 1; done <= 3_000; done += 1) {
        tell(told, step());
        if (done % 25 !== 0 || state.listings.length === 0) continue;
        // Also some time after the last entry, when the day has moved on by itself.
        for (const now of [views.at, millis(views.at + 61_000), millis(views.at + 90_000_000)]) {
          const ticker = readTicker(views, FIRST, now);
          const { last, mark, index } = state.listings[0]!;
          expect(ticker).toMatchObject({ last: last === 0 ? mark : last, mark, index, at: now });
          expect(ticker).toMatchObject(obviousDay(told.last, now, ticker.last));
        }
      }
    });
  });
