/** Questions about the market that every dialect asks, under whatever names. */
import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import type { CandleRange, CandleSeries } from '../../venue/read-market.ts';
import type { ContractQuery, ContractsQuery } from '../../wire/contract-query.ts';
import type { Call } from '../call.ts';

/** The contract that was named, or all of them. */
export const named = ({ venue }: Pick<Call, 'venue'>, contract: Contract | null) =>
  contract === null ? venue.read.listing.contracts() : [contract];

/** For what has the same answer whatever is asked. */
export const readNothing = (): undefined => undefined;

/** Wall time, because that is what signatures are checked against. */
export const readClock = ({ now }: Call) => now;

export const readContracts = (call: Call, { contract }: ContractsQuery) => named(call, contract);

/** Those that are not halted. */
export const readTradable = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).filter(({ id }) => !call.venue.read.listing.isHalted(id));

export const readOneTicker = ({ venue }: Call, { contract }: ContractQuery) =>
  venue.read.market.ticker(contract.id);

export const readTickers = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => readOneTicker(call, { contract: each }));

interface NewestQuery extends ContractQuery {
  readonly limit: number;
}

/** So many levels of each side, from the best outward. */
export const readDepth = ({ venue }: Call, { contract, limit }: NewestQuery) => ({
  ...venue.read.market.levels(contract.id, limit),
  at: venue.read.now(),
});

/** The best of each side, where there is one. */
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

/** As many as are kept: the window is cut out of them. */
const SETTLEMENTS_MAX = 1_000;

/** Newest first. */
export const readSettlements = (
  { venue }: Call,
  { contract, limit, from = null, to = null }: NewestQuery & Partial<Window>,
) =>
  venue.read.market
    .settlements(contract.id, SETTLEMENTS_MAX)
    .filter(({ settledAt }) => settledAt >= (from ?? 0) && (to === null || settledAt <= to))
    .slice(0, limit);

/** Funding as it is forming, and the prices that it is formed from. */
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

/** Oldest first. */
export function readCandleRange({ venue }: Call, query: CandlesQuery) {
  const { contract, price, interval, limit, from, before } = query;
  const series = { contract: contract.id, price };
  return venue.read.market.candles(series, { interval, limit, start: from, end: before });
}
