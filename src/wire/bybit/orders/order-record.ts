/** The row of an order, the same in lists and in what sockets tell. */
import { Type } from 'typebox';
import { notionalOf } from '../../../domain/contract.ts';
import { plus } from '../../../domain/money.ts';
import { isFinal } from '../../../domain/order.ts';
import { sideOf } from '../../../domain/side.ts';
import { lots, NO_LOTS, NO_MONEY, NO_TICKS, type Ticks } from '../../../domain/units.ts';
import { averageText, moneyText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { Hides, ShownOrder, Shows } from '../../order-options.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { flag, integer } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { texts } from '../endpoint.ts';
import {
  creationWord,
  endWords,
  forceWord,
  positionIndex,
  SIDE_WORDS,
  SOURCE_WORDS,
  selfTradeWord,
  statusWord,
  stopWord,
} from './order-words.ts';

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
