import { expect, test } from 'vitest';
import { shippedContracts } from '../../../../test/kit/contracts.ts';
import { fundingRateFrom, INTEREST_RATE } from '../../../domain/funding.ts';
import { DAY, EIGHT_HOURS } from '../../../domain/limits.ts';
import {
  FINE_PER_TICK,
  fineTicks,
  fundingRate,
  millis,
  money,
  NO_MONEY,
  toBigInt,
} from '../../../domain/units.ts';
import type { Candle } from '../../../views/candle-ring.ts';
import {
  createCandlesView,
  foldCandles,
  PRICE_KINDS,
  seedContract,
  seriesOf,
} from '../../../views/candles.ts';
import { INTERVALS, openOf } from '../../../views/interval.ts';
import { readCandles } from '../../../views/read-candles.ts';
import { marketTermsOf } from '../../market-terms.ts';
import { historyKeyOf, seedOfWord } from '../../seed.ts';
import { fineScaleOf } from '../fine-price.ts';
import { generateFunding } from './generate-funding.ts';
import { generateHistory, type HistoryWish, type PastMinute } from './generate-history.ts';

const contracts = shippedContracts().slice(0, 4);
const terms = marketTermsOf(contracts);
const END = millis(Date.UTC(2026, 0, 14, 9, 37));
const WEEK_MINUTES = 7 * 1_440;
const MINUTE = 60_000;
const ends = contracts.map((contract, place) =>
  fineTicks(Math.round(terms[place]!.startPrice * fineScaleOf(contract))),
);
const wish: HistoryWish = {
  contracts,
  terms,
  key: historyKeyOf(seedOfWord('6')),
  endAt: END,
  endPrices: ends,
};
const history = [...generateHistory(wish)];

test('[FEED-15] a week of minutes of every contract and price ends exactly at the start', () => {
  expect(history).toHaveLength(contracts.length);
  history.forEach((minutes, place) => {
    for (const price of PRICE_KINDS) {
      const rows = minutes[price];
      expect(rows).toHaveLength(WEEK_MINUTES);
      expect(rows[0]!.openAt).toBe(END - WEEK_MINUTES * MINUTE);
      expect(rows.at(-1)!.openAt).toBe(END - MINUTE);
      const end = ends[place]!;
      const whole = Math.round(end / FINE_PER_TICK) * FINE_PER_TICK;
      expect(rows.at(-1)!.close, price).toBe(price === 'index' ? end : whole);
    }
  });
});

test('[FEED-15] minutes are sound, follow each other, and trade more where they move more', () => {
  const isSound = ({ open, high, low, close }: Candle) =>
    low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
  for (const { last, mark, index } of history) {
    for (const rows of [last, mark, index]) expect(rows.every(isSound)).toBe(true);
    for (const rows of [last, index])
      expect(rows.slice(1).every((row, at) => row.open === rows[at]!.close)).toBe(true);
    expect(last.every(({ base, quote }) => base > 0 === quote > NO_MONEY)).toBe(true);
    expect(mark.some(({ base }) => base > 0)).toBe(false);
    for (const { open, close, base, takerBase } of last)
      expect(Math.sign(close - open) * (2 * takerBase - base)).toBeGreaterThanOrEqual(-1);
    const away = last.map((row, at) => Math.abs(row.close / index[at]!.close - 1));
    expect(Math.max(...away)).toBeLessThan(0.002);
    const byRange = [...last].sort((a, b) => (a.high - a.low) / a.low - (b.high - b.low) / b.low);
    const tradedIn = (rows: readonly Candle[]) => rows.reduce((sum, row) => sum + row.base, 0);
    const half = byRange.length / 2;
    expect(tradedIn(byRange.slice(half))).toBeGreaterThan(tradedIn(byRange.slice(0, half)) * 1.3);
  }
});

test('[FEED-15] the same wish gives the same candles; another end scales the same returns', () => {
  const again = [...generateHistory(wish)];
  expect(again[3]!.last).toEqual(history[3]!.last);
  const [other] = generateHistory({ ...wish, endPrices: ends.map((end) => fineTicks(end * 2)) });
  const change = (rows: readonly Candle[]) => rows.at(-1)!.close / rows[0]!.open;
  expect(change(other!.index)).toBeCloseTo(change(history[0]!.index), 5);
  const [one] = generateHistory({ ...wish, key: historyKeyOf(seedOfWord('7')) });
  expect(one!.index).not.toEqual(history[0]!.index);
});

test('[FEED-15] a new venue has two weekly candles, also one that begins on a Monday', () => {
  for (const endAt of [END, millis(Date.UTC(2026, 0, 12))]) {
    const view = createCandlesView();
    for (const contract of contracts)
      foldCandles(view, { kind: 'contract-listed', contract }, millis(0));
    const [first] = generateHistory({ ...wish, endAt });
    seedContract(view, contracts[0]!.id, first!);
    const query = { interval: '1w', limit: 10, now: endAt, start: null, end: null } as const;
    const rows = readCandles(seriesOf(view, contracts[0]!.id, 'last'), query);
    expect(rows).toHaveLength(2);
  }
});

test('[FEED-17] each settlement of the week has the rate of the venue’s own rule', () => {
  for (const [place, { funding, mark }] of history.entries()) {
    const contract = contracts[place]!;
    expect(funding.length).toBeGreaterThanOrEqual(20);
    for (const { settledAt, rate, mark: price } of funding) {
      expect(contract.fundingTimes).toContain(settledAt % DAY);
      const ended = mark.find((row) => row.openAt === settledAt - 60_000)!;
      expect(price * FINE_PER_TICK).toBe(ended.close);
      expect(Math.abs(rate)).toBeLessThan(160_000);
    }
  }
  // Premiums of a few hundredths of a per cent leave the interest alone, and some are larger.
  const rates = history.flatMap(({ funding }) => funding.map(({ rate }) => rate));
  const usual = rates.filter((rate) => rate === INTEREST_RATE).length / rates.length;
  expect(usual).toBeGreaterThan(0.4);
  expect(usual).toBeLessThan(0.98);
  const [strained] = generateFunding({
    contract: contracts[0]!,
    endAt: wish.endAt,
    half: 0.0001,
    premiums: new Float64Array(10_080).fill(-0.0021),
    mark: history[0]!.mark,
  });
  expect(strained!.rate).toBe(fundingRateFrom(fundingRate(-200_000), EIGHT_HOURS));
  expect(strained!.rate).toBeLessThan(0);
});

test('[FEED-15] [VIEW-14] every interval is the aggregate of the generated minutes, marked', () => {
  const view = createCandlesView();
  for (const contract of contracts)
    foldCandles(view, { kind: 'contract-listed', contract }, millis(0));
  for (const [place, made] of history.entries()) seedContract(view, contracts[place]!.id, made);
  const { id } = contracts[1]!;
  for (const price of PRICE_KINDS)
    for (const interval of INTERVALS) {
      const series = seriesOf(view, id, price);
      const query = { interval, limit: 1_000, now: millis(END - 1), start: null, end: null };
      const rows = readCandles(series, query);
      const first = rows[0]!.openAt;
      const parts = history[1]![price].filter((row) => row.openAt >= first);
      expect(rows).toEqual(aggregated(parts, interval));
      expect(rows.every((row) => row.openAt < series.generatedUntil)).toBe(true);
    }
});

/** The obvious way: minutes by the interval they fall into. */
function aggregated(minutes: readonly Candle[], interval: (typeof INTERVALS)[number]): Candle[] {
  const groups = Map.groupBy(minutes, ({ openAt }) => openOf(interval, openAt));
  return [...groups].map(([openAt, rows]) => ({
    openAt,
    open: rows[0]!.open,
    high: fineTicks(Math.max(...rows.map((row) => row.high))),
    low: fineTicks(Math.min(...rows.map((row) => row.low))),
    close: rows.at(-1)!.close,
    base: rows.reduce((sum, row) => sum + row.base, 0) as Candle['base'],
    quote: money(rows.reduce((sum, row) => sum + toBigInt(row.quote), 0n)),
    trades: rows.reduce((sum, row) => sum + row.trades, 0),
    takerBase: rows.reduce((sum, row) => sum + row.takerBase, 0) as Candle['base'],
    takerQuote: money(rows.reduce((sum, row) => sum + toBigInt(row.takerQuote), 0n)),
    firstTrade: 0,
    lastTrade: 0,
  }));
}

test('[FEED-21] recorded minutes stand as they are, and generated ones end there', () => {
  const end = ends[0]!;
  const minutes = 2_000;
  const past = Array.from({ length: minutes }, (_, at): PastMinute => {
    const open = Math.round(end * (0.9 + at / 20_000) * 0.01) * 100;
    return [open, open + 900, open - 700, open + 300, at % 7 === 0 ? 0 : 5_000 + at];
  });
  const unknown = past.map(([a, b, c, d]): PastMinute => [a, b, c, d, null]);
  const [recorded, unsized] = generateHistory({ ...wish, past: [past, unknown] });
  for (const price of PRICE_KINDS) {
    const rows = recorded![price];
    expect(rows).toHaveLength(WEEK_MINUTES);
    expect(
      rows.slice(-minutes).map(({ open, high, low, close }) => [open, high, low, close]),
    ).toEqual(past.map((row) => row.slice(0, 4)));
    const before = rows.at(-minutes - 1)!;
    expect(Math.abs(before.close / past[0]![0] - 1)).toBeLessThan(0.0005);
  }
  expect(recorded!.last.slice(-minutes).map(({ base }) => base)).toEqual(past.map((row) => row[4]));
  expect(unsized!.last.slice(-minutes).every(({ base }) => base > 0)).toBe(true);
  // What is older has the same returns as ever.
  const change = (rows: readonly Candle[]) => rows.at(-minutes - 1)!.close / rows[0]!.open;
  expect(change(recorded!.index)).toBeCloseTo(change(history[0]!.index), 5);
});
