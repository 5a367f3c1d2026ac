/** The words of this dialect for orders: their types, states and reasons. */
import type { CancelReason, Order, TimeInForce } from '../../domain/order.ts';
import { sideOf } from '../../domain/side.ts';
import { NO_TICKS } from '../../domain/units.ts';
import { clientIdOf } from '../order-figures.ts';
import { POSITION_SIDE_NAMES } from '../words.ts';

export const STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
] as const;
export type Status = (typeof STATUSES)[number];

export const ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
  'LIQUIDATION',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Orders that their owner, or whoever acted for the account, took back. All others expired. */
const TAKEN_BACK: ReadonlySet<string> = new Set([
  'user',
  'replaced',
  'account-status',
  'reset',
  'season-ended',
  'amended-to-filled',
  'countdown',
]);

/** The state of an order that works or worked. The reason is null while it lives. */
export function statusOf(
  { status, filled, size }: Pick<Order, 'status' | 'filled' | 'size'>,
  reason: CancelReason | null,
): Status {
  if (status === 'canceled') {
    if (reason === 'self-trade') return 'EXPIRED_IN_MATCH';
    return reason === null || TAKEN_BACK.has(reason) ? 'CANCELED' : 'EXPIRED';
  }
  if (filled === 0) return 'NEW';
  return filled === size ? 'FILLED' : 'PARTIALLY_FILLED';
}

const EXPIRY_REASONS: Readonly<Record<string, string>> = {
  'self-trade': '1',
  'ioc-remainder': '2',
  deleveraging: '4',
  'protective-exit': '4',
  'position-closed': '4',
  'no-position': '4',
  'reduce-only': '4',
  bankruptcy: '5',
  liquidation: '5',
  uncovered: '5',
  'fok-short': '10',
  'post-only-would-take': '11',
};

/** Why an order expired, as a number in text. */
export function expiryReasonOf(
  { price }: Pick<Order, 'price'>,
  reason: CancelReason | null,
): string {
  if (reason === 'ioc-remainder' && price === NO_TICKS) return '9';
  return reason === null ? '0' : (EXPIRY_REASONS[reason] ?? '0');
}

/** The state of a conditional order that has not become a working one. */
export function endedTriggerStatus(reason: CancelReason): 'CANCELED' | 'REJECTED' | 'EXPIRED' {
  if (reason === 'trigger-check-failed') return 'REJECTED';
  return TAKEN_BACK.has(reason) ? 'CANCELED' : 'EXPIRED';
}

/** The type of an order that works. */
export const workingTypeOf = ({ price }: Pick<Order, 'price'>): 'MARKET' | 'LIMIT' =>
  price === NO_TICKS ? 'MARKET' : 'LIMIT';

/** The type that an order was placed as. */
export function originTypeOf(order: Readonly<Order>): OrderType {
  const { trigger, origin } = order;
  if (origin !== 'trader' && origin !== 'unwind') return 'LIQUIDATION';
  const working = workingTypeOf(order);
  if (trigger === null) return working;
  const isBuy = sideOf(order.positionSide, order.effect) === 'buy';
  const isStop = isBuy === (trigger.direction === 'rising');
  const type = isStop ? 'STOP' : 'TAKE_PROFIT';
  return working === 'MARKET' ? `${type}_MARKET` : type;
}

export const EXECUTIONS: Readonly<Record<TimeInForce, 'GTC' | 'IOC' | 'FOK' | 'GTX'>> = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  'post-only': 'GTX',
};

/** A market order never rests, and is said to be good till canceled all the same. */
export const executionNameOf = ({ price, timeInForce }: Pick<Order, 'price' | 'timeInForce'>) =>
  price === NO_TICKS ? 'GTC' : EXECUTIONS[timeInForce];

/** `BOTH` for an account with one position a contract. */
export const positionSideOf = ({ positionMode, positionSide }: Readonly<Order>) =>
  positionMode === 'net' ? 'BOTH' : POSITION_SIDE_NAMES[positionSide];

/** The venue's own orders have ids that programs know them by. */
export function clientIdTextOf(order: Readonly<Order>): string {
  if (order.origin === 'deleveraging') return 'adl_autoclose';
  if (order.origin === 'liquidation' || order.origin === 'reduction')
    return `autoclose-${order.id}`;
  return clientIdOf(order);
}
