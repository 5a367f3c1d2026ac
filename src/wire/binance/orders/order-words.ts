/** The words of this dialect for the terms of orders, for what becomes of them, for one of them. */

import { Type } from 'typebox';
import type { SelfTradePolicy } from '../../../domain/account.ts';
import type { OrderTarget } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import { type OrderId, orderId } from '../../../domain/ids.ts';
import type { CancelReason, Order, PriceMatch, TimeInForce } from '../../../domain/order.ts';
import { sideOf } from '../../../domain/side.ts';
import { type Lots, NO_TICKS, type Ticks } from '../../../domain/units.ts';
import { plainContractField } from '../../contract-query.ts';
import type { WireError } from '../../errors.ts';
import { ifSent, orderIdField, textField } from '../../field.ts';
import { clientIdOf, type FoundOrder } from '../../order-figures.ts';
import { clientTarget } from '../../order-target.ts';
import { lotText, parseLots, parseTicks, tickText } from '../../quantity.ts';
import { meaningsOf } from '../../words.ts';
import { type BinanceCode, malformed, refusal } from '../errors.ts';

export const CONDITIONAL_TYPES = [
  'STOP',
  'STOP_MARKET',
  'TAKE_PROFIT',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const;
export const ORDER_TYPES = ['LIMIT', 'MARKET', ...CONDITIONAL_TYPES] as const;
type OrderType = (typeof ORDER_TYPES)[number];
/** Orders of the venue itself have one more. */
export const TOLD_TYPES = [...ORDER_TYPES, 'LIQUIDATION'] as const;

export const PRICE_MATCHES = [
  'NONE',
  ...['OPPONENT', 'OPPONENT_5', 'OPPONENT_10', 'OPPONENT_20'],
  ...['QUEUE', 'QUEUE_5', 'QUEUE_10', 'QUEUE_20'],
] as const;

export const SELF_TRADE_NAMES = {
  'cancel-maker': 'EXPIRE_MAKER',
  'cancel-taker': 'EXPIRE_TAKER',
  'cancel-both': 'EXPIRE_BOTH',
} as const satisfies Record<SelfTradePolicy, string>;
/** An account never trades with itself, so NONE means the usual way out. */
export const SELF_TRADES = { ...meaningsOf(SELF_TRADE_NAMES), NONE: 'cancel-maker' } as const;

export const EXECUTION_NAMES = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  'post-only': 'GTX',
} as const satisfies Record<TimeInForce, string>;

/** `OPPONENT_5` for the fifth best price of the other side. */
export function matchName(match: PriceMatch | undefined): (typeof PRICE_MATCHES)[number] {
  if (match === undefined) return 'NONE';
  const name = match.level === 1 ? match.of : `${match.of}_${match.level}`;
  return PRICE_MATCHES.find((each) => each === name.toUpperCase()) ?? 'NONE';
}

/** The type that was working or works: a conditional order becomes one of these. */
export const workingTypeOf = ({ price }: Pick<Order, 'price'>): 'LIMIT' | 'MARKET' =>
  price === NO_TICKS ? 'MARKET' : 'LIMIT';

/** Whichever dialect an order came in, side and direction say what it is called here. */
export function sentTypeOf(order: Readonly<Order>): OrderType {
  const { trigger, positionSide, effect, options } = order;
  if (trigger === null) return workingTypeOf(order);
  if (options?.trailing !== undefined) return 'TRAILING_STOP_MARKET';
  const isBuy = sideOf(positionSide, effect) === 'buy';
  const base = isBuy === (trigger.direction === 'rising') ? 'STOP' : 'TAKE_PROFIT';
  return workingTypeOf(order) === 'MARKET' ? `${base}_MARKET` : base;
}

export const STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
] as const;

const ENDS: Readonly<Record<CancelReason, (typeof STATUSES)[number]>> = {
  user: 'CANCELED',
  replaced: 'CANCELED',
  'account-status': 'CANCELED',
  reset: 'CANCELED',
  'season-ended': 'CANCELED',
  'amended-to-filled': 'CANCELED',
  oco: 'EXPIRED',
  'ioc-remainder': 'EXPIRED',
  'fok-short': 'EXPIRED',
  'post-only-would-take': 'EXPIRED',
  'self-trade': 'EXPIRED_IN_MATCH',
  bankruptcy: 'EXPIRED',
  liquidation: 'EXPIRED',
  deleveraging: 'EXPIRED',
  'protective-exit': 'EXPIRED',
  'position-closed': 'EXPIRED',
  'no-position': 'EXPIRED',
  'trigger-check-failed': 'EXPIRED',
  'reduce-only': 'EXPIRED',
  uncovered: 'CANCELED',
  countdown: 'CANCELED',
  expired: 'EXPIRED',
};

export function statusOf({ order, cancelReason }: FoundOrder): (typeof STATUSES)[number] {
  if (order.status === 'filled') return 'FILLED';
  if (order.status === 'canceled') return ENDS[cancelReason ?? 'user'];
  return order.filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
}

export const ALGO_STATUSES = [
  'NEW',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'TRIGGERED',
  'FINISHED',
] as const;

/** A conditional order is over with the order that it became. */
export function algoStatusOf({ order, cancelReason }: FoundOrder): (typeof ALGO_STATUSES)[number] {
  const { status, trigger } = order;
  if (status === 'untriggered') return 'NEW';
  if (cancelReason === 'trigger-check-failed') return 'REJECTED';
  if (trigger?.firedAt === null)
    return ENDS[cancelReason ?? 'user'] === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
  return status === 'filled' || status === 'canceled' ? 'FINISHED' : 'TRIGGERED';
}

export const LIQUIDATED = 'autoclose-';
const DELEVERAGED = 'adl_autoclose';

/** The caller's own id, or one that tells what made the order. */
export function clientIdText(order: Readonly<Order>): string {
  if (order.origin === 'deleveraging') return DELEVERAGED;
  const isForced = order.origin === 'liquidation' || order.origin === 'reduction';
  return isForced ? `${LIQUIDATED}${order.id}` : clientIdOf(order);
}

/** The codes of a size or price: not above zero, off its step, too large. */
interface Faults {
  readonly name: string;
  readonly filter: 'LOT_SIZE' | 'PRICE_FILTER';
  readonly low: BinanceCode;
  readonly off: BinanceCode;
  readonly high: BinanceCode;
}

const SIZE: Faults = {
  name: 'quantity',
  filter: 'LOT_SIZE',
  low: '-4003',
  off: '-4023',
  high: '-4005',
};
const PRICE: Faults = {
  name: 'price',
  filter: 'PRICE_FILTER',
  low: '-4001',
  off: '-4014',
  high: '-4002',
};
const TRIGGER: Faults = { ...PRICE, name: 'triggerPrice', low: '-4006' };

export function readQuantity(contract: Contract, text: string): Lots | WireError {
  const size = parseLots(contract, text);
  if (typeof size === 'number') return size;
  return faultOf(SIZE, text, { decimals: contract.sizeDecimals, step: lotText(contract) });
}

export const readLimit = (contract: Contract, text: string): Ticks | WireError =>
  readPrice(contract, text, PRICE);

export const readTriggerPrice = (contract: Contract, text: string): Ticks | WireError =>
  readPrice(contract, text, TRIGGER);

function readPrice(contract: Contract, text: string, faults: Faults): Ticks | WireError {
  const price = parseTicks(contract, text);
  if (typeof price === 'number') return price;
  return faultOf(faults, text, { decimals: contract.priceDecimals, step: tickText(contract) });
}

/** The text is a decimal, with a sign perhaps. */
function faultOf(
  { name, filter, low, off, high }: Faults,
  text: string,
  { decimals, step }: { readonly decimals: number; readonly step: string },
): WireError {
  const told = (code: BinanceCode, problem: string): WireError =>
    refusal(code, `${name} '${text.slice(0, 40)}' ${problem} (${filter}).`);
  if (text.startsWith('-') || !/[1-9]/.test(text)) return told(low, 'must be greater than zero');
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.replace(/0+$/, '').length > decimals)
    return told('-1111', `has more than ${decimals} decimals`);
  const stepUnits = unitsOf(step, decimals);
  const isOff = unitsOf(`${whole}.${fraction}`, decimals) % stepUnits !== 0n;
  return isOff ? told(off, `is not a multiple of ${step}`) : told(high, 'is too large');
}

function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

const CLIENT_ID_LENGTH_MAX = 40;

const clientIdField = (description: string) =>
  ifSent(textField(description, { examples: ['x-abc1'], lengthMax: CLIENT_ID_LENGTH_MAX }));

export const TARGET_FIELDS = {
  orderId: ifSent(orderIdField('The order; this or `origClientOrderId`.')),
  origClientOrderId: clientIdField('The caller’s own id of the order.'),
};

export const TARGET_FORM = Type.Object({ symbol: plainContractField(), ...TARGET_FIELDS });

export const ALGO_TARGET_FORM = Type.Object({
  algoId: ifSent(orderIdField('The order; this or `clientAlgoId`.')),
  clientAlgoId: clientIdField('The caller’s own id of the order.'),
});

interface Named {
  readonly orderId?: OrderId | undefined;
  readonly origClientOrderId?: string | undefined;
}

/** Some ids tell what made the order; its own id stands behind the word. */
export function namedTarget(clientOrderId: string): OrderTarget {
  const [, digits] = new RegExp(`^${LIQUIDATED}(\\d{1,15})$`).exec(clientOrderId) ?? [];
  return digits === undefined
    ? clientTarget(clientOrderId)
    : { by: 'id', order: orderId(Number(digits)) };
}

export function targetOf({ orderId: order, origClientOrderId }: Named): OrderTarget | WireError {
  if (order !== undefined) return { by: 'id', order };
  return origClientOrderId === undefined ? malformed('orderId') : namedTarget(origClientOrderId);
}
