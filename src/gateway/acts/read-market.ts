/** Reads market data. Every dialect asks for it, under its own names. */
import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import type { CandleRange, CandleSeries } from '../../venue/read-market.ts';
import type { ContractQuery, ContractsQuery } from '../../wire/contract-query.ts';
import type { Call } from '../call.ts';

/** Returns the named contract, or all contracts if none is named. */
export const named = ({ venue }: Pick<Call, 'venue'>, contract: Contract | null) =>
  contract === null ? venue.read.listing.contracts() : [contract];

/** Returns nothing: the answer is always the same. */
export const readNothing = (): undefined => undefined;

/** Returns wall time, because signatures are checked against it. */
export const readClock = ({ now }: Call) => now;

export const readContracts = (call: Call, { contract }: ContractsQuery) => named(call, contract);

/** Returns the contracts that are not halted. */
export const readTradable = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).filter(({ id }) => !call.venue.read.listing.isHalted(id));

export const readOneTicker = ({ venue }: Call, { contract }: ContractQuery) =>
  venue.read.market.ticker(contract.id);

export const readTickers = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => readOneTicker(call, { contract: each }));

interface NewestQuery extends ContractQuery {
  readonly limit: number;
}

/** Returns the best levels of each side, up to the limit, best first. */
export const readDepth = ({ venue }: Call, { contract, limit }: NewestQuery) => ({
  ...venue.read.market.levels(contract.id, limit),
  at: venue.read.now(),
});

/** Returns the best level of each side, if there is one. */
export const readTops = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => {
    const { bids, asks, at } = readDepth(call, { contract: each, limit: 1 });
    return { contract: each, bid: bids[0], ask: asks[0], at };
  });

export const readTrades = ({ venue }: Call, { contract, limit }: NewestQuery) =>
  venue.read.market.trades(contract.id, limit);

export const readPrices = ({ venue }: Call, { contract }: ContractQuery) => ({
  ...venue.read.market.prices(contract.id),
  at: venue.read.now(),
});

export const readOpenInterest = (call: Call, query: ContractQuery) => ({
  ...readPrices(call, query),
  size: call.venue.read.market.openInterest(query.contract.id),
});

export const readNextSettlement = ({ venue }: Call, { contract }: ContractQuery) =>
  venue.read.market.nextSettlement(contract.id);

/** All settlements that are kept; the window is cut out of them. */
const SETTLEMENTS_MAX = 1_000;

/** Returns the settlements of the window, newest first. */
export const readSettlements = (
  { venue }: Call,
  { contract, limit, from = null, to = null }: NewestQuery & Partial<Window>,
) =>
  venue.read.market
    .settlements(contract.id, SETTLEMENTS_MAX)
    .filter(({ settledAt }) => settledAt >= (from ?? 0) && (to === null || settledAt <= to))
    .slice(0, limit);

/** Returns the funding rate as it is forming, with the prices that it is computed from. */
export const readFunding = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => ({
    ...readPrices(call, { contract: each }),
    ...call.venue.read.market.funding(each.id),
    contract: each,
    nextAt: readNextSettlement(call, { contract: each }),
  }));

export interface CandlesQuery {
  readonly contract: Contract;
  readonly price: CandleSeries['price'];
  readonly interval: CandleRange['interval'];
  readonly limit: number;
  readonly from: CandleRange['start'];
  readonly before: CandleRange['end'];
}

/** Returns candles, oldest first. */
export function readCandleRange({ venue }: Call, query: CandlesQuery) {
  const { contract, price, interval, limit, from, before } = query;
  const series = { contract: contract.id, price };
  return venue.read.market.candles(series, { interval, limit, start: from, end: before });
}
