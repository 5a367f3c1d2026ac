/** The records of an order: the general one, and the one for orders with a trigger. */

import type { Static } from 'typebox';
import { averageText, lotsText, moneyText, priceText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { plainSymbolText } from '../../contract-query.ts';
import { type FoundOrder, orderTerms, triggerSourceText } from '../../order-figures.ts';
import { decimal, flag, integer, moment, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { executionOf } from '../../words.ts';
import {
  ORDER_TYPES,
  orderTypeOf,
  STATUS_NAMES,
  TIME_IN_FORCE_NAMES,
  TRIGGER_TYPES,
} from '../codes.ts';

export const clientId = () => text('The caller’s own id, or one that the venue gave', 'my-order-1');
export const side = () => word(['BUY', 'SELL'], 'Side of the order');
export const positionSide = () => word(['LONG', 'SHORT'], 'Side of the position');
const timeInForce = () => word(Object.values(TIME_IN_FORCE_NAMES), 'How it executes');
const status = () => word([...new Set(Object.values(STATUS_NAMES))], 'What has become of it');
const workingType = () =>
  word(
    ['UNKNOWN_PRICE_TYPE', 'CONTRACT_PRICE', 'MARK_PRICE', 'INDEX_PRICE'],
    'Which price its trigger watches',
  );

export const ORDER_RECORD = record({
  orderId: integer('The order', 1_000_042),
  clientOrderId: clientId(),
  symbol: plainSymbolText(),
  side: side(),
  positionSide: positionSide(),
  type: word(ORDER_TYPES, 'Kind of order'),
  timeInForce: timeInForce(),
  reduceOnly: flag('Whether it only closes'),
  price: decimal('Limit price; zero for a market order', '95000.0'),
  origQty: decimal('Size in the base coin', '0.0093'),
  executedQty: decimal('Filled part of it', '0.0093'),
  cumQuote: decimal('Value of that', '883.51023000'),
  avgPrice: decimal('Average price of that; 0 for none', '95000.0'),
  status: status(),
  stopPrice: decimal('The price that sends it; 0 for none', '0'),
  workingType: workingType(),
  tpTriggerPrice: decimal('Attached take-profit; 0 for none', '0'),
  slTriggerPrice: decimal('Attached stop-loss; 0 for none', '0'),
  time: moment('When it was created'),
  updateTime: moment('When it last changed'),
});

export const ALGO_RECORD = record({
  algoId: integer('The order', 1_000_042),
  clientAlgoId: clientId(),
  algoType: word(['CONDITIONAL'], 'Always CONDITIONAL'),
  orderType: word(TRIGGER_TYPES, 'Kind of order'),
  symbol: plainSymbolText(),
  side: side(),
  positionSide: positionSide(),
  timeInForce: timeInForce(),
  quantity: decimal('Size in the base coin', '0.0093'),
  algoStatus: status(),
  actualOrderId: integer('The order it became once triggered: the same; 0 before', 0),
  actualPrice: decimal('Average price of its fills; 0 for none', '0'),
  triggerPrice: decimal('The price that sends it', '88000.0'),
  price: decimal('Limit price; zero for a market order', '0.0'),
  tpTriggerPrice: decimal('Always 0', '0'),
  tpPrice: decimal('Always 0', '0'),
  slTriggerPrice: decimal('Always 0', '0'),
  slPrice: decimal('Always 0', '0'),
  tpOrderType: text('Always empty', ''),
  workingType: workingType(),
  closePosition: flag('Whether it follows the whole position'),
  reduceOnly: flag('Whether it only closes'),
  createTime: moment('When it was created'),
  updateTime: moment('When it last changed'),
  triggerTime: moment('When it was triggered; 0 before that'),
});
type AlgoRecord = Static<typeof ALGO_RECORD>;

type Names = Pick<Visitor, 'contractOf'>;

export function orderRecord(
  { order, updatedAt }: FoundOrder,
  { contractOf }: Names,
): Static<typeof ORDER_RECORD> {
  const contract = contractOf(order.contract);
  const { size, triggerPrice, ...terms } = orderTerms(contract, order);
  return {
    orderId: order.id,
    symbol: symbolOf(contract),
    ...terms,
    type: orderTypeOf(order),
    timeInForce: TIME_IN_FORCE_NAMES[executionOf(order)],
    origQty: size,
    executedQty: lotsText(contract, order.filled),
    cumQuote: moneyText(order.filledValue),
    avgPrice: averageText(contract, order.filledValue, order.filled),
    status: STATUS_NAMES[order.status],
    stopPrice: triggerPrice,
    workingType: triggerSourceText(order),
    tpTriggerPrice: priceText(contract, order.takeProfit),
    slTriggerPrice: priceText(contract, order.stopLoss),
    time: order.createdAt,
    updateTime: updatedAt,
  };
}

/** Returns the record of an order that has or had a trigger. */
export function algoRecord({ order, updatedAt }: FoundOrder, { contractOf }: Names): AlgoRecord {
  const contract = contractOf(order.contract);
  const { size, clientOrderId, ...terms } = orderTerms(contract, order);
  const firedAt = order.trigger?.firedAt ?? null;
  return {
    algoId: order.id,
    clientAlgoId: clientOrderId,
    algoType: 'CONDITIONAL',
    orderType: orderTypeOf(order) as AlgoRecord['orderType'],
    symbol: symbolOf(contract),
    ...terms,
    timeInForce: TIME_IN_FORCE_NAMES[executionOf(order)],
    quantity: size,
    algoStatus: STATUS_NAMES[order.status],
    actualOrderId: firedAt === null ? 0 : order.id,
    actualPrice: averageText(contract, order.filledValue, order.filled),
    tpTriggerPrice: '0',
    tpPrice: '0',
    slTriggerPrice: '0',
    slPrice: '0',
    tpOrderType: '',
    workingType: triggerSourceText(order),
    closePosition: order.trigger?.wholePosition ?? false,
    createTime: order.createdAt,
    updateTime: updatedAt,
    triggerTime: firedAt ?? 0,
  };
}
