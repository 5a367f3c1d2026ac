/** The answers of the order endpoints. */
import type { Static } from 'typebox';
import {
  decimal,
  flag,
  idText,
  integer,
  list,
  moment,
  record,
  text,
  word,
} from '../record-field.ts';
import { ORDER_TYPES, STATUS_NAMES, TIME_IN_FORCE_NAMES, TRIGGER_TYPES } from './codes.ts';
import { symbol } from './market-records.ts';

const clientId = () => text('The caller’s own id, or one that the venue gave', 'my-order-1');
const side = () => word(['BUY', 'SELL'], 'Side of the order');
const positionSide = () => word(['LONG', 'SHORT'], 'Side of the position');
const timeInForce = () => word(Object.values(TIME_IN_FORCE_NAMES), 'How it executes');
const status = () => word([...new Set(Object.values(STATUS_NAMES))], 'What has become of it');
const workingType = () =>
  word(
    ['UNKNOWN_PRICE_TYPE', 'CONTRACT_PRICE', 'MARK_PRICE', 'INDEX_PRICE'],
    'Which price its trigger watches',
  );

/** Errors stand in both names that clients look for. */
const verdict = {
  success: flag('Whether it was done'),
  errorCode: text('Empty where it was', ''),
  errorMessage: text('Why it was not', ''),
  errorMsg: text('The same', ''),
};

export const PLACED = record({
  orderId: idText('The order'),
  clientOrderId: clientId(),
  ...verdict,
});
export type Placed = Static<typeof PLACED>;

export const CANCELED = record({
  orderId: idText('The order'),
  origClientOrderId: text('As it was sent; empty where the order was named by its id', ''),
  ...verdict,
});
export type Canceled = Static<typeof CANCELED>;

export const CANCELED_LIST = record({ orderList: list(CANCELED) });

export const ORDER_DONE = record({ orderId: integer('The order', 1_000_042), ...verdict });
export type OrderDone = Static<typeof ORDER_DONE>;

export const CLOSED = record({
  positionId: integer('The position', 1_000_001),
  successOrderId: integer('The order that closes it; 0 for none', 1_000_042),
  ...verdict,
});
export type Closed = Static<typeof CLOSED>;

export const MODIFIED = record({ success: flag('Always true') });

export const ORDER = record({
  orderId: integer('The order', 1_000_042),
  clientOrderId: clientId(),
  symbol: symbol(),
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
export type OrderRow = Static<typeof ORDER>;

export const ALGO_ORDER = record({
  algoId: integer('The order', 1_000_042),
  clientAlgoId: clientId(),
  algoType: word(['CONDITIONAL'], 'Always CONDITIONAL'),
  orderType: word(TRIGGER_TYPES, 'Kind of order'),
  symbol: symbol(),
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
  triggerTime: moment('When it was triggered; 0 while it was not'),
});
export type AlgoOrderRow = Static<typeof ALGO_ORDER>;

export const ALGO_ORDERS = record({
  orders: list(ALGO_ORDER),
  hasMore: flag('Whether there are older ones'),
});

export const USER_TRADE = record({
  id: integer('The fill', 2_000_042),
  orderId: integer('The order', 1_000_042),
  symbol: symbol(),
  buyer: flag('Whether it bought'),
  commission: decimal('Fee paid', '0.35340409'),
  commissionAsset: text('In which coin', 'USDT'),
  maker: flag('Whether the order had been resting'),
  price: decimal('Price', '95000.0'),
  qty: decimal('Size in the base coin', '0.0093'),
  quoteQty: decimal('Value in the quote coin', '883.51023000'),
  realizedPnl: decimal('Result realised by closing', '0'),
  side: side(),
  positionSide: positionSide(),
  time: moment('When it happened'),
});
export type UserTrade = Static<typeof USER_TRADE>;

export const ERROR = record({
  code: integer('The code', -1_142),
  msg: text('What went wrong; under `message` where the code is -1003', 'Parameter x is invalid'),
  requestTime: moment('When it was answered'),
});
