/** The records of orders: working, untriggered and finished. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Order } from '../../../domain/order.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import { averageText, lotsText, moneyText, presetText } from '../../amount-text.ts';
import { clientIdOf, limitText } from '../../order-figures.ts';
import type { Hides, ShownOrder } from '../../order-options.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import {
  decimal,
  idText,
  integer,
  momentText,
  nullable,
  record,
  text,
  word,
} from '../../record-field.ts';
import { executionOf, TRIGGER_SOURCE_NAMES } from '../../words.ts';
import {
  capitals,
  EXECUTION_CODES,
  EXECUTION_DIGITS,
  EXECUTION_NAMES,
  ORDER_TYPES,
  orderTypeOf,
} from '../codes.ts';

const clientOid = () => text('The caller’s own id, or one that the venue gave', 'my-order-1');
const preset = (what: string) => nullable(decimal(`Preset ${what} price`, '95000.0'));

const ORDER_STATUSES = [
  'pending',
  'open',
  'filled',
  'canceling',
  'canceled',
  'untriggered',
] as const;

export const PLAN_STATUSES = ORDER_STATUSES.map(capitals);

const progressFields = {
  symbol: text('The contract', 'cmt_btcusdt'),
  size: decimal('Size in the base coin', '0.0093'),
  client_oid: clientOid(),
  createTime: momentText('When it was created'),
  filled_qty: decimal('Filled part of the size; 0 where nothing is', '0.0093'),
  fee: decimal('Fees paid', '0.35340409'),
  order_id: idText('The order'),
  price: decimal('Limit price as it was sent; zero for a market order', '95000.0'),
  price_avg: decimal('Average price of its fills; 0 where there are none', '95001.1'),
};

export const ORDER_RECORD = record({
  ...progressFields,
  status: word(ORDER_STATUSES, 'What has become of it'),
  type: word(ORDER_TYPES, 'What it does to the position'),
  order_type: word(['normal', 'postOnly', 'fok', 'ioc'], 'How it executes'),
  totalProfits: decimal('Result realised by closing, fees and funding aside', '-0.02697000'),
  contracts: integer('Size in contract units', 93),
  filledQtyContracts: integer('Filled size in contract units', 93),
  presetTakeProfitPrice: preset('take-profit'),
  presetStopLossPrice: preset('stop-loss'),
});
export type OrderRecord = Static<typeof ORDER_RECORD>;

export const PLAN_RECORD = record({
  ...progressFields,
  status: word(PLAN_STATUSES, 'What has become of it'),
  type: word(['OPEN_LONG', 'OPEN_SHORT', 'CLOSE_LONG', 'CLOSE_SHORT'], 'What it does'),
  order_type: word(EXECUTION_CODES, '0 normal, 1 post-only, 2 fill-or-kill, 3 immediate'),
  totalProfits: decimal('Result realised by closing, fees and funding aside', '0'),
  triggerPrice: decimal('The price that sends it', '89900.0'),
  triggerPriceType: word(
    ['CONTRACT_PRICE', 'MARK_PRICE', 'INDEX_PRICE'],
    'Which price is watched: last, mark or index',
  ),
  triggerTime: momentText('When it was triggered; 0 while it was not'),
  presetTakeProfitPrice: preset('take-profit'),
  presetStopLossPrice: preset('stop-loss'),
});
export type PlanRecord = Static<typeof PLAN_RECORD>;

/** Returns an order as order/detail, order/current and order/history show it. */
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

/** Returns a trigger order as order/currentPlan and order/historyPlan show it. */
export const planRecord = (contract: Contract, order: Readonly<Order>): PlanRecord => ({
  ...progressOf(contract, order),
  status: capitals(order.status),
  type: capitals(`${order.effect}_${order.positionSide}`),
  order_type: EXECUTION_DIGITS[executionOf(order)],
  totalProfits: moneyText(order.realisedPnl),
  triggerPrice: formatTicks(contract, order.trigger?.price ?? NO_TICKS),
  triggerPriceType: TRIGGER_SOURCE_NAMES[order.trigger?.source ?? 'last'],
  triggerTime: String(order.trigger?.firedAt ?? 0),
  presetTakeProfitPrice: presetText(contract, order.takeProfit),
  presetStopLossPrice: presetText(contract, order.stopLoss),
});

/** No option is shown. */
type Shown = ShownOrder<
  Hides<'clientIds' | 'direction' | 'expiresAt' | 'limitBound' | 'positionMode' | 'priceMatch'> &
    Hides<'pairs' | 'priceProtect' | 'replaces' | 'selfTrade' | 'timeInForce' | 'trailing'>
>;

const progressOf = (contract: Contract, order: Shown) => ({
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
