/** The row of an order, the same in lists and in what sockets tell, and its words. */

import { Type } from 'typebox';
import type { SelfTradePolicy } from '../../../domain/account.ts';
import { notionalOf } from '../../../domain/contract.ts';
import { plus } from '../../../domain/money.ts';
import {
  type CancelReason,
  isFinal,
  type Order,
  type OrderOrigin,
  type TimeInForce,
  type TriggerSource,
} from '../../../domain/order.ts';
import { type PositionSide, type Side, sideOf } from '../../../domain/side.ts';
import { lots, NO_LOTS, NO_MONEY, NO_TICKS, type Ticks } from '../../../domain/units.ts';
import { averageText, moneyText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { Hides, ShownOrder, Shows } from '../../order-options.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { flag, integer } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME, meaningsOf } from '../../words.ts';
import { texts } from '../endpoint.ts';

export const SIDE_WORDS = { buy: 'Buy', sell: 'Sell' } as const satisfies Record<Side, string>;
export const BOOK_SIDES = meaningsOf(SIDE_WORDS);

const EXECUTION_WORDS = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  'post-only': 'PostOnly',
} as const satisfies Record<TimeInForce, string>;
export const TIMES_IN_FORCE = meaningsOf(EXECUTION_WORDS);

export const SOURCE_WORDS = {
  last: 'LastPrice',
  mark: 'MarkPrice',
  index: 'IndexPrice',
} as const satisfies Record<TriggerSource, string>;
export const PRICE_SOURCES = meaningsOf(SOURCE_WORDS);

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

export const ORDER_ROW = {
  ...texts('orderId', 'orderLinkId', 'parentOrderLinkId', 'blockTradeId', 'symbol', 'price'),
  ...texts('qty', 'side', 'isLeverage', 'orderStatus', 'cancelType', 'rejectReason', 'avgPrice'),
  ...texts('leavesQty', 'leavesValue', 'cumExecQty', 'cumExecValue', 'cumExecFee', 'timeInForce'),
  ...texts('orderType', 'stopOrderType', 'orderIv', 'triggerPrice', 'takeProfit', 'stopLoss'),
  ...texts('tpTriggerBy', 'slTriggerBy', 'triggerBy', 'lastPriceOnCreated', 'smpType'),
  ...texts('smpOrderId', 'tpslMode', 'tpLimitPrice', 'slLimitPrice', 'placeType', 'createType'),
  ...texts('createdTime', 'updatedTime', 'slippageToleranceType', 'slippageTolerance'),
  ...texts('marketUnit'),
  positionIdx: integer('0 in one-way mode, 1 long, 2 short', 0),
  triggerDirection: integer('1 rises, 2 falls, 0 for none', 0),
  smpGroup: integer('Always 0', 0),
  reduceOnly: flag('Whether it only closes'),
  closeOnTrigger: flag('Whether it closes the whole position'),
  cumFeeDetail: Type.Record(Type.String(), Type.String()),
};

/** What a row says itself in other words: who keeps which id, and from where a limit came. */
type Shown = ShownOrder<
  Shows<'selfTrade' | 'timeInForce' | 'trailing' | 'direction' | 'positionMode' | 'priceMatch'> &
    Hides<'clientIds' | 'expiresAt' | 'limitBound' | 'pairs' | 'priceProtect' | 'replaces'>
>;

/** Values that mean nothing here, and have to be there. */
const UNUSED = {
  parentOrderLinkId: '',
  blockTradeId: '',
  isLeverage: '',
  orderIv: '',
  lastPriceOnCreated: '',
  smpOrderId: '',
  smpGroup: 0,
  tpLimitPrice: '',
  slLimitPrice: '',
  placeType: '',
  slippageToleranceType: 'UNKNOWN',
  slippageTolerance: '',
  marketUnit: '',
};

export const linkIdOf = ({ clientOrderId }: Pick<Shown, 'clientOrderId'>): string =>
  clientOrderId ?? '';

export function orderRow(found: FoundOrder, { contractOf }: Pick<Visitor, 'contractOf'>) {
  const { updatedAt } = found;
  const order: Shown & FoundOrder['order'] = found.order;
  const contract = contractOf(order.contract);
  const { filled, trigger, price, workingPrice, effect } = order;
  const leaves = isFinal(order.status) ? NO_LOTS : lots(order.size - filled);
  const shownPrice = price === NO_TICKS ? workingPrice : price;
  const fee = plus(order.fee, order.liquidationFee);
  const exit = (at: Ticks): string => (at === NO_TICKS ? '' : formatTicks(contract, at));
  const hasExits = order.takeProfit !== NO_TICKS || order.stopLoss !== NO_TICKS;
  return {
    ...UNUSED,
    orderId: String(order.id),
    orderLinkId: linkIdOf(order),
    symbol: symbolOf(contract),
    price: formatTicks(contract, shownPrice),
    qty: formatLots(contract, order.size),
    side: SIDE_WORDS[sideOf(order.positionSide, effect)],
    orderStatus: statusWord(found),
    ...endWords(found),
    avgPrice: filled === 0 ? '' : averageText(contract, order.filledValue, filled),
    leavesQty: formatLots(contract, leaves),
    leavesValue: moneyText(notionalOf(contract, shownPrice, leaves)),
    cumExecQty: formatLots(contract, filled),
    cumExecValue: moneyText(order.filledValue),
    cumExecFee: moneyText(fee),
    timeInForce: forceWord(order),
    orderType: price === NO_TICKS ? 'Market' : 'Limit',
    stopOrderType: stopWord(order),
    triggerPrice: exit(trigger?.price ?? NO_TICKS),
    takeProfit: exit(order.takeProfit),
    stopLoss: exit(order.stopLoss),
    tpTriggerBy: order.takeProfit === NO_TICKS ? '' : SOURCE_WORDS.last,
    slTriggerBy: order.stopLoss === NO_TICKS ? '' : SOURCE_WORDS.last,
    triggerBy: trigger === null ? '' : SOURCE_WORDS[trigger.source],
    smpType: selfTradeWord(order.options?.selfTrade),
    tpslMode: modeWord(order, hasExits),
    createType: creationWord(order),
    createdTime: String(order.createdAt),
    updatedTime: String(updatedAt),
    positionIdx: positionIndex(order.positionMode === 'net', order.positionSide),
    triggerDirection: trigger === null ? 0 : trigger.direction === 'rising' ? 1 : 2,
    reduceOnly: effect === 'close',
    closeOnTrigger: trigger?.wholePosition ?? false,
    cumFeeDetail: feeDetail(fee === NO_MONEY ? undefined : moneyText(fee)),
  };
}

const feeDetail = (fee: string | undefined): Record<string, string> =>
  fee === undefined ? {} : { [COIN_NAME]: fee };

/** Whether its exits, or it as an exit, close the whole position. */
function modeWord({ trigger }: Shown, hasExits: boolean): string {
  if (hasExits || trigger?.wholePosition === true) return 'Full';
  return trigger === null || trigger.purpose === 'plan' ? '' : 'Partial';
}
