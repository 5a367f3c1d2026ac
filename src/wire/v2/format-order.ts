/** The records of orders, working, untriggered and over. */
import type { Contract } from '../../domain/contract.ts';
import type { Order, OrderStatus } from '../../domain/order.ts';
import { NO_TICKS } from '../../domain/units.ts';
import { averageText, lotsText, moneyText, presetText } from '../amount-text.ts';
import { clientIdOf, limitText } from '../order-figures.ts';
import { formatLots, formatTicks } from '../quantity.ts';
import { executionOf, TRIGGER_SOURCE_NAMES } from '../words.ts';
import { EXECUTION_DIGITS, EXECUTION_NAMES, orderTypeOf } from './codes.ts';
import type { OrderRecord, PLAN_STATUSES, PlanRecord } from './order-records.ts';

/** As order/detail, order/current and order/history list it. */
export const orderRecord = (contract: Contract, order: Readonly<Order>): OrderRecord => ({
  ...progressOf(contract, order),
  status: order.status,
  type: orderTypeOf(order),
  order_type: EXECUTION_NAMES[executionOf(order)],
  totalProfits: moneyText(order.realisedPnl),
  contracts: order.size,
  filledQtyContracts: order.filled,
  presetTakeProfitPrice: presetText(contract, order.takeProfit),
  presetStopLossPrice: presetText(contract, order.stopLoss),
});

/** As order/currentPlan and order/historyPlan list an order that has, or had, a trigger. */
export const planRecord = (contract: Contract, order: Readonly<Order>): PlanRecord => ({
  ...progressOf(contract, order),
  status: planStatus(order.status),
  type: planType(order),
  order_type: EXECUTION_DIGITS[executionOf(order)],
  totalProfits: moneyText(order.realisedPnl),
  triggerPrice: formatTicks(contract, order.trigger?.price ?? NO_TICKS),
  triggerPriceType: TRIGGER_SOURCE_NAMES[order.trigger?.source ?? 'last'],
  triggerTime: String(order.trigger?.firedAt ?? 0),
  presetTakeProfitPrice: presetText(contract, order.takeProfit),
  presetStopLossPrice: presetText(contract, order.stopLoss),
});

const progressOf = (contract: Contract, order: Readonly<Order>) => ({
  symbol: contract.symbol,
  size: formatLots(contract, order.size),
  client_oid: clientIdOf(order),
  createTime: String(order.createdAt),
  filled_qty: lotsText(contract, order.filled),
  fee: moneyText(order.fee),
  order_id: String(order.id),
  price: limitText(contract, order),
  price_avg: averageText(contract, order.filledValue, order.filled),
});

const planStatus = (status: OrderStatus): (typeof PLAN_STATUSES)[number] =>
  status.toUpperCase() as Uppercase<OrderStatus>;

const planType = ({ effect, positionSide }: Readonly<Order>): PlanRecord['type'] =>
  `${effect}_${positionSide}`.toUpperCase() as PlanRecord['type'];
