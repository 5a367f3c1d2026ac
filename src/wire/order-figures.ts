/** Orders and fills as acts hand them to dialects, and the figures that all write alike. */
import type { Contract } from '../domain/contract.ts';
import type { FillRow } from '../domain/history.ts';
import { NO_ORDER, type OrderId, orderId, type PositionId, type TradeId } from '../domain/ids.ts';
import { LIQUIDATION_FEE } from '../domain/margin.ts';
import type { CancelReason, Order } from '../domain/order.ts';
import { sideOf } from '../domain/side.ts';
import { type Millis, NO_TICKS, type Ticks } from '../domain/units.ts';
import type { TrackedOrder } from '../views/orders.ts';
import { lotsText, moneyText, priceText } from './amount-text.ts';
import type { WireError } from './errors.ts';
import type { ShownOrder, ShowsNone } from './order-options.ts';
import { formatLots, formatPpm, formatTicks } from './quantity.ts';
import { POSITION_SIDE_NAMES, SIDE_NAMES, TRIGGER_SOURCE_NAMES } from './words.ts';

const ORDER_PREFIX = '00000000-0000-4000-80';
const TRADE_PREFIX = '00000000-0000-4000-90';
const ASSIGNED = /^00000000-0000-4000-80([01][0-9a-f])-([0-9a-f]{12})$/;

/**
 * Client ids for orders that were placed without one, and tickets for public trades. Both are the
 * number of the order or trade written as a UUID. So they never change, and the order can be found
 * by its id.
 */
export const assignedClientId = (order: OrderId): string => ORDER_PREFIX + hex(order);

export const ticketId = (trade: TradeId): string => TRADE_PREFIX + hex(trade);

/** Returns the order of an assigned client id, or undefined for any other id. */
export function findAssignedOrder(clientId: string): OrderId | undefined {
  const match = ASSIGNED.exec(clientId);
  return match === null ? undefined : orderId(Number.parseInt(`${match[1]}${match[2]}`, 16));
}

/** Returns the 53 bits of an id, with the last twelve digits in their own group. */
function hex(id: number): string {
  const digits = id.toString(16).padStart(14, '0');
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** An order, and when it last changed. */
export interface FoundOrder {
  readonly order: Readonly<Order>;
  readonly updatedAt: Millis;
  /** Why it was canceled; null while it lives and where it was filled. */
  readonly cancelReason: CancelReason | null;
}

/** A position to close, and the order that closes it. */
export interface CloseTold {
  readonly position: PositionId;
  readonly outcome: OrderId | WireError;
}

export interface OrdersPage {
  readonly orders: readonly FoundOrder[];
  readonly hasMore: boolean;
}

export const clientIdOf = (order: Pick<Order, 'id' | 'clientOrderId'>): string =>
  order.clientOrderId ?? assignedClientId(order.id);

/** Returns the limit: zero with decimals for a market order, `0` for one the venue made. */
export const limitText = (contract: Contract, order: Pick<Order, 'price' | 'origin'>): string =>
  order.price === NO_TICKS && order.origin !== 'trader' ? '0' : formatTicks(contract, order.price);

/** Returns the name of the price that the trigger watches; there is a name for no trigger. */
export const triggerSourceText = ({ trigger }: Pick<Order, 'trigger'>) =>
  trigger === null ? ('UNKNOWN_PRICE_TYPE' as const) : TRIGGER_SOURCE_NAMES[trigger.source];

export const orderTerms = (contract: Contract, order: ShownOrder<ShowsNone>) => ({
  positionSide: POSITION_SIDE_NAMES[order.positionSide],
  side: SIDE_NAMES[sideOf(order.positionSide, order.effect)],
  price: limitText(contract, order),
  size: formatLots(contract, order.size),
  clientOrderId: clientIdOf(order),
  reduceOnly: order.effect === 'close',
  triggerPrice: priceText(contract, order.trigger?.price ?? NO_TICKS),
});

/** Returns a row of the sockets, without the fields that dialects name differently. */
export function socketOrderFigures(contract: Contract, tracked: Readonly<TrackedOrder>) {
  const { order } = tracked;
  const { trigger } = order;
  const { side, ...terms } = orderTerms(contract, order);
  return {
    ...terms,
    id: String(order.id),
    separatedMode: 'COMBINED' as const,
    separatedOpenOrderId: '0' as const,
    orderSide: side,
    triggerPriceType: triggerSourceText(order),
    orderSource: order.origin === 'trader' ? ('API' as const) : ('SYSTEM' as const),
    openTpslParentOrderId: String(order.parent === NO_ORDER ? 0 : order.parent),
    positionTpsl: trigger?.wholePosition ?? false,
    setOpenTp: order.takeProfit !== NO_TICKS,
    ...takeProfitParam(contract, order.takeProfit),
    setOpenSl: order.stopLoss !== NO_TICKS,
    ...stopLossParam(contract, order.stopLoss),
    leverage: String(order.leverage),
    takerFeeRate: formatPpm(order.takerFee),
    makerFeeRate: formatPpm(order.makerFee),
    feeDiscount: '1',
    liquidateFeeRate: formatPpm(LIQUIDATION_FEE),
    triggerTime: String(trigger?.firedAt ?? 0),
    triggerPriceTime: String(trigger?.firedAt ?? 0),
    triggerPriceValue: priceText(contract, trigger?.firedPrice ?? NO_TICKS),
    cancelReason: cancelReasonText(tracked.cancelReason),
    latestFillPrice: priceText(contract, tracked.latestFill),
    maxFillPrice: priceText(contract, tracked.highestFill),
    minFillPrice: priceText(contract, tracked.lowestFill),
    cumFillSize: lotsText(contract, order.filled),
    cumFillValue: moneyText(order.filledValue),
    cumFillFee: moneyText(order.fee),
    cumLiquidateFee: moneyText(order.liquidationFee),
    cumRealizePnl: moneyText(order.realisedPnl),
    createdTime: String(order.createdAt),
    updatedTime: String(tracked.updatedAt),
  };
}

const cancelReasonText = (reason: CancelReason | null): string =>
  reason === null ? 'UNKNOWN_ORDER_CANCEL_REASON' : reason.toUpperCase().replaceAll('-', '_');

type Exit = ReturnType<typeof exitParam>;

/** Returns the attached exit, or no field if there is none. */
const takeProfitParam = (contract: Contract, price: Ticks): { openTpParam?: Exit } =>
  price === NO_TICKS ? {} : { openTpParam: exitParam(contract, price) };

const stopLossParam = (contract: Contract, price: Ticks): { openSlParam?: Exit } =>
  price === NO_TICKS ? {} : { openSlParam: exitParam(contract, price) };

const exitParam = (contract: Contract, price: Ticks) => ({
  triggerPrice: formatTicks(contract, price),
  triggerPriceType: 'CONTRACT_PRICE' as const,
});

export interface FillsPage {
  readonly fills: readonly FillRow[];
  readonly hasMore: boolean;
}

export interface CountedFills extends FillsPage {
  /** The number of fills on all pages, counted up to a limit. */
  readonly total: number;
}

export const fillFigures = (contract: Contract, fill: FillRow) => ({
  separatedMode: 'COMBINED' as const,
  positionSide: POSITION_SIDE_NAMES[fill.positionSide],
  orderSide: SIDE_NAMES[fill.side],
  fillSize: formatLots(contract, fill.size),
  fillValue: moneyText(fill.value),
  fillFee: moneyText(fill.fee),
  liquidateFee: moneyText(fill.liquidationFee),
  realizePnl: moneyText(fill.realisedPnl),
  direction: fill.isMaker ? ('MAKER' as const) : ('TAKER' as const),
});

/** Returns a row of the sockets, without the fields that dialects name differently. */
export const socketFillFigures = (contract: Contract, fill: FillRow) => ({
  ...fillFigures(contract, fill),
  id: String(fill.trade),
  orderId: String(fill.order),
  separatedOpenOrderId: '0' as const,
  createdTime: String(fill.at),
  updatedTime: String(fill.at),
});
