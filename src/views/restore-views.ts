/** Builds views from saved data. They share nothing with it and go on where the saved ones were. */
import { assert } from '../domain/assert.ts';
import { type ContractId, contractId } from '../domain/ids.ts';
import { parseCandles } from './candle-text.ts';
import { createSeries, type PriceCandles } from './candles.ts';
import { contractOf } from './contracts.ts';
import { createDepth, type Depth, setLevel } from './depth.ts';
import {
  copyTracked,
  type DepthData,
  type FundingData,
  type SeriesData,
  VIEWS_VERSION,
  type ViewsData,
} from './dump-views.ts';
import { type Funding, SETTLEMENTS_KEPT } from './funding.ts';
import { restoreMarketMemory } from './market-memory.ts';
import { keepOrder, type TrackedOrder } from './orders.ts';
import { pushItem, restoreRing } from './ring.ts';
import { restoreTrades } from './trades.ts';
import { createViews, type Views } from './views.ts';

export function restoreViews(data: ViewsData): Views {
  assert(data.version === VIEWS_VERSION, 'saved views are of another version', data.version);
  const views = createViews();
  views.seq = data.seq;
  views.at = data.at;
  views.contracts.rows.push(...data.contracts.map((row) => ({ ...row })));
  views.prices.rows.push(...data.prices.map((row) => ({ ...row })));
  views.depth.depths.push(...data.depths.map(restoreDepth));
  restoreTrades(views.trades, data.trades, data.fills);
  views.openInterest.longLots.push(...data.openInterest);
  for (const { last, mark, index } of data.candles)
    views.candles.rows.push({
      last: restoreSeries(last),
      mark: restoreSeries(mark),
      index: restoreSeries(index),
    });
  views.funding.rows.push(
    ...data.funding.map((row, place) => restoreFunding(views, contractId(place), row)),
  );
  for (const tracked of data.orders) keepOrder(views.orders, restoreTracked(tracked));
  for (const notes of data.accounts) views.accounts.notes.set(notes.account, { ...notes });
  for (const move of data.marginMoves ?? []) pushItem(views.accounts.moves, move);
  Object.assign(views.bills, data.bills);
  restoreMarketMemory(data.market, views.market);
  return views;
}

/** Orders of before there were modes and options have none. */
function restoreTracked(data: TrackedOrder): TrackedOrder {
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

function restoreDepth(data: DepthData): Depth {
  const depth = createDepth(data.contract);
  for (const { price, size } of data.bids) setLevel(depth.bids, price, size);
  for (const { price, size } of data.asks) setLevel(depth.asks, price, size);
  depth.version = data.version;
  return depth;
}

function restoreSeries(data: SeriesData): PriceCandles {
  const rings = { ...createSeries().rings };
  for (const { interval, candles } of data.rings)
    rings[interval] = parseCandles(candles, rings[interval].capacity);
  return { rings, generatedUntil: data.generatedUntil };
}

function restoreFunding(views: Views, contract: ContractId, data: FundingData): Funding {
  return {
    ...data,
    contract: contractOf(views.contracts, contract),
    settled: restoreRing(SETTLEMENTS_KEPT, data.settled),
  };
}
