/** Calls that programs make on the way to others. What they ask about does not exist here. */
import { ANY_CONTRACT } from '../../contract-query.ts';
import { integer, moment, record, records, word } from '../../record-field.ts';
import { coinMarginedV1, v1, walletV1 } from '../endpoint.ts';

const none = <const Id extends string>(id: Id, summary: string) => ({
  id,
  response: records({}),
  summary,
  text: 'Programs ask for it when they load markets.',
  format: () => [],
});

export const WALLET_COINS = walletV1.openGet(
  '/capital/config/getall',
  10,
  none('binanceWalletCoins', 'Networks of coins: none'),
);
export const MARGIN_PAIRS = walletV1.openGet(
  '/margin/allPairs',
  1,
  none('binanceMarginPairs', 'Pairs of margin trading: none'),
);
export const ISOLATED_PAIRS = walletV1.openGet(
  '/margin/isolated/allPairs',
  1,
  none('binanceIsolatedPairs', 'Isolated pairs: none'),
);

export const SYSTEM_STATUS = walletV1.openGet('/system/status', 1, {
  id: 'binanceSystemStatus',
  response: record({
    status: integer('0: it works', 0),
    msg: word(['normal'], 'Always normal'),
  }),
  summary: 'Whether the venue works',
  text: 'It answers, so it does.',
  format: () => ({ status: 0, msg: 'normal' }) as const,
});

export const COIN_MARGINED = coinMarginedV1.openGet('/exchangeInfo', 1, {
  id: 'binanceCoinMargined',
  response: record({ symbols: records({}) }),
  summary: 'Contracts margined in the base coin: none',
  text: 'Programs ask for it when they load markets.',
  format: () => ({ symbols: [] }),
});

export const INDEX_INFO = v1.openGet('/indexInfo', 1, {
  id: 'binanceIndexInfo',
  ...ANY_CONTRACT,
  response: records({}),
  summary: 'Composite indexes: none',
  text: 'An empty list.',
  format: () => [],
});

export const ALL_FORCE_ORDERS = v1.openGet('/allForceOrders', 20, {
  id: 'binanceAllForceOrders',
  ...ANY_CONTRACT,
  response: records({}),
  summary: 'Liquidations of everybody: not told',
  text: 'An empty list: the sockets tell them.',
  format: () => [],
});

export const TRADING_SCHEDULE = v1.openGet('/tradingSchedule', 5, {
  id: 'binanceTradingSchedule',
  response: record({ updateTime: moment('Now'), marketSchedules: record({}) }),
  summary: 'Trading hours: always',
  text: 'No contract here has hours of its own.',
  format: (_nothing: undefined, _asked, { venueNow }) => ({
    updateTime: venueNow(),
    marketSchedules: {},
  }),
});
