/** The public endpoints: reads of the market as the last entry left it. */
import type { Contract } from '../../domain/contract.ts';
import {
  candlesAt,
  contractsAt,
  fundingAt,
  levelsAt,
  nextSettlementAt,
  openInterestAt,
  pricesAt,
  settlementsAt,
  tickerAt,
  tradesAt,
  venueTime,
} from '../../venue/read-market.ts';
import type { EndpointId } from '../../wire/v2/endpoints.ts';
import { isWireError, type WireError } from '../../wire/v2/errors.ts';
import {
  candleRows,
  contractRecord,
  currentFundingRecord,
  depthRecord,
  fundingHistoryRecord,
  fundingTimeRecord,
  indexRecord,
  openInterestRecord,
  tickerRecord,
  tradeRecord,
} from '../../wire/v2/format-market.ts';
import { serverTime } from '../../wire/v2/format-time.ts';
import {
  type CandlesQuery,
  type ContractQuery,
  parseCandlesQuery,
  parseContractQuery,
  parseContractsQuery,
  parseDepthQuery,
  parseFundingHistoryQuery,
  parseHistoryCandlesQuery,
  parseIndexQuery,
  parseTradesQuery,
} from '../../wire/v2/parse-market-query.ts';
import type { Answer, Call, Handler } from '../call.ts';

export type PublicId = Extract<EndpointId, `market${string}`>;

/** A question that was read, and the answer to it. */
const asked =
  <Query extends object>(
    parse: (find: Call['findContract'], fields: Call['fields']) => Query | WireError,
    answer: (call: Call, query: Query) => Answer,
  ): Handler<Call> =>
  (call) => {
    const query = parse(call.findContract, call.fields);
    return isWireError(query) ? query : answer(call, query);
  };

const ticker = ({ venue }: Call, contract: Contract) =>
  tickerRecord(contract, tickerAt(venue, contract.id));

/** The contract that was named, or all of them. */
const named = ({ venue }: Call, contract: Contract | null): readonly Contract[] =>
  contract === null ? contractsAt(venue) : [contract];

function candles({ venue }: Call, query: CandlesQuery): Answer {
  const { contract, price, interval, limit, from, before } = query;
  const series = { contract: contract.id, price };
  const found = candlesAt(venue, series, { interval, limit, start: from, end: before });
  return candleRows(contract, price, found);
}

export const MARKET_HANDLERS: Readonly<Record<PublicId, Handler<Call>>> = {
  // Wall time, because that is what signatures are checked against.
  marketTime: ({ now }) => serverTime(now),
  marketContracts: asked(parseContractsQuery, (call, { contract }) =>
    named(call, contract).map(contractRecord),
  ),
  marketDepth: asked(parseDepthQuery, ({ venue }, { contract, limit }) =>
    depthRecord(contract, { ...levelsAt(venue, contract.id, limit), at: venueTime(venue) }),
  ),
  marketTickers: (call) => named(call, null).map((contract) => ticker(call, contract)),
  marketTicker: asked(parseContractQuery, (call, { contract }) => ticker(call, contract)),
  marketTrades: asked(parseTradesQuery, ({ venue }, { contract, limit }) =>
    tradesAt(venue, contract.id, limit).map((trade) => tradeRecord(contract, trade)),
  ),
  marketCandles: asked(parseCandlesQuery, candles),
  marketHistoryCandles: asked(parseHistoryCandlesQuery, candles),
  marketIndex: asked(parseIndexQuery, ({ venue }, { contract, price }) => {
    const { index, mark } = pricesAt(venue, contract.id);
    const wanted = price === 'index' ? { kind: price, index } : { kind: price, mark };
    return indexRecord(contract, wanted, venueTime(venue));
  }),
  marketOpenInterest: asked(parseContractQuery, ({ venue }, { contract }) => {
    const { mark } = pricesAt(venue, contract.id);
    const size = openInterestAt(venue, contract.id);
    return [openInterestRecord(contract, { size, mark, at: venueTime(venue) })];
  }),
  marketFundingTime: asked(parseContractQuery, ({ venue }, { contract }: ContractQuery) =>
    fundingTimeRecord(contract, nextSettlementAt(venue, contract.id)),
  ),
  marketFundingHistory: asked(parseFundingHistoryQuery, ({ venue }, { contract, limit }) =>
    settlementsAt(venue, contract.id, limit).map((row) => fundingHistoryRecord(contract, row)),
  ),
  marketCurrentFunding: asked(parseContractsQuery, (call, { contract }) =>
    named(call, contract).map((each) => {
      const { venue } = call;
      return currentFundingRecord(each, fundingAt(venue, each.id), venueTime(venue));
    }),
  ),
};
