/** The Binance USDⓈ-M dialect, together with its routes. */
import {
  ACCOUNT_V2,
  ACCOUNT_V3,
  BALANCE_V2,
  BALANCE_V3,
} from '../../wire/binance/account/account.ts';
import { LEVERAGE } from '../../wire/binance/account/changes.ts';
import { binanceWire } from '../../wire/binance/dialect.ts';
import { EXCHANGE_INFO } from '../../wire/binance/market/exchange-info.ts';
import { TICKER_24H } from '../../wire/binance/market/ticker.ts';
import { PLACE_ORDER } from '../../wire/binance/orders/place-order.ts';
import { USER_TRADES } from '../../wire/binance/orders/user-trades.ts';
import type { Dialect } from '../dialect.ts';
import { authenticateForm } from './authenticate-form.ts';
import { CALLS, ENDPOINTS } from './calls.ts';

export const DIALECT: Dialect = {
  ...binanceWire(ENDPOINTS),
  authenticate: authenticateForm,
  routes: CALLS,
  qualifying: {
    order: [PLACE_ORDER],
    assets: [BALANCE_V2, BALANCE_V3, ACCOUNT_V2, ACCOUNT_V3],
    market: [TICKER_24H, EXCHANGE_INFO],
    leverage: [LEVERAGE],
    fills: [USER_TRADES],
  },
};
