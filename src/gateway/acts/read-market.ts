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
