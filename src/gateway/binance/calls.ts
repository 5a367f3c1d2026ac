/** The endpoints of the Binance USDⓈ-M dialect, each with the act that answers it. */
import {
  END_LISTENING,
  PROLONG_LISTENING,
  START_LISTENING,
} from '../../wire/binance/account/listen-key.ts';
import { ASSET_INDEX } from '../../wire/binance/market/asset-index.ts';
import { PING, TIME } from '../../wire/binance/market/clock.ts';
import { DEPTH, RPI_DEPTH } from '../../wire/binance/market/depth.ts';
import { EXCHANGE_INFO } from '../../wire/binance/market/exchange-info.ts';
import { INSURANCE_BALANCE, SYMBOL_ADL_RISK } from '../../wire/binance/market/fund.ts';
import { FUNDING_INFO, FUNDING_RATE, PREMIUM_INDEX } from '../../wire/binance/market/funding.ts';
import {
  CONTINUOUS_KLINES,
  INDEX_KLINES,
  KLINES,
  MARK_KLINES,
  PREMIUM_KLINES,
} from '../../wire/binance/market/klines.ts';
import { CONSTITUENTS, OPEN_INTEREST } from '../../wire/binance/market/open-interest.ts';
import {
  BASIS,
  DELIVERY_PRICE,
  LONG_SHORT_ACCOUNTS,
  OPEN_INTEREST_HIST,
  TAKER_RATIO,
  TOP_ACCOUNTS,
  TOP_POSITIONS,
} from '../../wire/binance/market/statistics.ts';
import {
  ALL_FORCE_ORDERS,
  COIN_MARGINED,
  INDEX_INFO,
  ISOLATED_PAIRS,
  MARGIN_PAIRS,
  SYSTEM_STATUS,
  TRADING_SCHEDULE,
  WALLET_COINS,
} from '../../wire/binance/market/stubs.ts';
import {
  BOOK_TICKER,
  TICKER_24H,
  TICKER_PRICE,
  TICKER_PRICE_V2,
} from '../../wire/binance/market/ticker.ts';
import { AGG_TRADES, HISTORICAL_TRADES, TRADES } from '../../wire/binance/market/trades.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { endListening, prolongListening, startListening } from '../acts/listen.ts';
import {
  readCandleRange,
  readClock,
  readContracts,
  readDepth,
  readFund,
  readFunding,
  readListings,
  readNothing,
  readOpenInterest,
  readPremiums,
  readPrices,
  readSettlementRange,
  readTickers,
  readTops,
  readTradeRange,
} from '../acts/read-market.ts';
import { serve, serveOpen } from '../serve.ts';
import { serveCandles } from '../serve-candles.ts';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { ORDER_CALLS } from './order-calls.ts';

/** How this dialect writes candles. */
const ROWS = { name: 'binance' };

const MARKET_CALLS = [
  serveOpen(PING, readNothing),
  serveOpen(TIME, readClock),
  serveOpen(EXCHANGE_INFO, readListings),
  serveOpen(DEPTH, readDepth),
  serveOpen(RPI_DEPTH, readDepth),
  serveOpen(TRADES, readTradeRange),
  serve(HISTORICAL_TRADES, readTradeRange),
  serveOpen(AGG_TRADES, readTradeRange),
  serveCandles(KLINES, readCandleRange, ROWS),
  serveCandles(CONTINUOUS_KLINES, readCandleRange, ROWS),
  serveCandles(INDEX_KLINES, readCandleRange, ROWS),
  serveCandles(MARK_KLINES, readCandleRange, ROWS),
  serveCandles(PREMIUM_KLINES, readPremiums, { name: 'binance premium' }),
  serveOpen(PREMIUM_INDEX, readFunding),
  serveOpen(FUNDING_RATE, readSettlementRange),
  serveOpen(FUNDING_INFO, readFunding),
  serveOpen(TICKER_24H, readTickers),
  serveOpen(TICKER_PRICE, readTickers),
  serveOpen(TICKER_PRICE_V2, readTickers),
  serveOpen(BOOK_TICKER, readTops),
  serveOpen(OPEN_INTEREST, readOpenInterest),
  serveOpen(CONSTITUENTS, readPrices),
  serveOpen(ASSET_INDEX, readNothing),
  serveOpen(INSURANCE_BALANCE, readFund),
  serveOpen(SYMBOL_ADL_RISK, readContracts),
  serveOpen(OPEN_INTEREST_HIST, readNothing),
  serveOpen(LONG_SHORT_ACCOUNTS, readNothing),
  serveOpen(TOP_ACCOUNTS, readNothing),
  serveOpen(TOP_POSITIONS, readNothing),
  serveOpen(TAKER_RATIO, readNothing),
  serveOpen(BASIS, readNothing),
  serveOpen(DELIVERY_PRICE, readNothing),
  serveOpen(INDEX_INFO, readNothing),
  serveOpen(TRADING_SCHEDULE, readNothing),
  serveOpen(ALL_FORCE_ORDERS, readNothing),
  serveOpen(WALLET_COINS, readNothing),
  serveOpen(MARGIN_PAIRS, readNothing),
  serveOpen(ISOLATED_PAIRS, readNothing),
  serveOpen(SYSTEM_STATUS, readNothing),
  serveOpen(COIN_MARGINED, readNothing),
];

const LISTEN_CALLS = [
  serve(START_LISTENING, startListening),
  serve(PROLONG_LISTENING, prolongListening),
  serve(END_LISTENING, endListening),
];

export const CALLS = [...MARKET_CALLS, ...ORDER_CALLS, ...ACCOUNT_CALLS, ...LISTEN_CALLS];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly Endpoint[] = CALLS.map(({ endpoint }) => endpoint);
