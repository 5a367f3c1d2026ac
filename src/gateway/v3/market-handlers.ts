/** The public endpoints: reads of the market as the last entry left it. */
import type { Contract } from '../../domain/contract.ts';
import type { EndpointId } from '../../wire/v3/endpoints.ts';
import {
  bookTicker,
  depth,
  exchangeInfo,
  fundingRateRow,
  klineRow,
  openInterest,
  premiumIndex,
  symbolPrice,
  ticker24h,
  tradeRow,
} from '../../wire/v3/format-market.ts';
import {
  type KlinesQuery,
  parseContract,
  parseContracts,
  parseDepth,
  parseFundingRate,
  parseHistoryKlines,
  parseKlines,
  parseSymbolPrice,
  parseTrades,
} from '../../wire/v3/parse-market.ts';
import { symbolOf } from '../../wire/v3/symbol.ts';
import { asked, named, readCandles } from '../acts/read-market.ts';
import type { Answer, Call, Handler } from '../call.ts';

export type PublicId = Extract<EndpointId, `v3Market${string}` | `v3Spot${string}`>;

/** Wall time, because that is what signatures are checked against. */
const serverTime: Handler<Call> = ({ now }) => ({ serverTime: now });

const klines = (call: Call, query: KlinesQuery): Answer =>
  readCandles(call, query).map((candle) => klineRow(query, candle));

function premium({ venue }: Call, contract: Contract) {
  const { mark, index } = venue.read.market.prices(contract.id);
  return premiumIndex(contract, {
    mark,
    index,
    funding: venue.read.market.funding(contract.id),
    nextAt: venue.read.market.nextSettlement(contract.id),
    at: venue.read.now(),
  });
}

function bookTop({ venue }: Call, contract: Contract) {
  const { bids, asks } = venue.read.market.levels(contract.id, 1);
  return bookTicker(contract, { bid: bids[0], ask: asks[0], at: venue.read.now() });
}

/** As many as are kept: the window is cut out of them. */
const SETTLEMENTS_MAX = 1_000;

export const MARKET_HANDLERS: Readonly<Record<PublicId, Handler<Call>>> = {
  v3SpotCoins: () => [],
  v3SpotExchangeInfo: () => ({ symbols: [] }),
  v3SpotPing: () => ({}),
  v3SpotTime: serverTime,
  v3MarketTime: serverTime,
  v3MarketExchangeInfo: ({ venue }) => exchangeInfo(venue.read.listing.contracts()),
  v3MarketTradingSymbols: ({ venue }) =>
    venue.read.listing
      .contracts()
      .filter(({ id }) => !venue.read.listing.isHalted(id))
      .map(symbolOf),
  v3MarketTicker24h: asked(parseContracts, (call, { contract }) =>
    named(call, contract).map((each) => ticker24h(each, call.venue.read.market.ticker(each.id))),
  ),
  v3MarketBookTicker: asked(parseContracts, (call, { contract }) =>
    named(call, contract).map((each) => bookTop(call, each)),
  ),
  v3MarketSymbolPrice: asked(parseSymbolPrice, ({ venue }, { contract, price }) => {
    const { index, mark } = venue.read.market.prices(contract.id);
    return symbolPrice(contract, price === 'index' ? { index } : { mark }, venue.read.now());
  }),
  v3MarketPremiumIndex: asked(parseContracts, (call, { contract }) =>
    named(call, contract).map((each) => premium(call, each)),
  ),
  v3MarketFundingRate: asked(parseFundingRate, ({ venue }, { contract, limit, from, to }) =>
    venue.read.market
      .settlements(contract.id, SETTLEMENTS_MAX)
      .filter(({ settledAt }) => settledAt >= (from ?? 0) && (to === null || settledAt <= to))
      .slice(0, limit)
      .map((row) => fundingRateRow(contract, row)),
  ),
  v3MarketDepth: asked(parseDepth, ({ venue }, { contract, limit }) => {
    return depth(contract, venue.read.market.levels(contract.id, limit));
  }),
  v3MarketTrades: asked(parseTrades, ({ venue }, { contract, limit }) =>
    venue.read.market.trades(contract.id, limit).map((trade) => tradeRow(contract, trade)),
  ),
  v3MarketOpenInterest: asked(parseContract, ({ venue }, { contract }) =>
    openInterest(contract, venue.read.market.openInterest(contract.id), venue.read.now()),
  ),
  v3MarketKlines: asked(parseKlines('last'), klines),
  v3MarketMarkKlines: asked(parseKlines('mark'), klines),
  v3MarketIndexKlines: asked(parseKlines('index'), klines),
  v3MarketHistoryKlines: asked(parseHistoryKlines, klines),
};
