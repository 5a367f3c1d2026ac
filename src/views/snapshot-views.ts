/**
 * All views as plain data, to be saved next to a snapshot of the engine, so that tickers and
 * candles survive a restart. What can be computed again is left out: sums, indexes and generated
 * candles.
 */
import { assert } from '../domain/assert.ts';
import type { FundingRow } from '../domain/history.ts';
import { type ContractId, contractId } from '../domain/ids.ts';
import {
  fineTicks,
  type Lots,
  lots,
  type Millis,
  millis,
  money,
  NO_MONEY,
  type Seq,
} from '../domain/units.ts';
import type { AccountNotes, MarginMove } from './accounts.ts';
import type { BillsView } from './bills.ts';
import {
  type Candle,
  type CandleRing,
  candleAt,
  candleCount,
  countBefore,
  createCandleRing,
  pushCandle,
} from './candle-ring.ts';
import { createSeries, keptFrom, type PriceCandles, type PriceKind } from './candles.ts';
import { contractOf, type ListedContract, type Prices } from './contracts.ts';
import { createDepth, type Depth, type Level, setLevel, topLevels } from './depth.ts';
import { type Funding, SETTLEMENTS_KEPT } from './funding.ts';
import { KEPT_INTERVALS, type KeptInterval, MINUTE } from './interval.ts';
import { type MarketData, recoverMarketMemory, snapshotMarketMemory } from './market-memory.ts';
import { keepOrder, type TrackedOrder } from './orders.ts';
import { listRing, pushItem, recoverRing } from './ring.ts';
import { recoverTrades, type Trade } from './trades.ts';
import { createViews, type Views } from './views.ts';

/** Grows by one when the meaning of a field changes: old ones are then refused. */
const VIEWS_VERSION = 1;

export interface ViewsData {
  readonly version: number;
  readonly seq: Seq;
  readonly at: Millis;
  /** One per contract in each of these, in the order of ids. */
  readonly contracts: readonly ListedContract[];
  readonly prices: readonly Prices[];
  readonly depths: readonly DepthData[];
  /** Oldest first. */
  readonly trades: readonly (readonly Trade[])[];
  /** How many fills there were; views of before they were counted have none. */
  readonly fills?: readonly number[];
  readonly candles: readonly ContractCandles[];
  readonly openInterest: readonly Lots[];
  readonly funding: readonly FundingData[];
  readonly orders: readonly TrackedOrder[];
  readonly accounts: readonly AccountNotes[];
  /** Oldest first; views of before they were kept have none. */
  readonly marginMoves?: readonly MarginMove[];
  readonly bills: BillsView;
  /** Views of before the market kept its memory in the journal have none. */
  readonly market?: MarketData;
}

interface DepthData extends Readonly<Pick<Depth, 'contract' | 'version'>> {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

type ContractCandles = Readonly<Record<PriceKind, SeriesData>>;

interface SeriesData extends Readonly<Pick<PriceCandles, 'generatedUntil'>> {
  readonly rings: readonly { readonly interval: KeptInterval; readonly candles: string }[];
}

interface FundingData extends Readonly<Omit<Funding, 'contract' | 'settled'>> {
  /** Oldest first. */
  readonly settled: readonly FundingRow[];
}

export const snapshotViews = (views: Views): ViewsData => ({
  version: VIEWS_VERSION,
  seq: views.seq,
  at: views.at,
  contracts: views.contracts.rows.map((row) => ({ ...row })),
  prices: views.prices.rows.map((row) => ({ ...row })),
  depths: views.depth.depths.map(depthData),
  trades: views.trades.rings.map(listRing),
  fills: [...views.trades.fills],
  candles: views.candles.rows.map(({ last, mark, index }) => ({
    last: seriesData(last),
    mark: seriesData(mark),
    index: seriesData(index),
  })),
  openInterest: [...views.openInterest.longLots],
  funding: views.funding.rows.map(fundingData),
  orders: views.orders.live.values().map(copyTracked),
  accounts: [...views.accounts.notes.values()].map((notes) => ({ ...notes })),
  marginMoves: listRing(views.accounts.moves),
  bills: { ...views.bills },
  market: snapshotMarketMemory(views.market),
});

/** A record of its own, down to the trigger. */
const copyTracked = (tracked: TrackedOrder): TrackedOrder => ({
  ...tracked,
  order: {
    ...tracked.order,
    trigger: tracked.order.trigger === null ? null : { ...tracked.order.trigger },
  },
});

const depthData = ({ contract, version, bids, asks }: Depth): DepthData => ({
  contract,
  version,
  bids: topLevels(bids, bids.sizes.size),
  asks: topLevels(asks, asks.sizes.size),
});

const seriesData = (series: PriceCandles): SeriesData => ({
  generatedUntil: series.generatedUntil,
  rings: KEPT_INTERVALS.map((interval) => ({
    interval,
    candles: formatCandles(series.rings[interval], leftOutOf(series, interval)),
  })),
});

/** The row before the kept ones stays too: a row after a gap begins with its close. */
const leftOutOf = (series: PriceCandles, interval: KeptInterval): number =>
  Math.max(0, countBefore(series.rings[interval], keptFrom(series, interval)) - 1);

const fundingData = ({ contract: _, settled, ...row }: Funding): FundingData => ({
  ...row,
  settled: listRing(settled),
});

/** Builds views from saved data. They share nothing with it and go on where the saved ones were. */
export function recoverViews(data: ViewsData): Views {
  assert(data.version === VIEWS_VERSION, 'saved views are of another version', data.version);
  const views = createViews();
  views.seq = data.seq;
  views.at = data.at;
  views.contracts.rows.push(...data.contracts.map((row) => ({ ...row })));
  views.prices.rows.push(...data.prices.map((row) => ({ ...row })));
  views.depth.depths.push(...data.depths.map(recoverDepth));
  recoverTrades(views.trades, data.trades, data.fills);
  views.openInterest.longLots.push(...data.openInterest);
  for (const { last, mark, index } of data.candles)
    views.candles.rows.push({
      last: recoverSeries(last),
      mark: recoverSeries(mark),
      index: recoverSeries(index),
    });
  views.funding.rows.push(
    ...data.funding.map((row, place) => recoverFunding(views, contractId(place), row)),
  );
  for (const tracked of data.orders) keepOrder(views.orders, recoverTracked(tracked));
  for (const notes of data.accounts) views.accounts.notes.set(notes.account, { ...notes });
  for (const move of data.marginMoves ?? []) pushItem(views.accounts.moves, move);
  Object.assign(views.bills, data.bills);
  recoverMarketMemory(data.market, views.market);
  return views;
}

/** Orders of before there were modes and options have none. */
function recoverTracked(data: TrackedOrder): TrackedOrder {
  const tracked = copyTracked(data);
  const { order } = tracked;
  return {
    ...tracked,
    order: {
      ...order,
      positionMode: order.positionMode ?? 'hedge',
      options: order.options ?? null,
    },
  };
}

function recoverDepth(data: DepthData): Depth {
  const depth = createDepth(data.contract);
  for (const { price, size } of data.bids) setLevel(depth.bids, price, size);
  for (const { price, size } of data.asks) setLevel(depth.asks, price, size);
  depth.version = data.version;
  return depth;
}

function recoverSeries(data: SeriesData): PriceCandles {
  const rings = { ...createSeries().rings };
  for (const { interval, candles } of data.rings)
    rings[interval] = parseCandles(candles, rings[interval].capacity);
  return { rings, generatedUntil: data.generatedUntil };
}

function recoverFunding(views: Views, contract: ContractId, data: FundingData): Funding {
  return {
    ...data,
    contract: contractOf(views.contracts, contract),
    settled: recoverRing(SETTLEMENTS_KEPT, data.settled),
  };
}

/**
 * Candles as one line of text per ring. Each row is stored as its difference from the row before,
 * so a venue's candles take a few megabytes of a saved file instead of tens.
 *
 * All rows except a number of the oldest. Semicolons separate rows, commas their numbers. A row
 * without trades leaves its volume out.
 */
export function formatCandles(ring: CandleRing, leftOut = 0): string {
  const rows: string[] = [];
  let openAt = 0;
  let close = 0;
  for (let older = leftOut; older < candleCount(ring); older += 1) {
    const row = candleAt(ring, older);
    const minutes = (row.openAt - openAt) / MINUTE;
    const prices = `${row.open - close},${row.high - row.open},${row.open - row.low}`;
    const isStill = row.base === 0 && row.quote === NO_MONEY && row.trades === 0;
    const traded = isStill ? '' : `,${row.base},${row.quote},${row.trades},${tradesText(row)}`;
    rows.push(`${minutes},${prices},${row.close - row.open}${traded}`);
    openAt = row.openAt;
    close = row.close;
  }
  return rows.join(';');
}

const tradesText = ({ takerBase, takerQuote, firstTrade, lastTrade }: Candle): string =>
  `${takerBase},${takerQuote},${firstTrade},${lastTrade}`;

/** The numbers of a row: without trades, of before takers' purchases were kept, and of today. */
const PARTS = [5, 8, 12];

export function parseCandles(text: string, capacity: number): CandleRing {
  const ring = createCandleRing(capacity);
  if (text === '') return ring;
  let before = { openAt: 0, close: 0 };
  for (const row of text.split(';')) {
    const candle = parseRow(row, before);
    pushCandle(ring, candle);
    before = candle;
  }
  return ring;
}

function parseRow(
  text: string,
  before: { readonly openAt: number; readonly close: number },
): Candle {
  const parts = text.split(',');
  const part = (place: number): number => {
    const value = Number(parts[place] ?? 0);
    assert(Number.isSafeInteger(value), 'a saved candle is damaged', text);
    return value;
  };
  assert(PARTS.includes(parts.length), 'a saved candle is damaged', text);
  const open = before.close + part(1);
  return {
    openAt: millis(before.openAt + part(0) * MINUTE),
    open: fineTicks(open),
    high: fineTicks(open + part(2)),
    low: fineTicks(open - part(3)),
    close: fineTicks(open + part(4)),
    base: lots(part(5)),
    quote: money(BigInt(parts[6] ?? 0)),
    trades: part(7),
    takerBase: lots(part(8)),
    takerQuote: money(BigInt(parts[9] ?? 0)),
    firstTrade: part(10),
    lastTrade: part(11),
  };
}
