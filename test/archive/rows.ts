/** Rows for tests of the archive, whole and plausible; a test names only what it is about. */
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  HistoryRows,
  LiquidationRow,
} from '../../src/domain/history.ts';
import {
  accountId,
  contractId,
  NO_ORDER,
  orderId,
  positionId,
  tradeId,
} from '../../src/domain/ids.ts';
import type { Order, Trigger } from '../../src/domain/order.ts';
import {
  fundingRate,
  lots,
  millis,
  money,
  NO_MONEY,
  NO_TICKS,
  ppm,
  seq,
  ticks,
} from '../../src/domain/units.ts';

export const ALICE = accountId(1);
export const BOB = accountId(2);
export const BTC = contractId(0);
export const ETH = contractId(1);

export function finished(id: number, over: Partial<Order> = {}): FinishedOrder {
  const order: Order = {
    id: orderId(id),
    account: ALICE,
    contract: BTC,
    positionSide: 'long',
    effect: 'open',
    origin: 'trader',
    clientOrderId: `client-${id}`,
    createdAt: millis(id),
    marginMode: 'cross',
    positionMode: 'hedge',
    leverage: 20,
    makerFee: ppm(200),
    takerFee: ppm(800),
    status: 'filled',
    timeInForce: 'normal',
    price: ticks(907_553),
    workingPrice: ticks(907_553),
    size: lots(3),
    filled: lots(3),
    filledValue: money(2_722_659_000n),
    fee: money(2_178_128n),
    liquidationFee: NO_MONEY,
    realisedPnl: NO_MONEY,
    freezePrice: ticks(907_553),
    openLoss: NO_TICKS,
    frozen: NO_MONEY,
    takeProfit: NO_TICKS,
    stopLoss: NO_TICKS,
    takeProfitOrder: NO_ORDER,
    stopLossOrder: NO_ORDER,
    parent: NO_ORDER,
    sibling: NO_ORDER,
    trigger: null,
    options: null,
    ...over,
  };
  const cancelReason = order.status === 'canceled' ? 'user' : null;
  return { order, finishedAt: millis(order.createdAt + 1), seq: seq(1), cancelReason };
}

export function trigger(over: Partial<Trigger> = {}): Trigger {
  return {
    purpose: 'plan',
    source: 'last',
    direction: 'rising',
    price: ticks(910_000),
    wholePosition: false,
    firedAt: null,
    firedPrice: NO_TICKS,
    ...over,
  };
}

export function fill(trade: number, over: Partial<FillRow> = {}): FillRow {
  return {
    trade: tradeId(trade),
    number: trade,
    order: orderId(trade),
    account: ALICE,
    contract: BTC,
    position: positionId(9),
    positionSide: 'long',
    effect: 'open',
    side: 'buy',
    marginMode: 'cross',
    positionMode: 'hedge',
    origin: 'trader',
    price: ticks(907_553),
    size: lots(3),
    closedSize: lots(0),
    value: money(2_722_659_000n),
    fee: money(2_178_128n),
    liquidationFee: NO_MONEY,
    realisedPnl: money(-5n),
    isMaker: false,
    venue: 'book',
    at: millis(trade),
    seq: seq(1),
    ...over,
  };
}

export function bill(id: number, over: Partial<BillRow> = {}): BillRow {
  return {
    id,
    account: ALICE,
    contract: BTC,
    kind: 'open-long',
    amount: money(-2_724_837_128n),
    fee: money(2_178_128n),
    collateral: money(97_275_162_872n),
    wallet: money(99_997_821_872n),
    at: millis(id),
    ...over,
  };
}

export function settlement(at: number, over: Partial<FundingRow> = {}): FundingRow {
  const settledAt = millis(at);
  return { contract: BTC, settledAt, rate: fundingRate(-4_600), mark: ticks(907_553), ...over };
}

export function deleveraged(id: number, over: Partial<LiquidationRow> = {}): LiquidationRow {
  const why: LiquidationRow['why'] = {
    kind: 'deleveraged',
    account: ALICE,
    contract: BTC,
    positionSide: 'short',
    bankruptAccount: BOB,
    bankruptOrder: orderId(77),
    price: ticks(901_000),
    size: lots(12),
    rank: 1,
    holders: 4,
    group: 'profitable',
    /** A score is not money and may pass 64 bits. */
    scorePpm: 2n ** 70n + 1n,
    unrealisedPnl: money(10n ** 12n),
    openValue: money(10n ** 13n),
    notional: money(10n ** 13n),
    equity: money(10n ** 11n),
    leverage: 20,
  };
  return { id, account: ALICE, at: millis(id), why, ...over };
}

export function entry(place: number, rows: Partial<Omit<HistoryRows, 'seq'>> = {}): HistoryRows {
  const none = { orders: [], fills: [], bills: [], funding: [], liquidations: [] };
  return { seq: seq(place), ...none, ...rows };
}
