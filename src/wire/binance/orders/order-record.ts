/** The records of orders: of all that were placed, and of conditional ones. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Order } from '../../../domain/order.ts';
import { sideOf } from '../../../domain/side.ts';
import { NO_LOTS, NO_MONEY, NO_TICKS } from '../../../domain/units.ts';
import { averageText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { plainSymbolText } from '../../contract-query.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { Hides, ShownOrder, Shows } from '../../order-options.ts';
import { formatDecimal, formatLots, formatMoney, formatTicks } from '../../quantity.ts';
import {
  decimal,
  flag,
  integer,
  moment,
  nullable,
  record,
  text,
  word,
} from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { POSITION_SIDE_NAMES, SIDE_NAMES } from '../../words.ts';
import {
  ALGO_STATUSES,
  algoStatusOf,
  CONDITIONAL_TYPES,
  clientIdText,
  EXECUTION_NAMES,
  matchName,
  PRICE_MATCHES,
  SELF_TRADE_NAMES,
  STATUSES,
  sentTypeOf,
  statusOf,
  TOLD_TYPES,
  workingTypeOf,
} from './order-words.ts';

const side = () => word(['BUY', 'SELL'], 'Side of the order');
export const positionSideOut = () =>
  word(['BOTH', 'LONG', 'SHORT'], 'Side of the position; BOTH in one-way mode');
const clientId = () => text('The caller’s own id, or one that the venue gave', 'x-abc1');
const terms = {
  timeInForce: word([...Object.values(EXECUTION_NAMES), 'GTD'], 'How it executes'),
  workingType: word(['CONTRACT_PRICE', 'MARK_PRICE', 'INDEX_PRICE'], 'Which price is watched'),
  priceMatch: word(PRICE_MATCHES, 'Where the limit was taken from'),
  priceProtect: flag('Whether it fires only while mark and last price are close'),
  selfTradePreventionMode: word(Object.values(SELF_TRADE_NAMES), 'Who gives way to oneself'),
  reduceOnly: flag('Whether it only closes'),
  closePosition: flag('Whether it closes the whole position'),
  goodTillDate: moment('When it ends by itself; 0 for never'),
};

export const ORDER_RECORD = record({
  orderId: integer('The order', 4_821),
  symbol: plainSymbolText(),
  status: word(STATUSES, 'What has become of it'),
  clientOrderId: clientId(),
  price: decimal('Limit price; zero for a market order', '90000.1'),
  avgPrice: decimal('Average price of its fills; zero for none', '0.0'),
  origQty: decimal('Size in the base coin', '0.0020'),
  executedQty: decimal('Filled part of it', '0.0000'),
  cumQty: decimal('The same', '0.0000'),
  cumQuote: decimal('Value of that', '0.00000000'),
  timeInForce: terms.timeInForce,
  type: word(TOLD_TYPES, 'Kind of order'),
  origType: word(TOLD_TYPES, 'Kind of order when it was sent'),
  reduceOnly: terms.reduceOnly,
  closePosition: terms.closePosition,
  side: side(),
  positionSide: positionSideOut(),
  stopPrice: decimal('The price that sent it; zero for none', '0.0'),
  workingType: terms.workingType,
  priceProtect: terms.priceProtect,
  priceMatch: terms.priceMatch,
  selfTradePreventionMode: terms.selfTradePreventionMode,
  goodTillDate: terms.goodTillDate,
  activatePrice: Type.Optional(text('From where a trailing stop follows; empty for at once', '')),
  priceRate: Type.Optional(decimal('How far it follows behind, in per cent', '0.5')),
  time: moment('When it was created'),
  updateTime: moment('When it last changed'),
});
type OrderRecord = Static<typeof ORDER_RECORD>;

/** What the answer to a new conditional order has too. */
const ALGO_TERMS = {
  algoId: integer('The order', 5_077),
  clientAlgoId: clientId(),
  algoType: word(['CONDITIONAL'], 'Always CONDITIONAL'),
  orderType: word(CONDITIONAL_TYPES, 'Kind of order'),
  symbol: plainSymbolText(),
  side: side(),
  positionSide: positionSideOut(),
  timeInForce: terms.timeInForce,
  quantity: decimal('Size in the base coin; zero with closePosition', '0.0020'),
  algoStatus: word(ALGO_STATUSES, 'What has become of it'),
  triggerPrice: decimal('The price that sends it', '85000.0'),
  price: decimal('Limit price; zero for a market order', '0.0'),
  icebergQuantity: nullable(Type.String()),
  selfTradePreventionMode: terms.selfTradePreventionMode,
  workingType: terms.workingType,
  priceMatch: terms.priceMatch,
  closePosition: terms.closePosition,
  priceProtect: terms.priceProtect,
  reduceOnly: terms.reduceOnly,
  activatePrice: Type.Optional(text('From where a trailing stop follows; empty for at once', '')),
  callbackRate: Type.Optional(text('How far it follows behind, in per cent', '0.5')),
  createTime: moment('When it was created'),
  updateTime: moment('When it last changed'),
  triggerTime: moment('When it was triggered; 0 before that'),
  goodTillDate: terms.goodTillDate,
};

export const ALGO_ACK = record(ALGO_TERMS);

export const ALGO_RECORD = record({
  ...ALGO_TERMS,
  actualOrderId: text('The order that it became: the same id; empty before', ''),
  actualPrice: decimal('Average price of its fills; zero for none', '0.0'),
  actualType: text('LIMIT or MARKET; empty before it was triggered', ''),
  actualQty: decimal('Filled part of it', '0.0000'),
  tpTriggerPrice: decimal('Always zero', '0.0'),
  tpPrice: decimal('Always zero', '0.0'),
  slTriggerPrice: decimal('Always zero', '0.0'),
  slPrice: decimal('Always zero', '0.0'),
  tpOrderType: text('Always empty', ''),
});

type Names = Pick<Visitor, 'contractOf'>;

/** `positionSide` tells the position mode. */
type Shown = ShownOrder<
  Shows<'expiresAt' | 'priceMatch' | 'priceProtect' | 'selfTrade' | 'timeInForce' | 'trailing'> &
    Hides<'clientIds' | 'direction' | 'limitBound' | 'pairs' | 'positionMode' | 'replaces'>
>;

/** The fields that both records have, under the same names. */
function termsOf(contract: Contract, order: Shown) {
  const { positionMode, positionSide, effect, trigger } = order;
  const {
    priceProtect = false,
    priceMatch,
    selfTrade = 'cancel-maker',
    expiresAt = 0,
  } = order.options ?? {};
  return {
    symbol: symbolOf(contract),
    side: SIDE_NAMES[sideOf(positionSide, effect)],
    positionSide: positionMode === 'net' ? ('BOTH' as const) : POSITION_SIDE_NAMES[positionSide],
    price: formatTicks(contract, order.price),
    timeInForce: timeInForceOf(order),
    workingType: trigger === null ? 'CONTRACT_PRICE' : SOURCES[trigger.source],
    priceProtect,
    priceMatch: matchName(priceMatch),
    selfTradePreventionMode: SELF_TRADE_NAMES[selfTrade],
    reduceOnly: effect === 'close',
    closePosition: trigger?.wholePosition ?? false,
    goodTillDate: expiresAt,
  } as const;
}

/** A market order is good till canceled in the words of this dialect. */
function timeInForceOf(order: Readonly<Order>) {
  const { expiresAt, priceMatch, timeInForce } = order.options ?? {};
  if (order.price === NO_TICKS && priceMatch === undefined) return 'GTC';
  if (expiresAt !== undefined) return 'GTD';
  const isWaiting = order.status === 'untriggered';
  return EXECUTION_NAMES[isWaiting ? (timeInForce ?? 'normal') : order.timeInForce];
}

/** What a trailing stop has more; the rate is in per cent, the price empty for at once. */
function trailOf(contract: Contract, { options }: Readonly<Order>) {
  const trailing = options?.trailing;
  if (trailing === undefined) return undefined;
  const { activation, callback } = trailing;
  return {
    activatePrice: activation === null ? '' : formatTicks(contract, activation),
    callbackRate: formatDecimal(BigInt(callback), 1),
  };
}

const SOURCES = { last: 'CONTRACT_PRICE', mark: 'MARK_PRICE', index: 'INDEX_PRICE' } as const;

export function orderRecord(found: FoundOrder, { contractOf }: Names): OrderRecord {
  const { order, updatedAt } = found;
  const contract = contractOf(order.contract);
  const { filled, filledValue, trigger, origin } = order;
  const isForced = origin === 'liquidation' || origin === 'reduction' || origin === 'deleveraging';
  const hasWaited = trigger !== null && trigger.firedAt === null;
  const executedQty = formatLots(contract, filled);
  const trail = trailOf(contract, order);
  return {
    orderId: order.id,
    clientOrderId: clientIdText(order),
    ...termsOf(contract, order),
    status: statusOf(found),
    avgPrice: averagePrice(contract, order),
    origQty: formatLots(contract, order.size),
    executedQty,
    cumQty: executedQty,
    cumQuote: formatMoney(filledValue),
    type: hasWaited ? sentTypeOf(order) : isForced ? 'LIQUIDATION' : workingTypeOf(order),
    origType: isForced ? 'LIQUIDATION' : sentTypeOf(order),
    stopPrice: formatTicks(contract, trigger?.price ?? NO_TICKS),
    ...(trail === undefined
      ? {}
      : { activatePrice: trail.activatePrice, priceRate: trail.callbackRate }),
    time: order.createdAt,
    updateTime: updatedAt,
  };
}

const averagePrice = (contract: Contract, { filled, filledValue }: Readonly<Order>): string =>
  filled === 0 ? formatTicks(contract, NO_TICKS) : averageText(contract, filledValue, filled);

/** The order as it was accepted, whatever became of it in the same moment. */
export const acceptedRecord = ({ order }: FoundOrder, names: Names): OrderRecord =>
  orderRecord(
    {
      order: {
        ...order,
        status: order.status === 'untriggered' ? 'untriggered' : 'open',
        filled: NO_LOTS,
        filledValue: NO_MONEY,
      },
      updatedAt: order.createdAt,
      cancelReason: null,
    },
    names,
  );

export function algoAck(found: FoundOrder, { contractOf }: Names): Static<typeof ALGO_ACK> {
  const { order, updatedAt } = found;
  const { trigger } = order;
  const contract = contractOf(order.contract);
  return {
    algoId: order.id,
    clientAlgoId: clientIdText(order),
    algoType: 'CONDITIONAL',
    orderType: sentTypeOf(order) as (typeof CONDITIONAL_TYPES)[number],
    ...termsOf(contract, order),
    quantity: formatLots(contract, trigger?.wholePosition === true ? NO_LOTS : order.size),
    algoStatus: algoStatusOf(found),
    triggerPrice: formatTicks(contract, trigger?.price ?? NO_TICKS),
    icebergQuantity: null,
    ...trailOf(contract, order),
    createTime: order.createdAt,
    updateTime: updatedAt,
    triggerTime: trigger?.firedAt ?? 0,
  };
}

export function algoRecord(found: FoundOrder, names: Names): Static<typeof ALGO_RECORD> {
  const { order } = found;
  const contract = names.contractOf(order.contract);
  const hasFired = order.trigger?.firedAt !== null;
  const zero = formatTicks(contract, NO_TICKS);
  return {
    ...algoAck(found, names),
    actualOrderId: hasFired ? String(order.id) : '',
    actualPrice: averagePrice(contract, order),
    actualType: hasFired ? workingTypeOf(order) : '',
    actualQty: formatLots(contract, order.filled),
    tpTriggerPrice: zero,
    tpPrice: zero,
    slTriggerPrice: zero,
    slPrice: zero,
    tpOrderType: '',
  };
}
