/** The events of a user stream. */

import { notionalOf } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import type { ContractId } from '../../../domain/ids.ts';
import { maintenanceMargin } from '../../../domain/margin.ts';
import type { CancelReason, Order } from '../../../domain/order.ts';
import { unrealisedPnl } from '../../../domain/position.ts';
import { sideOf } from '../../../domain/side.ts';
import { type Money, money, NO_LOTS, NO_MONEY, NO_TICKS, toBigInt } from '../../../domain/units.ts';
import type { PositionTold } from '../../account-figures.ts';
import { averagePrice, moneyText } from '../../amount-text.ts';
import { costsOf } from '../../desk-rows.ts';
import { formatDecimal, formatLots, formatMoney, formatTicks } from '../../quantity.ts';
import type { OwnFrames, UserEvent } from '../../socket-dialect.ts';
import { symbolOf } from '../../symbol.ts';
import type {
  LeverageNews,
  MarginCall,
  MoneyCause,
  MoneyNews,
  OrderNews,
  TriggerNews,
  UserNews,
} from '../../user-news.ts';
import { COIN_NAME, POSITION_SIDE_NAMES, SIDE_NAMES } from '../../words.ts';
import { algoRecord, orderRecord } from '../orders/order-record.ts';
import { clientIdText } from '../orders/order-words.ts';
import type { AccountUpdate, AlgoUpdate, OrderUpdate, TradeLite } from './event-records.ts';

export const USER_FRAMES: OwnFrames = {
  user: eventsOf,
  ended: (listenKey, at) => event('listenKeyExpired', { E: at, listenKey }),
};

const event = <const Name extends string, Rest extends object>(e: Name, rest: Rest) => ({
  e,
  ...rest,
});

function eventsOf(news: UserNews, hasOldConditionals: boolean): readonly UserEvent[] {
  switch (news.kind) {
    case 'order':
      return news.fill === null
        ? [orderUpdate(news)]
        : [tradeLite(news, news.fill), orderUpdate(news)];
    case 'trigger':
      return hasOldConditionals ? waitingUpdate(news) : [algoUpdate(news)];
    case 'money':
      return [accountUpdate(news)];
    case 'leverage':
      return [configUpdate(news)];
    default:
      return [marginCall(news)];
  }
}

const EXECUTION_TYPES = { new: 'NEW', filled: 'TRADE', amended: 'AMENDMENT' } as const;

/** The record of the order as it stood, under short names. */
function orderUpdate({ step, contract, order, fill, reason, at }: OrderNews): OrderUpdate {
  const found = { order, updatedAt: at, cancelReason: reason };
  const told = orderRecord(found, { contractOf: () => contract });
  const ended = told.status === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
  const isForced = told.origType === 'LIQUIDATION';
  return event('ORDER_TRADE_UPDATE', {
    E: at,
    T: at,
    o: {
      s: told.symbol,
      c: told.clientOrderId,
      S: told.side,
      o: told.type,
      f: told.timeInForce,
      q: told.origQty,
      p: told.price,
      ap: told.avgPrice,
      sp: told.stopPrice,
      x:
        step === 'ended'
          ? ended
          : isForced && step === 'new'
            ? 'CALCULATED'
            : EXECUTION_TYPES[step],
      X: told.status,
      i: told.orderId,
      l: formatLots(contract, fill?.size ?? NO_LOTS),
      z: told.executedQty,
      L: formatTicks(contract, fill?.price ?? NO_TICKS),
      ...(fill === null ? {} : { n: formatMoney(fill.fee), N: COIN_NAME }),
      T: at,
      // Programs take any other number for a fill.
      t: fill?.number ?? 0,
      b: '0',
      a: '0',
      m: fill?.isMaker ?? false,
      R: told.reduceOnly,
      wt: told.workingType,
      ot: told.origType,
      ps: told.positionSide,
      cp: told.closePosition,
      ...(told.priceRate === undefined ? {} : { AP: told.activatePrice, cr: told.priceRate }),
      pP: told.priceProtect,
      si: 0,
      ss: 0,
      rp: moneyText(fill?.realisedPnl ?? NO_MONEY),
      V: told.selfTradePreventionMode,
      pm: told.priceMatch,
      gtd: told.goodTillDate,
      er: expiryReasonOf(order, reason),
    },
  });
}

const WAITING_STEPS = { placed: 'new', changed: 'amended', ended: 'ended' } as const;

/** In the old shape a conditional order is an order that waits; what it becomes tells the rest. */
function waitingUpdate({ step: of, ...news }: TriggerNews): readonly OrderUpdate[] {
  const step = of in WAITING_STEPS ? WAITING_STEPS[of as keyof typeof WAITING_STEPS] : undefined;
  return step === undefined ? [] : [orderUpdate({ ...news, kind: 'order', step, fill: null })];
}

const tradeLite = ({ contract, order, at }: OrderNews, fill: FillRow): TradeLite =>
  event('TRADE_LITE', {
    E: at,
    T: at,
    s: symbolOf(contract),
    q: formatLots(contract, order.size),
    p: formatTicks(contract, order.price),
    m: fill.isMaker,
    c: clientIdText(order),
    S: SIDE_NAMES[sideOf(order.positionSide, order.effect)],
    L: formatTicks(contract, fill.price),
    l: formatLots(contract, fill.size),
    t: fill.number,
    i: order.id,
  });

/** Numbers in text for why an order expired. */
const EXPIRY_REASONS: Readonly<Partial<Record<CancelReason, string>>> = {
  'self-trade': '1',
  'ioc-remainder': '2',
  deleveraging: '4',
  'protective-exit': '4',
  'position-closed': '4',
  'no-position': '4',
  'reduce-only': '4',
  bankruptcy: '5',
  liquidation: '5',
  'fok-short': '10',
  'post-only-would-take': '11',
};

function expiryReasonOf({ price }: Readonly<Order>, reason: CancelReason | null): string {
  if (reason === 'ioc-remainder' && price === NO_TICKS) return '9';
  return reason === null ? '0' : (EXPIRY_REASONS[reason] ?? '0');
}

function algoUpdate({ step, contract, order, reason, reject, at }: TriggerNews): AlgoUpdate {
  const found = { order, updatedAt: at, cancelReason: reason };
  const told = algoRecord(found, { contractOf: () => contract });
  const isOver = step === 'finished';
  const isFiring = step === 'firing';
  return event('ALGO_UPDATE', {
    T: at,
    E: at,
    o: {
      caid: told.clientAlgoId,
      aid: told.algoId,
      at: told.algoType,
      o: told.orderType,
      s: told.symbol,
      S: told.side,
      ps: told.positionSide,
      f: told.timeInForce,
      q: told.quantity,
      X: isFiring ? 'TRIGGERING' : told.algoStatus,
      ai: isFiring ? '' : told.actualOrderId,
      ap: isOver ? told.actualPrice : '0',
      aq: isOver ? told.actualQty : '0',
      act: isFiring ? '' : told.actualType,
      tp: told.triggerPrice,
      p: told.price,
      V: told.selfTradePreventionMode,
      wt: told.workingType,
      pm: told.priceMatch,
      cp: told.closePosition,
      pP: told.priceProtect,
      R: told.reduceOnly,
      tt: told.triggerTime,
      gtd: told.goodTillDate,
      ...(told.callbackRate === undefined ? {} : { AP: told.activatePrice, cr: told.callbackRate }),
      rm: reject?.reason ?? '',
      ia: step !== 'placed' && order.trigger?.activatedAt !== undefined,
    },
  });
}

const REASONS: Readonly<Record<MoneyCause, string>> = {
  fill: 'ORDER',
  funding: 'FUNDING_FEE',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAW',
  margin: 'MARGIN_TRANSFER',
  'margin-mode': 'MARGIN_TYPE_CHANGE',
  insurance: 'INSURANCE_CLEAR',
  reset: 'ADJUSTMENT',
};

function accountUpdate(news: MoneyNews): AccountUpdate {
  const { cause, wallet, crossWallet, moved, at } = news;
  const [wb, cw] = [formatMoney(wallet), formatMoney(crossWallet)];
  return event('ACCOUNT_UPDATE', {
    E: at,
    T: at,
    a: {
      m: REASONS[cause],
      B: [{ a: COIN_NAME, wb, cw, bc: moneyText(moved) }],
      P: rowsOf(news).map((held) => ({ ...positionRow(held), ps: sideOfRow(news, held) })),
    },
  });
}

type Rows = Pick<MoneyNews, 'positionMode' | 'positions'>;

/** In one-way mode a contract has one row, also if one side was closed and the other opened. */
function rowsOf({ positionMode, positions }: Rows): readonly PositionTold[] {
  if (positionMode === 'hedge') return positions;
  const rows = new Map<ContractId, PositionTold>();
  for (const held of positions)
    if (held.position.size > 0 || !rows.has(held.contract.id)) rows.set(held.contract.id, held);
  return [...rows.values()];
}

const sideOfRow = ({ positionMode }: Rows, { position }: PositionTold) =>
  positionMode === 'net' ? 'BOTH' : POSITION_SIDE_NAMES[position.side];

/** A short has a negative amount. */
function amountOf({ contract, position }: PositionTold): string {
  const units = BigInt(position.size) * BigInt(contract.lotStep);
  return formatDecimal(position.side === 'short' ? -units : units, contract.sizeDecimals);
}

const marginTypeOf = ({ marginMode, position }: PositionTold) => ({
  mt: marginMode,
  iw: moneyText(position.isolatedMargin),
});

const unrealisedText = ({ contract, position, mark }: PositionTold): string =>
  moneyText(position.size === 0 ? NO_MONEY : unrealisedPnl(contract, position, mark));

function positionRow(held: PositionTold) {
  const { contract } = held;
  const { entry, breakEven, size } = costsOf({ held });
  return {
    s: symbolOf(contract),
    pa: amountOf(held),
    ep: averagePrice(contract, entry, size),
    bep: averagePrice(contract, breakEven, size),
    cr: moneyText(realisedOf(held)),
    up: unrealisedText(held),
    ...marginTypeOf(held),
    ma: COIN_NAME,
  };
}

/** The result of what was closed since the position began, before fees. */
function realisedOf({ position }: PositionTold): Money {
  const { side, cumOpenValue, openValue, cumCloseValue } = position;
  const closedCost = toBigInt(cumOpenValue) - toBigInt(openValue);
  return money(
    side === 'long' ? toBigInt(cumCloseValue) - closedCost : closedCost - toBigInt(cumCloseValue),
  );
}

const configUpdate = ({ contract, leverage, at }: LeverageNews): UserEvent =>
  event('ACCOUNT_CONFIG_UPDATE', { E: at, T: at, ac: { s: symbolOf(contract), l: leverage } });

const marginCall = (news: MarginCall): UserEvent =>
  event('MARGIN_CALL', {
    E: news.at,
    cw: formatMoney(news.crossWallet),
    p: news.positions.map((held) => ({
      s: symbolOf(held.contract),
      ps: sideOfRow(news, held),
      pa: amountOf(held),
      ...marginTypeOf(held),
      mp: formatTicks(held.contract, held.mark),
      up: unrealisedText(held),
      mm: moneyText(maintenanceOf(held)),
    })),
  });

const maintenanceOf = ({ contract, position, mark }: PositionTold) =>
  maintenanceMargin(contract, notionalOf(contract, mark, position.size));
