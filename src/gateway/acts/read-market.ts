/** Reads market data. Every dialect asks for it, under its own names. */

import { INSURANCE_FUND } from '../../domain/account.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import { divideHalfEven, wholeDown } from '../../domain/money.ts';
import {
  FINE_PER_TICK,
  type FineTicks,
  FUNDING_SCALE,
  millis,
  NO_TICKS,
  ticks,
} from '../../domain/units.ts';
import type { CandleRange, CandleSeries } from '../../venue/read.ts';
import type { Venue } from '../../venue/venue.ts';
import type { ContractQuery } from '../../wire/contract-query.ts';
import type { ContractsQuery } from '../../wire/endpoint.ts';
import type { Call } from '../call.ts';
import { firstOrLast, isInWindow, type ListQuery } from './list-rows.ts';

export const named = ({ venue }: Pick<Call, 'venue'>, contract: Contract | null) =>
  contract === null ? venue.read.listing.contracts() : [contract];

/** Returns nothing: the answer is always the same. */
export const readNothing = (): undefined => undefined;

/** Returns wall time, because signatures are checked against it. */
export const readClock = ({ now }: Call) => now;

export const readContracts = (call: Call, { contract }: ContractsQuery) => named(call, contract);

export const readTradable = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).filter(({ id }) => !call.venue.read.listing.isHalted(id));

export const readOneTicker = ({ venue }: Call, { contract }: ContractQuery) =>
  venue.read.market.ticker(contract.id);

export const readTickers = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => readOneTicker(call, { contract: each }));

interface NewestQuery extends ContractQuery {
  readonly limit: number;
}

export const readDepth = ({ venue }: Call, { contract, limit }: NewestQuery) => ({
  ...venue.read.market.levels(contract.id, limit),
  at: venue.read.now(),
});

export const readTops = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => {
    const { bids, asks, version, at } = readDepth(call, { contract: each, limit: 1 });
    return { contract: each, bid: bids[0], ask: asks[0], version, at };
  });

/** A ticker with the best prices, open interest and funding, and the last price an hour ago. */
export const readOverviews = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map((each) => overviewOf(call.venue.read, each));

export function overviewOf(read: Venue['read'], contract: Contract) {
  const { market } = read;
  const { id } = contract;
  const at = read.now();
  const { bids, asks, version } = market.levels(id, 1);
  const prices = { ...market.prices(id), at };
  const [hour] = market.candles(
    { contract: id, price: 'last' },
    { interval: '1m', limit: 1, start: millis(Math.max(0, at - HOUR)), end: null },
  );
  return {
    contract,
    ticker: market.ticker(id),
    top: { contract, bid: bids[0], ask: asks[0], version, at },
    interest: { ...prices, size: market.openInterest(id) },
    funding: { ...prices, ...market.funding(id), nextAt: market.nextSettlement(id) },
    hourAgo: hour === undefined ? NO_TICKS : ticks(wholeDown(hour.open, FINE_PER_TICK)),
  };
}

const HOUR = 3_600_000;

/** The acts whose answers show the book, or a price that comes from it. */
export const BOOK_ACTS: ReadonlySet<unknown> = new Set([
  readDepth,
  readOverviews,
  readTops,
  readOneTicker,
  readTickers,
]);

export const readTrades = ({ venue }: Call, { contract, limit }: NewestQuery) =>
  venue.read.market.trades(contract.id, limit);

/** All trades that are kept. */
const TRADES_MAX = 1_000;

interface TradesQuery extends NewestQuery, Window {
  readonly fromId: number | null;
  /** Among those of the contract. */
  readonly fromPlace: number | null;
}

/** Returns trades, oldest first: from an id or a moment the first, otherwise the newest. */
export function readTradeRange(call: Call, query: TradesQuery) {
  const { contract, limit, fromId, fromPlace, from } = query;
  const kept = readTrades(call, { contract, limit: TRADES_MAX }).reverse();
  const found = kept.filter(
    ({ number, place, at }) =>
      number >= (fromId ?? 0) && place >= (fromPlace ?? 0) && isInWindow(query, at),
  );
  return firstOrLast(found, fromId !== null || fromPlace !== null || from !== null, limit);
}

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
export const readSettlements = ({ venue }: Call, query: NewestQuery & Partial<Window>) =>
  venue.read.market
    .settlements(query.contract.id, SETTLEMENTS_MAX)
    .filter(({ settledAt }) => isInWindow(query, settledAt))
    .slice(0, query.limit);

/** Returns the settlements of a contract or of all, oldest first, in the manner of trades. */
export function readSettlementRange(call: Call, { contract, limit, from, to }: ListQuery) {
  const found = named(call, contract)
    .flatMap((each) => readSettlements(call, { contract: each, limit: SETTLEMENTS_MAX, from, to }))
    .sort((one, other) => one.settledAt - other.settledAt || one.contract - other.contract);
  return firstOrLast(found, from !== null, limit);
}

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
  /** No candle that begins after this, whatever the limit; null for no bound. */
  readonly to?: CandleRange['end'];
}

/** Returns candles, oldest first. */
export function readCandleRange({ venue }: Call, query: CandlesQuery) {
  const { contract, price, interval, limit, from, before, to = null } = query;
  const series = { contract: contract.id, price };
  const found = venue.read.market.candles(series, { interval, limit, start: from, end: before });
  return to === null ? found : found.filter(({ openAt }) => openAt <= to);
}

export const readNewestCandles = (
  { venue }: Call,
  { interval, limit }: Pick<CandlesQuery, 'interval' | 'limit'>,
) =>
  venue.read.listing.contracts().map((contract) => ({
    contract,
    candles: venue.read.market.candles(
      { contract: contract.id, price: 'last' },
      { interval, limit, start: null, end: null },
    ),
  }));

/**
 * Returns how far the mark was above the index, in parts per hundred million, at the corners of
 * their candles. Both prices are told together, so their candles begin together.
 */
export function readPremiums(call: Call, query: CandlesQuery) {
  const marks = readCandleRange(call, { ...query, price: 'mark' });
  const indexes = readCandleRange(call, { ...query, price: 'index' });
  return marks.flatMap((mark, place) => {
    const index = indexes[place];
    if (index?.openAt !== mark.openAt) return [];
    const [open, close] = [premiumOf(mark.open, index.open), premiumOf(mark.close, index.close)];
    const [up, down] = [premiumOf(mark.high, index.high), premiumOf(mark.low, index.low)];
    const sorted = [open, close, up, down].sort((one, other) => (one < other ? -1 : 1));
    const [low = open, , , high = open] = sorted;
    return { openAt: mark.openAt, open, high, low, close };
  });
}

const premiumOf = (mark: FineTicks, index: FineTicks): bigint =>
  index === 0 ? 0n : divideHalfEven(BigInt(mark - index) * FUNDING_SCALE, BigInt(index));

export const readListings = (call: Call, { contract }: ContractsQuery) =>
  named(call, contract).map(({ id }) => call.venue.read.listing.record(id));

/** Returns the insurance fund, which is one for all contracts. */
export const readFund = (call: Call, { contract }: ContractsQuery) => ({
  contracts: named(call, contract),
  balance: call.venue.read.account.wallet(INSURANCE_FUND),
  updatedAt: call.venue.read.account.notes(INSURANCE_FUND).updatedAt,
});
