/** Orders as this dialect shows them, what their ends are called, and reads of them. */

import { type Static, Type } from 'typebox';
import type { OrderTarget } from '../../domain/command.ts';
import { orderId } from '../../domain/ids.ts';
import { ID_MAX } from '../../domain/limits.ts';
import type { CancelReason, Order } from '../../domain/order.ts';
import { sideOf } from '../../domain/side.ts';
import { lots, NO_TICKS } from '../../domain/units.ts';
import type { Visitor } from '../caller.ts';
import { eachOf } from '../endpoint.ts';
import { isWireError, type WireError } from '../errors.ts';
import { jsonField } from '../field.ts';
import { type Json, termOf } from '../json.ts';
import type { FoundOrder } from '../order-figures.ts';
import { clientTarget, type TracedTarget } from '../order-target.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  nullable,
  record,
  text,
  word,
} from '../record-field.ts';
import { addressField, CLOID, coinOf, info, USER_FORM } from './endpoint.ts';
import { unreadable } from './errors.ts';
import { figure, priceFigure, sizeFigure } from './figure.ts';

const TYPES = [
  'Limit',
  'Market',
  'Stop Market',
  'Stop Limit',
  'Take Profit Market',
  'Take Profit Limit',
] as const;

const PLAIN = {
  coin: text('The coin', 'BTC'),
  side: word(['B', 'A'], 'Bid or ask'),
  limitPx: decimal('Limit; of a market order what it could trade at', '90000.0'),
  sz: decimal('What is left', '0.01'),
  oid: integer('The order', 4_821),
  timestamp: moment('When it was placed'),
  origSz: decimal('Its size', '0.01'),
};

export const PLAIN_ORDER = record({
  ...PLAIN,
  cloid: Type.Optional(text('The caller’s own id', '0x00000000000000000000000000000001')),
  reduceOnly: Type.Optional(flag('Only there if it is true')),
});

export const FRONTEND_ORDER = record({
  ...PLAIN,
  triggerCondition: text('N/A, or when it fires', 'Price above 91000'),
  isTrigger: flag('Whether it waits for its trigger'),
  triggerPx: decimal('Its trigger; zero for none', '0.0'),
  children: list(Type.Unknown()),
  isPositionTpsl: flag('Whether it follows the size of the position'),
  reduceOnly: flag('Whether it only closes'),
  orderType: word(TYPES, 'Kind of order'),
  tif: nullable(text('How it executes; null for triggers', 'Gtc')),
  cloid: nullable(text('The caller’s own id', '0x00000000000000000000000000000001')),
});

type Names = Pick<Visitor, 'contractOf'>;

/** Client ids of other dialects are not of the form that programs of this one expect. */
export const cloidOf = ({ clientOrderId }: Pick<Order, 'clientOrderId'>): string | null =>
  clientOrderId !== null && CLOID.test(clientOrderId) ? clientOrderId : null;

function plainOf({ order }: Pick<FoundOrder, 'order'>, { contractOf }: Names) {
  const contract = contractOf(order.contract);
  const limit = order.price === NO_TICKS ? order.workingPrice : order.price;
  const shown = limit === NO_TICKS ? (order.trigger?.price ?? NO_TICKS) : limit;
  return {
    coin: coinOf(contract),
    side: sideOf(order.positionSide, order.effect) === 'buy' ? ('B' as const) : ('A' as const),
    limitPx: priceFigure(contract, shown),
    sz: sizeFigure(contract, lots(order.size - order.filled)),
    oid: order.id,
    timestamp: order.createdAt,
    origSz: sizeFigure(contract, order.size),
  };
}

export function plainOrder(found: FoundOrder, names: Names): Static<typeof PLAIN_ORDER> {
  const cloid = cloidOf(found.order);
  return {
    ...plainOf(found, names),
    ...(cloid === null ? {} : { cloid }),
    ...(found.order.effect === 'close' ? { reduceOnly: true } : {}),
  };
}

const TIFS = { normal: 'Gtc', 'post-only': 'Alo', ioc: 'Ioc', fok: 'Ioc' } as const;

function tifOf({ origin, price, timeInForce, trigger }: Readonly<Order>): string | null {
  if (trigger !== null) return null;
  if (origin === 'liquidation' || origin === 'reduction') return 'LiquidationMarket';
  return price === NO_TICKS ? 'FrontendMarket' : TIFS[timeInForce];
}

function typeOf({ trigger, price, positionSide, effect }: Readonly<Order>) {
  const end = price === NO_TICKS ? ('Market' as const) : ('Limit' as const);
  if (trigger === null) return end;
  const isBuy = sideOf(positionSide, effect) === 'buy';
  const isStop = isBuy === (trigger.direction === 'rising');
  return isStop ? (`Stop ${end}` as const) : (`Take Profit ${end}` as const);
}

export function frontendOrder(found: FoundOrder, names: Names): Static<typeof FRONTEND_ORDER> {
  const { order } = found;
  const { trigger } = order;
  const contract = names.contractOf(order.contract);
  const price = priceFigure(contract, trigger?.price ?? NO_TICKS);
  const short = price.replace(/\.0$/, '');
  return {
    ...plainOf(found, names),
    triggerCondition:
      trigger === null
        ? 'N/A'
        : `Price ${trigger.direction === 'rising' ? 'above' : 'below'} ${short}`,
    isTrigger: trigger !== null && trigger.firedAt === null,
    triggerPx: figure(price),
    children: [],
    isPositionTpsl: trigger?.wholePosition ?? false,
    reduceOnly: order.effect === 'close',
    orderType: typeOf(order),
    tif: tifOf(order),
    cloid: cloidOf(order),
  };
}

const ENDS: Readonly<Record<CancelReason, string>> = {
  user: 'canceled',
  replaced: 'canceled',
  'account-status': 'canceled',
  reset: 'canceled',
  'season-ended': 'canceled',
  'amended-to-filled': 'filled',
  oco: 'siblingFilledCanceled',
  'ioc-remainder': 'canceled',
  'fok-short': 'rejected',
  'post-only-would-take': 'badAloPxRejected',
  'self-trade': 'selfTradeCanceled',
  bankruptcy: 'liquidatedCanceled',
  liquidation: 'liquidatedCanceled',
  deleveraging: 'liquidatedCanceled',
  'protective-exit': 'reduceOnlyCanceled',
  'position-closed': 'reduceOnlyCanceled',
  'no-position': 'reduceOnlyCanceled',
  'trigger-check-failed': 'rejected',
  'reduce-only': 'reduceOnlyCanceled',
  uncovered: 'perpMarginRejected',
  countdown: 'canceled',
  expired: 'canceled',
};

export function statusOf({ order, cancelReason }: FoundOrder): string {
  if (order.status === 'filled') return 'filled';
  if (order.status === 'canceled') return ENDS[cancelReason ?? 'user'];
  return 'open';
}

export const STATUS = record({
  order: FRONTEND_ORDER,
  status: text('What has become of it', 'open'),
  statusTimestamp: moment('When it last changed'),
});

export const statusRow = (found: FoundOrder, names: Names): Static<typeof STATUS> => ({
  order: frontendOrder(found, names),
  status: statusOf(found),
  statusTimestamp: found.updatedAt,
});

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
  format: eachOf(plainOrder),
});

export const FRONTEND_OPEN_ORDERS = info.keyPost('/frontendOpenOrders', [20, 0], {
  id: 'hyperliquidFrontendOpenOrders',
  request: USER_FORM,
  response: list(FRONTEND_ORDER),
  summary: 'Open orders with everything about them',
  text: 'Oldest first.',
  nobody: () => [],
  read: () => EVERY,
  format: eachOf(frontendOrder),
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
