/** The records of orders and fills, and the answers to commands about them. */
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { OrderId, PositionId } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import type { Millis } from '../../domain/units.ts';
import { averageText, lotsText, moneyText, priceText } from '../amount-text.ts';
import { assignedClientId } from '../assigned-id.ts';
import { isWireError, type WireError } from '../errors.ts';
import { fillFigures } from '../fill-figures.ts';
import type { Locale } from '../locale.ts';
import { orderTerms, triggerSourceText } from '../order-figures.ts';
import { formatTicks } from '../quantity.ts';
import { COIN_NAME, executionOf } from '../words.ts';
import { orderTypeOf, STATUS_NAMES, TIME_IN_FORCE_NAMES } from './codes.ts';
import { v3CodeOf, v3Text } from './error-codes.ts';
import type {
  AlgoOrderRow,
  Canceled,
  Closed,
  OrderDone,
  OrderRow,
  Placed,
  UserTrade,
} from './order-records.ts';
import { symbolOf } from './symbol.ts';

/** An order, and when it last changed. */
export interface OrderReading {
  readonly order: Readonly<Order>;
  readonly updatedAt: Millis;
}

export function orderRow(contract: Contract, { order, updatedAt }: OrderReading): OrderRow {
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

/** An order that has, or had, a trigger. */
export function algoOrderRow(contract: Contract, { order, updatedAt }: OrderReading): AlgoOrderRow {
  const { size, clientOrderId, ...terms } = orderTerms(contract, order);
  const firedAt = order.trigger?.firedAt ?? null;
  return {
    algoId: order.id,
    clientAlgoId: clientOrderId,
    algoType: 'CONDITIONAL',
    orderType: orderTypeOf(order) as AlgoOrderRow['orderType'],
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

export function userTrade(contract: Contract, fill: FillRow): UserTrade {
  const figures = fillFigures(contract, fill);
  return {
    id: fill.trade,
    orderId: fill.order,
    symbol: symbolOf(contract),
    buyer: fill.side === 'buy',
    commission: figures.fillFee,
    commissionAsset: COIN_NAME,
    maker: fill.isMaker,
    price: formatTicks(contract, fill.price),
    qty: figures.fillSize,
    quoteQty: figures.fillValue,
    realizedPnl: figures.realizePnl,
    side: figures.orderSide,
    positionSide: figures.positionSide,
    time: fill.at,
  };
}

const DONE = { success: true, errorCode: '', errorMessage: '', errorMsg: '' } as const;

/** Clients look for errors under different names, and take an empty code for success. */
function refused(error: WireError, locale: Locale) {
  const said = v3Text(error, locale);
  return { success: false, errorCode: v3CodeOf(error), errorMessage: said, errorMsg: said };
}

export const placed = (order: OrderId, clientOrderId: string | null): Placed => ({
  orderId: String(order),
  clientOrderId: clientOrderId ?? assignedClientId(order),
  ...DONE,
});

/** One of a batch. */
export const placedOrNot = (
  clientOrderId: string | null,
  outcome: OrderId | WireError,
  locale: Locale,
): Placed =>
  isWireError(outcome)
    ? { orderId: '0', clientOrderId: clientOrderId ?? '', ...refused(outcome, locale) }
    : placed(outcome, clientOrderId);

export const canceled = (order: OrderId, origClientOrderId: string): Canceled => ({
  orderId: String(order),
  origClientOrderId,
  ...DONE,
});

/** One of a batch, by whatever name it was sent. */
export function canceledOrNot(
  sent: { readonly id: string; readonly clientId: string },
  outcome: OrderId | WireError,
  locale: Locale,
): Canceled {
  if (!isWireError(outcome)) return canceled(outcome, sent.clientId);
  return { orderId: sent.id, origClientOrderId: sent.clientId, ...refused(outcome, locale) };
}

export const orderDone = (order: OrderId): OrderDone => ({ orderId: order, ...DONE });

export const closed = (
  position: PositionId,
  outcome: OrderId | WireError,
  locale: Locale,
): Closed =>
  isWireError(outcome)
    ? { positionId: position, successOrderId: 0, ...refused(outcome, locale) }
    : { positionId: position, successOrderId: outcome, ...DONE };
