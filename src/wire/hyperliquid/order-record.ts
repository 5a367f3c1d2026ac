/** Orders as this dialect shows them, and what their ends are called. */
import { type Static, Type } from 'typebox';
import type { CancelReason, Order } from '../../domain/order.ts';
import { sideOf } from '../../domain/side.ts';
import { lots, NO_TICKS } from '../../domain/units.ts';
import type { Visitor } from '../caller.ts';
import type { FoundOrder } from '../order-figures.ts';
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
import { CLOID, coinOf } from './endpoint.ts';
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
