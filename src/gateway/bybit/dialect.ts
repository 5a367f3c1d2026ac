/** The Bybit v5 dialect, together with its routes. */
import { SET_LEVERAGE } from '../../wire/bybit/account/settings.ts';
import { WALLET_BALANCE } from '../../wire/bybit/account/wallet.ts';
import { bybitWire } from '../../wire/bybit/dialect.ts';
import { INSTRUMENTS } from '../../wire/bybit/market/instruments.ts';
import { TICKERS } from '../../wire/bybit/market/ticker.ts';
import { EXECUTIONS } from '../../wire/bybit/orders/executions.ts';
import { PLACE_ORDER } from '../../wire/bybit/orders/place-order.ts';
import type { Dialect } from '../dialect.ts';
import { authenticateBybit } from './authenticate-headers.ts';
import { CALLS, ENDPOINTS } from './calls.ts';

export const DIALECT: Dialect = {
  ...bybitWire(ENDPOINTS),
  authenticate: authenticateBybit,
  takesRsa: true,
  routes: CALLS,
  qualifying: {
    order: [PLACE_ORDER],
    assets: [WALLET_BALANCE],
    market: [TICKERS, INSTRUMENTS],
    leverage: [SET_LEVERAGE],
    fills: [EXECUTIONS],
  },
};
