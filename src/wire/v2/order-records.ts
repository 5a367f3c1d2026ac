/** The answers of the order endpoints. */
import { type Static, Type } from 'typebox';
import {
  decimal,
  flag,
  idText,
  integer,
  list,
  moment,
  momentText,
  nullable,
  record,
  text,
  word,
} from '../record-field.ts';
import { EXECUTION_CODES, ORDER_TYPES } from './codes.ts';

const symbol = () => text('The contract', 'cmt_btcusdt');
const clientOid = () => text('The caller’s own id, or one that the venue gave', 'my-order-1');
const preset = (what: string) => nullable(decimal(`Preset ${what} price`, '95000.0'));

export const ORDER_STATUSES = [
  'pending',
  'open',
  'filled',
  'canceling',
  'canceled',
  'untriggered',
] as const;

export const PLAN_STATUSES = [
  'PENDING',
  'OPEN',
  'FILLED',
  'CANCELING',
  'CANCELED',
  'UNTRIGGERED',
] as const;

const progressFields = {
  symbol: symbol(),
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

export const HISTORY_PLAN_RECORD = record({
  list: list(PLAN_RECORD),
  nextPage: flag('Whether there are older ones'),
});
export type HistoryPlanRecord = Static<typeof HISTORY_PLAN_RECORD>;

export const DIRECTION_NAMES = [
  'OPEN_LONG',
  'OPEN_SHORT',
  'CLOSE_LONG',
  'CLOSE_SHORT',
  'OFFSET_LIQUIDATE_LONG',
  'OFFSET_LIQUIDATE_SHORT',
  'AGREEMENT_CLOSE_LONG',
  'AGREEMENT_CLOSE_SHORT',
  'BURST_LIQUIDATE_LONG',
  'BURST_LIQUIDATE_SHORT',
] as const;

export const LIQUIDATE_TYPES = [
  'NONE',
  'REDUCE_LIQUIDATE',
  'FORCE_LIQUIDATE',
  'AUTO_DELEVERAGE',
] as const;

export const FILL_RECORD = record({
  tradeId: integer('The trade', 1_000_007),
  orderId: integer('The order', 1_000_042),
  symbol: symbol(),
  marginMode: word(['SHARED', 'ISOLATED'], 'Cross or isolated margin'),
  separatedMode: word(['COMBINED'], 'Always combined'),
  positionSide: word(['LONG', 'SHORT'], 'Side of the position'),
  orderSide: word(['BUY', 'SELL'], 'Side of the order'),
  fillSize: decimal('Size in the base coin', '0.0093'),
  fillValue: decimal('Price times size', '883.51023000'),
  fillFee: decimal('Fee paid; negative for a rebate', '0.35340409'),
  liquidateFee: decimal('Liquidation fee', '0'),
  realizePnl: decimal('Result realised by closing', '-0.02697000'),
  direction: word(['MAKER', 'TAKER'], 'Whether the order had been resting'),
  liquidateType: word(LIQUIDATE_TYPES, 'Kind of liquidation'),
  legacyOrdeDirection: word(DIRECTION_NAMES, 'What the order does to the position'),
  createdTime: moment('When it happened'),
});
export type FillRecord = Static<typeof FILL_RECORD>;

export const FILLS_RECORD = record({
  list: list(FILL_RECORD),
  nextFlag: flag('Whether there are older ones'),
  totals: integer('Number of fills that match, on this page and others', 1),
});
export type FillsRecord = Static<typeof FILLS_RECORD>;

export const PLACED_RECORD = record({
  client_oid: nullable(text('The caller’s own id as it was sent', 'my-order-1')),
  order_id: idText('The order'),
});
export type PlacedRecord = Static<typeof PLACED_RECORD>;

export const BATCH_RECORD = record({
  order_info: list(
    record({
      order_id: Type.String({ description: 'The order; empty where it failed' }),
      client_oid: Type.String({ description: 'The caller’s own id; empty where there is none' }),
      result: flag('Whether it was placed'),
      error_code: Type.String({ description: 'Empty where it was placed' }),
      error_message: Type.String({ description: 'Empty where it was placed' }),
    }),
  ),
  result: flag('Whether the batch was carried out'),
});
export type BatchRecord = Static<typeof BATCH_RECORD>;

export const CANCELED_RECORD = record({
  order_id: Type.String({ description: 'The order', examples: ['1000042'] }),
  client_oid: nullable(text('The caller’s own id, where it was canceled by that', 'my-order-1')),
  result: flag('Whether it was canceled'),
  err_msg: nullable(Type.String({ description: 'Why not' })),
});
export type CanceledRecord = Static<typeof CANCELED_RECORD>;

const cancelResult = () =>
  record({
    err_msg: Type.String({ description: 'Why not; empty on success' }),
    order_id: Type.String({ description: 'The order; empty where only its client id is known' }),
    client_oid: Type.String({ description: 'The caller’s own id; empty where it was not used' }),
    result: flag('Whether it was canceled'),
  });

export const CANCEL_BATCH_RECORD = record({
  result: flag('Whether all were canceled'),
  orderIds: list(Type.String()),
  clientOids: list(Type.String()),
  cancelOrderResultList: list(cancelResult()),
  failInfos: list(cancelResult()),
});
export type CancelBatchRecord = Static<typeof CANCEL_BATCH_RECORD>;

export const CLOSED_RECORD = record({
  positionId: integer('The position', 1_000_001),
  successOrderId: integer('The order that closes it; 0 where it failed', 1_000_042),
  errorMessage: Type.String({ description: 'Why not; empty on success' }),
  success: flag('Whether an order was placed'),
});
export type ClosedRecord = Static<typeof CLOSED_RECORD>;

/** One order of cancelAllOrders or placeTpSlOrder. */
export const OUTCOME_RECORD = record({
  orderId: integer('The order; 0 where it failed', 1_000_042),
  success: flag('Whether it succeeded'),
});
export type OutcomeRecord = Static<typeof OUTCOME_RECORD>;

const envelope = <const Data extends string>(data: Data) =>
  record({
    code: word(['00000'], 'Always 00000'),
    msg: word(['success'], 'Always success'),
    requestTime: moment('When it was answered'),
    data: word([data], 'Always the same'),
  });

export const MODIFIED_RECORD = envelope('');
export type ModifiedRecord = Static<typeof MODIFIED_RECORD>;

export const UPLOADED_RECORD = envelope('upload success');
export type UploadedRecord = Static<typeof UPLOADED_RECORD>;

/** The body of every error. */
export const ERROR_RECORD = record({
  code: text('Code of the error', '40020'),
  msg: text('What is wrong, in the language of the `locale` header', 'Parameter symbol is invalid'),
  requestTime: moment('When it was answered'),
  data: Type.Null(),
});
