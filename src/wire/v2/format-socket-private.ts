/** What the private channels send to the owner of an account. */
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import { NO_ORDER } from '../../domain/ids.ts';
import { LIQUIDATION_FEE } from '../../domain/margin.ts';
import type { CancelReason, Order, OrderStatus } from '../../domain/order.ts';
import type { PostingKind } from '../../domain/posting.ts';
import { sideOf } from '../../domain/side.ts';
import { type Millis, NO_TICKS, type Ticks } from '../../domain/units.ts';
import type { TrackedOrder } from '../../views/orders.ts';
import { formatLots, formatPpm, formatTicks } from '../quantity.ts';
import { lotsText, moneyText, priceText } from './amount-text.ts';
import type { PrivateChannel } from './channels.ts';
import {
  executionOf,
  MARGIN_MODE_NAMES,
  POSITION_SIDE_NAMES,
  SIDE_NAMES,
  TIME_IN_FORCE_NAMES,
  TRIGGER_SOURCE_NAMES,
} from './codes.ts';
import { type AccountReading, COIN_NAME, totalText } from './format-account.ts';
import { clientIdOf, limitText } from './format-order.ts';
import type { PositionReading } from './format-position.ts';
import type { SocketAccount, SocketFill, SocketOrder, SocketPosition } from './socket-records.ts';

/** Under which name each channel carries its rows. */
const ROWS_NAMES = {
  account: 'collateral',
  positions: 'position',
  orders: 'order',
  fill: 'orderFillTransaction',
} as const satisfies Readonly<Record<PrivateChannel, string>>;

/** What set the rows off. */
export type PrivateEvent =
  | 'OrderUpdate'
  | 'PositionFundingSettle'
  | 'PositionUpdate'
  | 'DepositUpdate'
  | 'WithdrawUpdate'
  | 'Snapshot';

export interface PrivatePayload {
  readonly event: PrivateEvent;
  /** Rises by one with each event of the account. */
  readonly version: number;
  readonly at: Millis;
}

type RowOf = {
  readonly account: SocketAccount;
  readonly positions: SocketPosition;
  readonly orders: SocketOrder;
  readonly fill: SocketFill;
};

export const privatePayload = <Channel extends PrivateChannel>(
  channel: Channel,
  { event, version, at }: PrivatePayload,
  rows: readonly RowOf[Channel][],
) => ({
  type: 'trade-event' as const,
  channel,
  event: 'payload' as const,
  msg: { msgEvent: event, version, data: { [ROWS_NAMES[channel]]: rows }, time: at },
});

export function socketAccount(account: AccountReading): SocketAccount {
  const total = (kind: PostingKind): string => totalText(account, kind);
  return {
    coinId: COIN_NAME,
    marginMode: 'SHARED',
    crossContractId: '0',
    isolatedPositionId: '0',
    amount: moneyText(account.collateral),
    pendingDepositAmount: '0',
    pendingWithdrawAmount: '0',
    pendingTransferInAmount: '0',
    pendingTransferOutAmount: '0',
    legacyAmount: moneyText(account.wallet),
    cumDepositAmount: total('deposit'),
    cumWithdrawAmount: total('withdrawal'),
    cumTransferInAmount: total('transfer-in'),
    cumTransferOutAmount: total('transfer-out'),
    cumMarginMoveInAmount: moneyText(account.notes.marginMovedIn),
    cumMarginMoveOutAmount: moneyText(account.notes.marginMovedOut),
    cumPositionOpenLongAmount: total('open-long'),
    cumPositionOpenShortAmount: total('open-short'),
    cumPositionCloseLongAmount: total('close-long'),
    cumPositionCloseShortAmount: total('close-short'),
    cumPositionFillFeeAmount: total('fee'),
    cumPositionLiquidateFeeAmount: total('liquidation-fee'),
    cumPositionFundingAmount: total('funding'),
    cumOrderFillFeeIncomeAmount: total('fee-income'),
    cumOrderLiquidateFeeIncomeAmount: total('liquidation-fee-income'),
    createdTime: String(account.notes.openedAt),
    updatedTime: String(account.notes.updatedAt),
    liquidating: account.liquidating,
  };
}

/** A position that is gone is sent once more, with a size of 0. */
export type SocketPositionReading = Omit<PositionReading, 'account' | 'mark' | 'liquidation'>;

export function socketPosition(reading: SocketPositionReading): SocketPosition {
  const { contract, position } = reading;
  return {
    id: String(position.id),
    coinId: COIN_NAME,
    contractId: contract.symbol,
    side: POSITION_SIDE_NAMES[position.side],
    marginMode: MARGIN_MODE_NAMES[reading.marginMode],
    separatedMode: 'COMBINED',
    separatedOpenOrderId: '0',
    leverage: String(reading.leverage),
    size: lotsText(contract, position.size),
    openValue: moneyText(position.openValue),
    openFee: moneyText(position.openFee),
    fundingFee: moneyText(position.fundingFee),
    isolatedMargin: moneyText(position.isolatedMargin),
    cumOpenSize: lotsText(contract, position.cumOpenSize),
    cumOpenValue: moneyText(position.cumOpenValue),
    cumOpenFee: moneyText(position.cumOpenFee),
    cumCloseSize: lotsText(contract, position.cumCloseSize),
    cumCloseValue: moneyText(position.cumCloseValue),
    cumCloseFee: moneyText(position.cumCloseFee),
    cumFundingFee: moneyText(position.cumFunding),
    cumLiquidateFee: moneyText(position.cumLiquidationFee),
    createdMatchSequenceId: String(position.openedSeq),
    updatedMatchSequenceId: String(position.updatedSeq),
    createdTime: String(position.openedAt),
    updatedTime: String(position.updatedAt),
    autoAppendIsolatedMargin: reading.autoTopUp,
  };
}

export const socketFill = (contract: Contract, fill: FillRow): SocketFill => ({
  id: String(fill.trade),
  coinId: COIN_NAME,
  contractId: contract.symbol,
  orderId: String(fill.order),
  marginMode: MARGIN_MODE_NAMES[fill.marginMode],
  separatedMode: 'COMBINED',
  separatedOpenOrderId: '0',
  positionSide: POSITION_SIDE_NAMES[fill.positionSide],
  orderSide: SIDE_NAMES[fill.side],
  fillSize: formatLots(contract, fill.size),
  fillValue: moneyText(fill.value),
  fillFee: moneyText(fill.fee),
  liquidateFee: moneyText(fill.liquidationFee),
  realizePnl: moneyText(fill.realisedPnl),
  direction: fill.isMaker ? 'MAKER' : 'TAKER',
  createdTime: String(fill.at),
  updatedTime: String(fill.at),
});

export function socketOrder(contract: Contract, tracked: Readonly<TrackedOrder>): SocketOrder {
  const { order } = tracked;
  const { trigger } = order;
  return {
    id: String(order.id),
    coinId: COIN_NAME,
    contractId: contract.symbol,
    marginMode: MARGIN_MODE_NAMES[order.marginMode],
    separatedMode: 'COMBINED',
    separatedOpenOrderId: '0',
    positionSide: POSITION_SIDE_NAMES[order.positionSide],
    orderSide: SIDE_NAMES[sideOf(order.positionSide, order.effect)],
    price: limitText(contract, order),
    size: formatLots(contract, order.size),
    clientOrderId: clientIdOf(order),
    type: kindOf(order),
    timeInForce: TIME_IN_FORCE_NAMES[executionOf(order)],
    reduceOnly: order.effect === 'close',
    triggerPrice: priceText(contract, trigger?.price ?? NO_TICKS),
    triggerPriceType:
      trigger === null ? 'UNKNOWN_PRICE_TYPE' : TRIGGER_SOURCE_NAMES[trigger.source],
    orderSource: order.origin === 'trader' ? 'API' : 'SYSTEM',
    openTpslParentOrderId: String(order.parent === NO_ORDER ? 0 : order.parent),
    positionTpsl: trigger?.wholePosition ?? false,
    setOpenTp: order.takeProfit !== NO_TICKS,
    ...exitParam('openTpParam', contract, order.takeProfit),
    setOpenSl: order.stopLoss !== NO_TICKS,
    ...exitParam('openSlParam', contract, order.stopLoss),
    leverage: String(order.leverage),
    takerFeeRate: formatPpm(order.takerFee),
    makerFeeRate: formatPpm(order.makerFee),
    feeDiscount: '1',
    liquidateFeeRate: formatPpm(LIQUIDATION_FEE),
    status: order.status.toUpperCase() as Uppercase<OrderStatus>,
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

function kindOf({ price, trigger }: Readonly<Order>): SocketOrder['type'] {
  const form = price === NO_TICKS ? 'MARKET' : 'LIMIT';
  if (trigger === null) return form;
  return trigger.purpose === 'take-profit' ? `TAKE_PROFIT_${form}` : `STOP_${form}`;
}

/** Left out where nothing is preset. */
const exitParam = <Name extends 'openTpParam' | 'openSlParam'>(
  name: Name,
  contract: Contract,
  price: Ticks,
) => {
  if (price === NO_TICKS) return {};
  const triggerPrice = formatTicks(contract, price);
  return { [name]: { triggerPrice, triggerPriceType: 'CONTRACT_PRICE' as const } };
};

const cancelReasonText = (reason: CancelReason | null): string =>
  reason === null ? 'UNKNOWN_ORDER_CANCEL_REASON' : reason.toUpperCase().replaceAll('-', '_');
