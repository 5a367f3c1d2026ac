/** The public endpoints: reads of the market as the last entry left it. */
import type { Contract } from '../../domain/contract.ts';
import {
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
  const { mark, index } = pricesAt(venue, contract.id);
  return premiumIndex(contract, {
    mark,
    index,
    funding: fundingAt(venue, contract.id),
    nextAt: nextSettlementAt(venue, contract.id),
    at: venueTime(venue),
  });
}

function bookTop({ venue }: Call, contract: Contract) {
  const { bids, asks } = levelsAt(venue, contract.id, 1);
  return bookTicker(contract, { bid: bids[0], ask: asks[0], at: venueTime(venue) });
}

/** As many as are kept: the window is cut out of them. */
const SETTLEMENTS_MAX = 1_000;

export const MARKET_HANDLERS: Readonly<Record<PublicId, Handler<Call>>> = {
  v3SpotCoins: () => [],
  v3SpotExchangeInfo: () => ({ symbols: [] }),
  v3SpotPing: () => ({}),
  v3SpotTime: serverTime,
  v3MarketTime: serverTime,
  v3MarketExchangeInfo: ({ venue }) => exchangeInfo(contractsAt(venue)),
  v3MarketTradingSymbols: ({ venue }) =>
    contractsAt(venue)
      .filter(({ id }) => venue.state.listings[id]?.halted === false)
      .map(symbolOf),
  v3MarketTicker24h: asked(parseContracts, (call, { contract }) =>
    named(call, contract).map((each) => ticker24h(each, tickerAt(call.venue, each.id))),
  ),
  v3MarketBookTicker: asked(parseContracts, (call, { contract }) =>
    named(call, contract).map((each) => bookTop(call, each)),
  ),
  v3MarketSymbolPrice: asked(parseSymbolPrice, ({ venue }, { contract, price }) => {
    const { index, mark } = pricesAt(venue, contract.id);
    return symbolPrice(contract, price === 'index' ? { index } : { mark }, venueTime(venue));
  }),
  v3MarketPremiumIndex: asked(parseContracts, (call, { contract }) =>
    named(call, contract).map((each) => premium(call, each)),
  ),
  v3MarketFundingRate: asked(parseFundingRate, ({ venue }, { contract, limit, from, to }) =>
    settlementsAt(venue, contract.id, SETTLEMENTS_MAX)
      .filter(({ settledAt }) => settledAt >= (from ?? 0) && (to === null || settledAt <= to))
      .slice(0, limit)
      .map((row) => fundingRateRow(contract, row)),
  ),
  v3MarketDepth: asked(parseDepth, ({ venue }, { contract, limit }) => {
    const version = venue.views.depth.depths[contract.id]?.version ?? 0;
    return depth(contract, { ...levelsAt(venue, contract.id, limit), version });
  }),
  v3MarketTrades: asked(parseTrades, ({ venue }, { contract, limit }) =>
    tradesAt(venue, contract.id, limit).map((trade) => tradeRow(contract, trade)),
  ),
  v3MarketOpenInterest: asked(parseContract, ({ venue }, { contract }) =>
    openInterest(contract, openInterestAt(venue, contract.id), venueTime(venue)),
  ),
  v3MarketKlines: asked(parseKlines('last'), klines),
  v3MarketMarkKlines: asked(parseKlines('mark'), klines),
  v3MarketIndexKlines: asked(parseKlines('index'), klines),
  v3MarketHistoryKlines: asked(parseHistoryKlines, klines),
};
