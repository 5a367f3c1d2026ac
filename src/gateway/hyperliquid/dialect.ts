/** Hyperliquid: signatures of addresses, and the steps of a qualification. */
import { CLEARINGHOUSE_STATE } from '../../wire/hyperliquid/account.ts';
import { UPDATE_LEVERAGE } from '../../wire/hyperliquid/account-actions.ts';
import { hyperliquidWire } from '../../wire/hyperliquid/dialect.ts';
import { ALL_MIDS, META_AND_CONTEXTS } from '../../wire/hyperliquid/market.ts';
import { USER_FILLS, USER_FILLS_BY_TIME } from '../../wire/hyperliquid/money-rows.ts';
import { ORDER_ACTION } from '../../wire/hyperliquid/order-actions.ts';
import type { Dialect } from '../dialect.ts';
import { authenticateAction } from './authenticate-action.ts';
import { CALLS, ENDPOINTS } from './calls.ts';
import { issueAddress } from './sign-action.ts';

export const DIALECT: Dialect = {
  ...hyperliquidWire(ENDPOINTS),
  authenticate: authenticateAction,
  issueAddress,
  routes: CALLS,
  qualifying: {
    order: [ORDER_ACTION],
    assets: [CLEARINGHOUSE_STATE],
    market: [META_AND_CONTEXTS, ALL_MIDS],
    leverage: [UPDATE_LEVERAGE],
    fills: [USER_FILLS, USER_FILLS_BY_TIME],
  },
};
