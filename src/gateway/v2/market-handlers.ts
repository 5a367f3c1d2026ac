/** The public endpoints: reads of the market as the last entry left it. */
import type { Contract } from '../../domain/contract.ts';
import type { EndpointId } from '../../wire/v2/endpoints.ts';
import {
  candleRows,
  contractRecord,
  currentFundingRecord,
  depthRecord,
  fundingHistoryRecord,
  fundingTimeRecord,
  indexRecord,
  openInterestRecord,
  serverTime,
  tickerRecord,
  tradeRecord,
} from '../../wire/v2/format-market.ts';
import {
  type CandlesQuery,
  parseCandlesQuery,
  parseContractQuery,
  parseContractsQuery,
  parseDepthQuery,
  parseFundingHistoryQuery,
  parseHistoryCandlesQuery,
  parseIndexQuery,
  parseTradesQuery,
} from '../../wire/v2/parse-market-query.ts';
import { asked, named, readCandles } from '../acts/read-market.ts';
import type { Answer, Call, Handler } from '../call.ts';

export type PublicId = Extract<EndpointId, `market${string}`>;

const ticker = ({ venue }: Call, contract: Contract) =>
  tickerRecord(contract, venue.read.market.ticker(contract.id));

const candles = (call: Call, query: CandlesQuery): Answer =>
  candleRows(query.contract, query.price, readCandles(call, query));

export const MARKET_HANDLERS: Readonly<Record<PublicId, Handler<Call>>> = {
  // Wall time, because that is what signatures are checked against.
  marketTime: ({ now }) => serverTime(now),
  marketContracts: asked(parseContractsQuery, (call, { contract }) =>
    named(call, contract).map(contractRecord),
  ),
  marketDepth: asked(parseDepthQuery, ({ venue }, { contract, limit }) =>
    depthRecord(contract, {
      ...venue.read.market.levels(contract.id, limit),
      at: venue.read.now(),
    }),
  ),
  marketTickers: (call) => named(call, null).map((contract) => ticker(call, contract)),
  marketTicker: asked(parseContractQuery, (call, { contract }) => ticker(call, contract)),
  marketTrades: asked(parseTradesQuery, ({ venue }, { contract, limit }) =>
    venue.read.market.trades(contract.id, limit).map((trade) => tradeRecord(contract, trade)),
  ),
  marketCandles: asked(parseCandlesQuery, candles),
  marketHistoryCandles: asked(parseHistoryCandlesQuery, candles),
  marketIndex: asked(parseIndexQuery, ({ venue }, { contract, price }) => {
    const { index, mark } = venue.read.market.prices(contract.id);
    const wanted = price === 'index' ? { kind: price, index } : { kind: price, mark };
    return indexRecord(contract, wanted, venue.read.now());
  }),
  marketOpenInterest: asked(parseContractQuery, ({ venue }, { contract }) => {
    const { mark } = venue.read.market.prices(contract.id);
    const size = venue.read.market.openInterest(contract.id);
    return [openInterestRecord(contract, { size, mark, at: venue.read.now() })];
  }),
  marketFundingTime: asked(parseContractQuery, ({ venue }, { contract }) =>
    fundingTimeRecord(contract, venue.read.market.nextSettlement(contract.id)),
  ),
  marketFundingHistory: asked(parseFundingHistoryQuery, ({ venue }, { contract, limit }) =>
    venue.read.market
      .settlements(contract.id, limit)
      .map((row) => fundingHistoryRecord(contract, row)),
  ),
  marketCurrentFunding: asked(parseContractsQuery, (call, { contract }) =>
    named(call, contract).map((each) => {
      const { venue } = call;
      return currentFundingRecord(each, venue.read.market.funding(each.id), venue.read.now());
    }),
  ),
};
