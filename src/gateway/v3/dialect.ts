/** The dialect of version 3, together with its routes. */
import { BALANCE, LEVERAGE } from '../../wire/v3/account/settings.ts';
import { DEMO_BALANCE, DEMO_PLACE } from '../../wire/v3/demo/demo.ts';
import { v3Wire } from '../../wire/v3/dialect.ts';
import { TICKER_24H } from '../../wire/v3/market/book.ts';
import { EXCHANGE_INFO } from '../../wire/v3/market/contracts.ts';
import { PLACE_ORDER } from '../../wire/v3/orders/place-order.ts';
import { USER_TRADES } from '../../wire/v3/orders/read-orders.ts';
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
