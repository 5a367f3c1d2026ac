/** The words of this dialect for the terms of orders, and for what becomes of them. */
import type { SelfTradePolicy } from '../../../domain/account.ts';
import type {
  CancelReason,
  Order,
  OrderOrigin,
  TimeInForce,
  TriggerSource,
} from '../../../domain/order.ts';
import type { PositionSide, Side } from '../../../domain/side.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import type { FoundOrder } from '../../order-figures.ts';

export const BOOK_SIDES = { Buy: 'buy', Sell: 'sell' } as const satisfies Record<string, Side>;
export const SIDE_WORDS = { buy: 'Buy', sell: 'Sell' } as const satisfies Record<Side, string>;

export const TIMES_IN_FORCE = {
  GTC: 'normal',
  IOC: 'ioc',
  FOK: 'fok',
  PostOnly: 'post-only',
} as const satisfies Record<string, TimeInForce>;

const EXECUTION_WORDS = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  'post-only': 'PostOnly',
} as const satisfies Record<TimeInForce, string>;

export const PRICE_SOURCES = {
  LastPrice: 'last',
  MarkPrice: 'mark',
  IndexPrice: 'index',
} as const satisfies Record<string, TriggerSource>;

export const SOURCE_WORDS = {
  last: 'LastPrice',
  mark: 'MarkPrice',
  index: 'IndexPrice',
} as const satisfies Record<TriggerSource, string>;

/** An account never trades with itself, so None means its own choice. */
export const SELF_TRADES = {
  None: null,
  CancelMaker: 'cancel-maker',
  CancelTaker: 'cancel-taker',
  CancelBoth: 'cancel-both',
} as const satisfies Record<string, SelfTradePolicy | null>;

export const selfTradeWord = (policy: SelfTradePolicy | undefined): string =>
  Object.entries(SELF_TRADES).find(([, each]) => each === policy)?.[0] ?? 'None';

/** 0 in one-way mode, 1 for longs and 2 for shorts in hedge mode. */
export const positionIndex = (isNet: boolean, side: PositionSide): number =>
  isNet ? 0 : side === 'long' ? 1 : 2;

export const forceWord = ({ price, status, timeInForce, options }: Readonly<Order>): string => {
  if (price === NO_TICKS && options?.priceMatch === undefined) return 'IOC';
  const isWaiting = status === 'untriggered';
  return EXECUTION_WORDS[isWaiting ? (options?.timeInForce ?? 'normal') : timeInForce];
};

/** Why an order ended, in the two words that this dialect has for it. */
type End = readonly [cancelType: string, rejectReason: string];

const NO_ERROR = 'EC_NoError';
const END: Readonly<Record<CancelReason, End>> = {
  user: ['CancelByUser', 'EC_PerCancelRequest'],
  replaced: ['CancelByUser', 'EC_PerCancelRequest'],
  'amended-to-filled': ['CancelByUser', 'EC_PerCancelRequest'],
  'ioc-remainder': ['CancelByUser', 'EC_CancelForNoFullFill'],
  'fok-short': ['CancelByUser', 'EC_NoEnoughQtyToFill'],
  'post-only-would-take': ['CancelByUser', 'EC_PostOnlyWillTakeLiquidity'],
  'self-trade': ['CancelBySmp', 'EC_BySelfMatch'],
  bankruptcy: ['CancelByPrepareLiq', NO_ERROR],
  liquidation: ['CancelByPrepareLiq', NO_ERROR],
  deleveraging: ['CancelByPrepareAdl', NO_ERROR],
  'protective-exit': ['CancelByTpSlTsClear', NO_ERROR],
  'position-closed': ['CancelByTpSlTsClear', NO_ERROR],
  'no-position': ['CancelByTpSlTsClear', NO_ERROR],
  oco: ['CancelByOCOTpCanceledBySlTriggered', NO_ERROR],
  'trigger-check-failed': ['CancelByMarginCheckFailed', 'EC_Others'],
  'account-status': ['CancelByAdmin', NO_ERROR],
  reset: ['CancelByAdmin', NO_ERROR],
  'season-ended': ['CancelByAdmin', NO_ERROR],
  expired: ['CancelByUser', 'EC_PerCancelRequest'],
  countdown: ['CancelByDCP', NO_ERROR],
  'reduce-only': ['CancelByReduceOnly', NO_ERROR],
  uncovered: ['CancelByMarginCheckFailed', NO_ERROR],
};

export function endWords({ order, cancelReason }: FoundOrder) {
  if (cancelReason === null || order.status !== 'canceled')
    return { cancelType: 'UNKNOWN', rejectReason: NO_ERROR };
  const [cancelType, rejectReason] = END[cancelReason];
  if (cancelReason === 'oco' && order.trigger?.purpose === 'stop-loss')
    return { cancelType: 'CancelByOCOSlCanceledByTpTriggered', rejectReason };
  const isNone = cancelReason === 'ioc-remainder' && order.filled === 0;
  return { cancelType, rejectReason: isNone ? 'EC_NoImmediateQtyToFill' : rejectReason };
}

export function statusWord({ order, cancelReason }: FoundOrder): string {
  switch (order.status) {
    case 'untriggered':
      return 'Untriggered';
    case 'filled':
      return 'Filled';
    case 'canceled':
      if (cancelReason === 'trigger-check-failed') return 'Rejected';
      return order.trigger?.firedAt === null ? 'Deactivated' : 'Cancelled';
    default:
      return order.filled > 0 ? 'PartiallyFilled' : 'New';
  }
}

/** What kind of conditional order it is; empty for others. */
export function stopWord({ trigger, options }: Readonly<Order>): string {
  if (trigger === null) return '';
  if (options?.trailing !== undefined) return 'TrailingStop';
  if (trigger.purpose === 'plan') return 'Stop';
  const word = trigger.purpose === 'take-profit' ? 'TakeProfit' : 'StopLoss';
  return trigger.wholePosition ? word : `Partial${word}`;
}

const ORIGINS: Readonly<Partial<Record<OrderOrigin, string>>> = {
  reduction: 'CreateByLiq',
  liquidation: 'CreateByTakeOver_PassThrough',
  deleveraging: 'CreateByAdl_PassThrough',
  reset: 'CreateByClosing',
};

export function creationWord(order: Readonly<Order>): string {
  const forced = ORIGINS[order.origin];
  if (forced !== undefined) return forced;
  const stop = stopWord(order);
  if (stop === '') return 'CreateByUser';
  return stop === 'Stop' ? 'CreateByStopOrder' : `CreateBy${stop}`;
}
