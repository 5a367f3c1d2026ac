/**
 * The words of version 2 for the terms of the engine: codes in requests and names in answers.
 */

import type { MarginMode } from '../../domain/margin.ts';
import type { Order, TimeInForce, TriggerSource } from '../../domain/order.ts';
import type { Effect, PositionSide } from '../../domain/side.ts';
import type { Interval } from '../../views/interval.ts';
import type { OrderWords } from '../foreign-fields.ts';
import { meaningsOf } from '../words.ts';

export interface Direction {
  readonly effect: Effect;
  readonly positionSide: PositionSide;
}

export const DIRECTIONS: Readonly<Record<'1' | '2' | '3' | '4', Direction>> = {
  '1': { effect: 'open', positionSide: 'long' },
  '2': { effect: 'open', positionSide: 'short' },
  '3': { effect: 'close', positionSide: 'long' },
  '4': { effect: 'close', positionSide: 'short' },
};

export const EXECUTION_NAMES = {
  normal: 'normal',
  'post-only': 'postOnly',
  fok: 'fok',
  ioc: 'ioc',
} as const satisfies Readonly<Record<TimeInForce, string>>;

export const EXECUTION_DIGITS = {
  normal: '0',
  'post-only': '1',
  fok: '2',
  ioc: '3',
} as const satisfies Readonly<Record<TimeInForce, string>>;
export const EXECUTIONS = meaningsOf(EXECUTION_DIGITS);
export const EXECUTION_CODES = Object.values(EXECUTION_DIGITS);

export const TIME_IN_FORCE_NAMES = {
  normal: 'GOOD_TIL_CANCEL',
  'post-only': 'POST_ONLY',
  fok: 'FILL_OR_KILL',
  ioc: 'IMMEDIATE_OR_CANCEL',
} as const satisfies Readonly<Record<TimeInForce, string>>;

/** The names of this dialect, for errors about fields of other interfaces. */
export const ORDER_WORDS: OrderWords = {
  trigger: 'order/plan_order or order/placeTpSlOrder',
  takeProfit: 'presetTakeProfitPrice',
  stopLoss: 'presetStopLossPrice',
  closing: 'type 3 or 4',
  closeAll: 'order/closePositions',
  postOnly: 'order_type 1',
  execution: 'order_type: 0 normal, 1 post-only, 2 fill-or-kill, 3 immediate-or-cancel',
  size: 'size',
  watchMark: 'an exit watches the mark after order/modifyTpSlOrder with triggerPriceType 3',
};

export const MARGIN_MODES: Readonly<Record<'1' | '3', MarginMode>> = {
  '1': 'cross',
  '3': 'isolated',
};
export const MARGIN_MODE_NAMES = { cross: 'SHARED', isolated: 'ISOLATED' } as const;

export const TRIGGER_SOURCES: Readonly<Record<'1' | '3', TriggerSource>> = {
  '1': 'last',
  '3': 'mark',
};

export const ORDER_TYPES = [
  'open_long',
  'open_short',
  'close_long',
  'close_short',
  'offset_liquidate_long',
  'offset_liquidate_short',
  'agreement_close_long',
  'agreement_close_short',
  'burst_liquidate_long',
  'burst_liquidate_short',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** Returns the type of an order: its effect on the position, and who placed it. */
export function orderTypeOf(order: Pick<Order, 'origin' | 'effect' | 'positionSide'>): OrderType {
  const { positionSide } = order;
  if (order.effect === 'open') return `open_${positionSide}`;
  switch (order.origin) {
    case 'reduction':
      return `offset_liquidate_${positionSide}`;
    case 'liquidation':
      return `burst_liquidate_${positionSide}`;
    case 'deleveraging':
    case 'reset':
      return `agreement_close_${positionSide}`;
    case 'trader':
    case 'unwind':
    case 'tape':
      return `close_${positionSide}`;
  }
}

export const GRANULARITIES = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'] as const;

/** The names of intervals on the sockets, which have more of them than HTTP. */
export const INTERVAL_NAMES: Readonly<Record<Interval, string>> = {
  '1m': 'MINUTE_1',
  '3m': 'MINUTE_3',
  '5m': 'MINUTE_5',
  '15m': 'MINUTE_15',
  '30m': 'MINUTE_30',
  '1h': 'HOUR_1',
  '2h': 'HOUR_2',
  '4h': 'HOUR_4',
  '6h': 'HOUR_6',
  '8h': 'HOUR_8',
  '12h': 'HOUR_12',
  '1d': 'DAY_1',
  '3d': 'DAY_3',
  '1w': 'WEEK_1',
  '1M': 'MONTH_1',
};

/** The ids of the one coin and of the first contract. */
export const COIN_ID = 2;
export const FIRST_CONTRACT_NUMBER = 10_000_001;

export const capitals = <const Word extends string>(word: Word): Uppercase<Word> =>
  word.toUpperCase() as Uppercase<Word>;
