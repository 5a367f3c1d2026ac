/** Reads of orders: open ones, one of them, and all of them. */
import { Type } from 'typebox';
import type { OrderTarget } from '../../domain/command.ts';
import { orderId } from '../../domain/ids.ts';
import { ID_MAX } from '../../domain/limits.ts';
import { isWireError, type WireError } from '../errors.ts';
import { jsonField } from '../field.ts';
import { type Json, termOf } from '../json.ts';
import type { FoundOrder } from '../order-figures.ts';
import { clientTarget, type TracedTarget } from '../order-target.ts';
import { list } from '../record-field.ts';
import { addressField, CLOID, info, USER_FORM } from './endpoint.ts';
import { unreadable } from './errors.ts';
import {
  FRONTEND_ORDER,
  frontendOrder,
  PLAIN_ORDER,
  plainOrder,
  STATUS,
  statusRow,
} from './order-record.ts';

const EVERY = { contract: null, kind: 'any' } as const;

/** An order by its number, or by the caller's own id in hexadecimal. */
export function targetOf(sent: Json | undefined): OrderTarget | WireError {
  if (typeof sent === 'string' && CLOID.test(sent)) return clientTarget(sent.toLowerCase());
  const digits = termOf(sent);
  if (digits !== undefined && /^\d{1,19}$/.test(digits))
    return { by: 'id', order: orderId(Math.min(Number(digits), ID_MAX)) };
  return unreadable('an order is a number, or 0x and 32 hexadecimal digits');
}

export const OPEN_ORDERS = info.keyPost('/openOrders', [20, 0], {
  id: 'hyperliquidOpenOrders',
  request: USER_FORM,
  response: list(PLAIN_ORDER),
  summary: 'Open orders',
  text: 'Oldest first, those with a trigger too.',
  nobody: () => [],
  read: () => EVERY,
  format: (orders: readonly FoundOrder[], _asked, caller) =>
    orders.map((each) => plainOrder(each, caller)),
});

export const FRONTEND_OPEN_ORDERS = info.keyPost('/frontendOpenOrders', [20, 0], {
  id: 'hyperliquidFrontendOpenOrders',
  request: USER_FORM,
  response: list(FRONTEND_ORDER),
  summary: 'Open orders with everything about them',
  text: 'Oldest first.',
  nobody: () => [],
  read: () => EVERY,
  format: (orders: readonly FoundOrder[], _asked, caller) =>
    orders.map((each) => frontendOrder(each, caller)),
});

const UNKNOWN = { status: 'unknownOid' };

export const ORDER_STATUS = info.keyPost('/orderStatus', [2, 0], {
  id: 'hyperliquidOrderStatus',
  request: Type.Object({
    user: addressField(),
    oid: jsonField('The order: a number, or the caller’s own id.'),
  }),
  response: Type.Unsafe<object>({ type: 'object' }),
  summary: 'One order',
  text: '`unknownOid` where there is none.',
  nobody: () => UNKNOWN,
  read: ({ oid }): TracedTarget | WireError => {
    const target = targetOf(oid);
    return isWireError(target) ? target : { target, ...EVERY };
  },
  format: (found: FoundOrder | undefined, _asked, caller) =>
    found === undefined ? UNKNOWN : { status: 'order', order: statusRow(found, caller) },
});

const HISTORY_MAX = 2_000;

export const HISTORICAL_ORDERS = info.keyPost('/historicalOrders', [20, 0], {
  id: 'hyperliquidHistoricalOrders',
  request: USER_FORM,
  response: list(STATUS),
  summary: 'Orders of every state',
  text: `Newest first, at most ${HISTORY_MAX}.`,
  nobody: () => [],
  read: () => ({ ...EVERY, from: null, to: null, idMin: null, limit: HISTORY_MAX }),
  format: (orders: readonly FoundOrder[], _asked, caller) =>
    orders.toReversed().map((each) => statusRow(each, caller)),
});
