/** The dialect of version 3, together with its routes. */
import { BALANCE } from '../../wire/v3/account/balance.ts';
import { LEVERAGE } from '../../wire/v3/account/leverage.ts';
import { DEMO_BALANCE, DEMO_PLACE } from '../../wire/v3/demo/demo.ts';
import { v3Wire } from '../../wire/v3/dialect.ts';
import { EXCHANGE_INFO } from '../../wire/v3/market/contracts.ts';
import { TICKER_24H } from '../../wire/v3/market/ticker.ts';
import { PLACE_ORDER } from '../../wire/v3/orders/place-order.ts';
import { USER_TRADES } from '../../wire/v3/orders/user-trades.ts';
import { authenticateHeaders } from '../authenticate.ts';
import type { Dialect } from '../dialect.ts';
import { CALLS, ENDPOINTS } from './calls.ts';

export const DIALECT: Dialect = {
  ...v3Wire(ENDPOINTS),
  authenticate: authenticateHeaders,
  routes: CALLS,
  qualifying: {
    order: [PLACE_ORDER, DEMO_PLACE],
    assets: [BALANCE, DEMO_BALANCE],
    market: [TICKER_24H, EXCHANGE_INFO],
    leverage: [LEVERAGE],
    fills: [USER_TRADES],
  },
};
