/** Questions about the market that every dialect asks, under whatever names. */
import type { Contract } from '../../domain/contract.ts';
import type { CandleRange, CandleSeries } from '../../venue/read-market.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { Answer, Call, Handler } from '../call.ts';

/** A question that was read, and the answer to it. */
export const asked =
  <Query extends object>(
    parse: (find: Call['findContract'], fields: Call['fields']) => Query | WireError,
    answer: (call: Call, query: Query) => Answer,
  ): Handler<Call> =>
  (call) => {
    const query = parse(call.findContract, call.fields);
    return isWireError(query) ? query : answer(call, query);
  };

/** The contract that was named, or all of them. */
export const named = ({ venue }: Pick<Call, 'venue'>, contract: Contract | null) =>
  contract === null ? venue.read.listing.contracts() : [contract];

/** Wall time, because that is what signatures are checked against. */
export const readClock = ({ now }: Call) => now;

interface OneContract {
  readonly contract: Contract;
}

/** Null stands for all of them. */
interface AnyContract {
  readonly contract: Contract | null;
}

export const readContracts = (call: Call, { contract }: AnyContract) => named(call, contract);

export const readTicker = ({ venue }: Call, { contract }: OneContract) =>
  venue.read.market.ticker(contract.id);

export const readTickers = (call: Call, { contract }: AnyContract) =>
  named(call, contract).map((each) => readTicker(call, { contract: each }));

interface NewestQuery extends OneContract {
  readonly limit: number;
}

/** So many levels of each side, from the best outward. */
export const readDepth = ({ venue }: Call, { contract, limit }: NewestQuery) => ({
  ...venue.read.market.levels(contract.id, limit),
  at: venue.read.now(),
});

export const readTrades = ({ venue }: Call, { contract, limit }: NewestQuery) =>
  venue.read.market.trades(contract.id, limit);

export const readPrices = ({ venue }: Call, { contract }: OneContract) => ({
  ...venue.read.market.prices(contract.id),
  at: venue.read.now(),
});

export const readOpenInterest = (call: Call, query: OneContract) => ({
  ...readPrices(call, query),
  size: call.venue.read.market.openInterest(query.contract.id),
});

export const readNextSettlement = ({ venue }: Call, { contract }: OneContract) =>
  venue.read.market.nextSettlement(contract.id);

export const readSettlements = ({ venue }: Call, { contract, limit }: NewestQuery) =>
  venue.read.market.settlements(contract.id, limit);

/** Funding as it is forming. */
export const readFunding = (call: Call, { contract }: AnyContract) =>
  named(call, contract).map((each) => ({
    ...call.venue.read.market.funding(each.id),
    contract: each,
    at: call.venue.read.now(),
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
export function readCandles({ venue }: Call, query: CandlesQuery) {
  const { contract, price, interval, limit, from, before } = query;
  const series = { contract: contract.id, price };
  return venue.read.market.candles(series, { interval, limit, start: from, end: before });
}
