/**
 * Candles of the last, mark and index prices. Only the minute that is forming is touched by an
 * event; when it is over it is added to every longer interval, so these are aggregates of minutes
 * and cannot disagree with them. `read-candles.ts` reads them.
 */
import { assert, getRow } from '../domain/assert.ts';
import type { ContractListed, FillSettled, PricesMarked } from '../domain/event.ts';
import { type ContractId, contractId } from '../domain/ids.ts';
import { FINE_PER_TICK, type FineTicks, fineTicks, type Millis, millis } from '../domain/units.ts';
import {
  type Candle,
  type CandleRing,
  type CandleTrade,
  candleCount,
  createCandleRing,
  flatCandle,
  type GrowingCandle,
  grow,
  joinRings,
  longerCandle,
  mergeIntoNewest,
  newestCandle,
  openAtOf,
  pushCandle,
  touchNewest,
} from './candle-ring.ts';
import { covers, KEPT_INTERVALS, type KeptInterval, MINUTE, openOf } from './interval.ts';

export const PRICE_KINDS = ['last', 'mark', 'index'] as const;

export type PriceKind = (typeof PRICE_KINDS)[number];

/** One price of one contract at every interval. */
export interface PriceCandles {
  /** The newest row of `1m` is forming; the longer intervals hold the minutes before it. */
  readonly rings: Readonly<Record<KeptInterval, CandleRing>>;
  /** Rows that begin before this were generated, not traded. */
  generatedUntil: Millis;
}

/** Minutes of one contract, oldest first, for each of its prices. */
export type ContractMinutes = Readonly<Record<PriceKind, readonly Candle[]>>;

export interface CandlesView {
  readonly rows: Readonly<Record<PriceKind, PriceCandles>>[];
}

/** A week of minutes; of each longer interval, as many candles as one query may ask for. */
export const MINUTES_KEPT = 7 * 1_440;
export const CANDLES_KEPT = 1_000;

export const createCandlesView = (): CandlesView => ({ rows: [] });

export function foldCandles(
  view: CandlesView,
  event: ContractListed | PricesMarked | FillSettled,
  at: Millis,
  number = 0,
): void {
  if (event.kind === 'contract-listed')
    view.rows.push({ last: createSeries(), mark: createSeries(), index: createSeries() });
  if (event.kind === 'prices-marked') {
    const { mark, index } = getRow(view.rows, event.contract);
    addPrice(mark, at, fineTicks(event.mark * FINE_PER_TICK));
    addPrice(index, at, event.index);
  }
  if (event.kind === 'fill-settled' && event.venue === 'book') {
    const { last } = getRow(view.rows, event.contract);
    addTrade(last, at, fineTicks(event.price * FINE_PER_TICK), event, number);
  }
}

export const seriesOf = (view: CandlesView, contract: ContractId, price: PriceKind): PriceCandles =>
  getRow(view.rows, contract)[price];

/**
 * Adds generated minutes, oldest first, before anything real has happened. They count like any
 * others, and rows that begin among them are marked as generated.
 */
export function seedCandles(series: PriceCandles, minutes: readonly Candle[]): void {
  const first = minutes[0];
  if (first === undefined) return;
  const newest = newestCandle(series.rings['1m']);
  assert(
    newest === undefined || newest.openAt < series.generatedUntil,
    'candles cannot be generated after real ones',
    first.openAt,
  );
  for (const minute of minutes) {
    assertSound(series, minute);
    if (newest === undefined) pushCandle(series.rings['1m'], minute);
    else startMinute(series, minute);
    series.generatedUntil = millis(minute.openAt + MINUTE);
  }
  if (newest === undefined) lengthenAll(series, minutes.slice(0, -1));
}

/**
 * Puts the longer intervals together of these minutes where there is nothing yet. An hour is made
 * of twelve candles instead of sixty: a whole week is added in a fraction of the time.
 */
function lengthenAll({ rings }: PriceCandles, minutes: readonly Candle[]): void {
  const fives = lengthen(minutes, '5m');
  const hours = lengthen(fives, '1h');
  for (const interval of LONGER) {
    const parts = interval === '1h' || interval.endsWith('m') ? fives : hours;
    for (const candle of lengthen(parts, interval)) pushCandle(rings[interval], candle);
  }
}

/** As if their minutes had been added one by one. */
function lengthen(parts: readonly Candle[], interval: KeptInterval): Candle[] {
  const longer: GrowingCandle[] = [];
  let newest: GrowingCandle | undefined;
  for (const part of parts) {
    if (newest !== undefined && covers(interval, newest.openAt, part.openAt)) grow(newest, part);
    else {
      newest = longerCandle(newest, openOf(interval, part.openAt), part);
      longer.push(newest);
    }
  }
  return longer;
}

/** Adds the generated minutes of every price of a contract before everything else. */
export function seedContract(
  view: CandlesView,
  contract: ContractId,
  minutes: ContractMinutes,
): void {
  const series = getRow(view.rows, contract);
  for (const price of PRICE_KINDS) seedCandles(series[price], minutes[price]);
}

/**
 * The beginning of the rows that cannot be generated again. The first is the one with the last
 * generated minute, because real minutes may have joined it.
 */
export const keptFrom = ({ generatedUntil }: PriceCandles, interval: KeptInterval): Millis =>
  generatedUntil === 0 ? generatedUntil : openOf(interval, millis(generatedUntil - MINUTE));

/** Puts the generated minutes back before rows that were saved without them. */
export function underlayHistory(view: CandlesView, history: Iterable<ContractMinutes>): void {
  let contract = 0;
  for (const minutes of history) {
    const { last, mark, index } = getRow(view.rows, contractId(contract));
    view.rows[contract] = {
      last: underlay(last, minutes.last),
      mark: underlay(mark, minutes.mark),
      index: underlay(index, minutes.index),
    };
    contract += 1;
  }
}

function underlay(saved: PriceCandles, minutes: readonly Candle[]): PriceCandles {
  const made = createSeries();
  seedCandles(made, minutes);
  const { generatedUntil } = saved;
  assert(made.generatedUntil === generatedUntil, 'other minutes were generated', generatedUntil);
  const rings = { ...made.rings };
  for (const interval of KEPT_INTERVALS)
    rings[interval] = joinRings(rings[interval], saved.rings[interval], keptFrom(saved, interval));
  return { rings, generatedUntil };
}

/** The end of the generated candles; zero if there are none. */
export const generatedUntilOf = ({ rows }: CandlesView): Millis =>
  millis(Math.max(0, ...rows.map(({ index }) => index.generatedUntil)));

/** Whether a price of any contract has been seen or generated. */
export const hasCandles = ({ rows }: CandlesView): boolean =>
  rows.some((row) => PRICE_KINDS.some((price) => candleCount(row[price].rings['1m']) > 0));

function assertSound(series: PriceCandles, minute: Candle): void {
  const { openAt, open, high, low, close } = minute;
  assert(openAt % MINUTE === 0, 'a generated candle does not begin with a minute', openAt);
  assert(openAt >= series.generatedUntil, 'generated candles are not in order', openAt);
  const isRanged = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
  assert(isRanged, 'a generated candle has impossible prices', openAt);
}

const isForming = (minute: CandleRing, openAt: Millis): boolean => {
  const count = candleCount(minute);
  return count > 0 && openAtOf(minute, count - 1) === openAt;
};

/** A mark or index holds until the next, so a minute opens at the price it began with. */
function addPrice(series: PriceCandles, at: Millis, price: FineTicks): void {
  const minute = series.rings['1m'];
  const openAt = openOf('1m', at);
  if (!isForming(minute, openAt)) {
    const before = at === openAt ? undefined : newestCandle(minute)?.close;
    startMinute(series, flatCandle(openAt, before ?? price));
  }
  touchNewest(minute, price, null);
}

/** A minute of the last price opens with its first trade. */
function addTrade(
  series: PriceCandles,
  at: Millis,
  price: FineTicks,
  traded: CandleTrade,
  number: number,
): void {
  const minute = series.rings['1m'];
  const openAt = openOf('1m', at);
  if (!isForming(minute, openAt)) startMinute(series, flatCandle(openAt, price));
  touchNewest(minute, price, traded, number);
}

/** The minute before is over: the longer intervals take it in. */
function startMinute({ rings }: PriceCandles, minute: Candle): void {
  const ended = newestCandle(rings['1m']);
  if (ended !== undefined)
    for (const interval of LONGER) addMinute(rings[interval], interval, ended);
  pushCandle(rings['1m'], minute);
}

const LONGER = KEPT_INTERVALS.filter((interval) => interval !== '1m');

function addMinute(ring: CandleRing, interval: KeptInterval, minute: Candle): void {
  const count = candleCount(ring);
  if (count > 0 && covers(interval, openAtOf(ring, count - 1), minute.openAt))
    mergeIntoNewest(ring, minute);
  else pushCandle(ring, longerCandle(newestCandle(ring), openOf(interval, minute.openAt), minute));
}

export const createSeries = (): PriceCandles => ({
  rings: Object.fromEntries(
    KEPT_INTERVALS.map((interval): unknown[] => [
      interval,
      createCandleRing(interval === '1m' ? MINUTES_KEPT : CANDLES_KEPT),
    ]),
  ),
  generatedUntil: millis(0),
});
