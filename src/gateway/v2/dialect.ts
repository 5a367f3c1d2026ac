/** The dialect of version 2, together with its routes. */
import { ASSETS } from '../../wire/v2/account/account.ts';
import { LEVERAGE } from '../../wire/v2/account/settings.ts';
import { v2Wire } from '../../wire/v2/dialect.ts';
import { TICKER } from '../../wire/v2/market/book.ts';
import { CONTRACTS } from '../../wire/v2/market/contracts.ts';
import { PLACE_ORDER } from '../../wire/v2/orders/place-order.ts';
import { FILLS } from '../../wire/v2/orders/read-orders.ts';
import { authenticateHeaders } from '../authenticate.ts';
import type { Dialect } from '../dialect.ts';
import { CALLS, ENDPOINTS, EXTENSION_ENDPOINTS, EXTENSIONS } from './calls.ts';

export const DIALECT: Dialect = {
  ...v2Wire([...ENDPOINTS, ...EXTENSION_ENDPOINTS]),
  authenticate: authenticateHeaders,
  routes: [...CALLS, ...EXTENSIONS],
  qualifying: {
    order: [PLACE_ORDER],
    assets: [ASSETS],
    market: [TICKER, CONTRACTS],
    leverage: [LEVERAGE],
    fills: [FILLS],
  },
};
