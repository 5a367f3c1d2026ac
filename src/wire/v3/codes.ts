/** The words of version 3 for the terms of the engine. */
import type { Order, OrderStatus, TimeInForce } from '../../domain/order.ts';
import { NO_TICKS } from '../../domain/units.ts';
import type { OrderWords } from '../foreign-fields.ts';
import { meaningsOf } from '../words.ts';

export const MARGIN_TYPE_NAMES = { cross: 'CROSSED', isolated: 'ISOLATED' } as const;
export const MARGIN_TYPES = meaningsOf(MARGIN_TYPE_NAMES);

export const TIME_IN_FORCE_NAMES = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  'post-only': 'POST_ONLY',
} as const satisfies Record<TimeInForce, string>;
/** Some client libraries send `PO` for post-only. */
export const TIMES_IN_FORCE = {
  ...meaningsOf(TIME_IN_FORCE_NAMES),
  PO: 'post-only',
  GOOD_TIL_CANCEL: 'normal',
} as const;

/** The names of this dialect, for errors about fields of other interfaces. */
export const ORDER_WORDS: OrderWords = {
  trigger: 'algoOrder',
  takeProfit: 'tpTriggerPrice',
  stopLoss: 'slTriggerPrice',
  closing: 'side SELL with positionSide LONG, or BUY with SHORT',
  closeAll: 'closePositions',
  postOnly: 'timeInForce POST_ONLY',
  execution: 'timeInForce GTC, IOC, FOK or POST_ONLY',
  size: 'quantity',
  watchMark: 'send SlWorkingType or TpWorkingType MARK_PRICE to algoOrder',
};

/** A partly filled order that rests is `NEW`, because clients know no other word for it. */
export const STATUS_NAMES = {
  pending: 'NEW',
  open: 'NEW',
  filled: 'FILLED',
  canceling: 'CANCELING',
  canceled: 'CANCELED',
  untriggered: 'UNTRIGGERED',
} as const satisfies Record<OrderStatus, string>;

export const TRIGGER_TYPES = ['STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET'] as const;
export const ORDER_TYPES = ['LIMIT', 'MARKET', ...TRIGGER_TYPES] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export function orderTypeOf({ price, trigger }: Pick<Order, 'price' | 'trigger'>): OrderType {
  const isMarket = price === NO_TICKS;
  if (trigger === null) return isMarket ? 'MARKET' : 'LIMIT';
  const base = trigger.purpose === 'take-profit' ? 'TAKE_PROFIT' : 'STOP';
  return isMarket ? `${base}_MARKET` : base;
}
