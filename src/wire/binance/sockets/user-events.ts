/** The events of a user stream. */
import type { Contract } from '../../../domain/contract.ts';
import { notionalOf } from '../../../domain/contract.ts';
import { maintenanceMargin } from '../../../domain/margin.ts';
import type { Order } from '../../../domain/order.ts';
import { unrealisedPnl } from '../../../domain/position.ts';
import { divideHalfEven } from '../../../domain/rounding.ts';
import { sideOf } from '../../../domain/side.ts';
import {
  type Lots,
  type Money,
  money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
} from '../../../domain/units.ts';
import { averageText, moneyText, priceText } from '../../amount-text.ts';
import type { PositionTold } from '../../position-figures.ts';
import {
  formatDecimal,
  formatLots,
  formatMoney,
  formatShort,
  formatTicks,
} from '../../quantity.ts';
import type { OwnFrames, UserEvent } from '../../socket-dialect.ts';
import { symbolOf } from '../../symbol.ts';
import type {
  FillNews,
  LeverageNews,
  MarginCall,
  MoneyCause,
  MoneyNews,
  OrderNews,
  TriggerNews,
  UserNews,
} from '../../user-news.ts';
import { COIN_NAME, POSITION_SIDE_NAMES, SIDE_NAMES } from '../../words.ts';
import {
  clientIdTextOf,
  endedTriggerStatus,
  executionNameOf,
  expiryReasonOf,
  originTypeOf,
  positionSideOf,
  statusOf,
  workingTypeOf,
} from '../order-words.ts';

export const USER_FRAMES: OwnFrames = {
  user: eventsOf,
  ended: (listenKey, at) => told('listenKeyExpired', { E: at, listenKey }),
};

const told = <Rest extends object>(e: string, rest: Rest): UserEvent & Rest => ({ e, ...rest });

function eventsOf(news: UserNews): readonly UserEvent[] {
  switch (news.kind) {
    case 'order':
      return news.fill === null
        ? [orderUpdate(news)]
        : [tradeLite(news, news.fill), orderUpdate(news)];
    case 'trigger':
      return [algoUpdate(news)];
    case 'money':
      return [accountUpdate(news)];
    case 'leverage':
      return [configUpdate(news)];
    default:
      return [marginCall(news)];
  }
}

const sideNameOf = ({ positionSide, effect }: Readonly<Order>) =>
  SIDE_NAMES[sideOf(positionSide, effect)];

/** The names of what watches the price of a trigger. */
const workingPriceOf = ({ trigger }: Readonly<Order>) =>
  trigger?.source === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE';

const EXECUTION_TYPES = {
  new: 'NEW',
  filled: 'TRADE',
  amended: 'AMENDMENT',
} as const satisfies Partial<Record<OrderNews['step'], string>>;

function orderUpdate({ step, contract, order, fill, reason, at }: OrderNews): UserEvent {
  const status = statusOf(step === 'ended' ? order : { ...order, status: 'open' }, reason);
  const type = order.origin === 'trader' ? workingTypeOf(order) : originTypeOf(order);
  const execution =
    step === 'ended' ? (status === 'CANCELED' ? 'CANCELED' : 'EXPIRED') : EXECUTION_TYPES[step];
  return told('ORDER_TRADE_UPDATE', {
    E: at,
    T: at,
    o: {
      s: symbolOf(contract),
      c: clientIdTextOf(order),
      S: sideNameOf(order),
      o: type,
      f: executionNameOf(order),
      q: formatLots(contract, order.size),
      p: formatTicks(contract, order.price),
      ap: averageText(contract, order.filledValue, order.filled),
      sp: priceText(contract, order.trigger?.price ?? NO_TICKS),
      x: execution,
      X: status,
      i: order.id,
      ...filled(contract, order, fill),
      T: at,
      b: '0',
      a: '0',
      R: order.effect === 'close',
      wt: workingPriceOf(order),
      ot: originTypeOf(order),
      ps: positionSideOf(order),
      cp: order.trigger?.wholePosition ?? false,
      pP: false,
      si: 0,
      ss: 0,
      V: 'EXPIRE_MAKER',
      pm: 'NONE',
      gtd: 0,
      er: expiryReasonOf(order, reason),
    },
  });
}

/** The trade id is 0 if there was no trade: programs take any other for a fill. */
const filled = (contract: Contract, order: Readonly<Order>, fill: FillNews | null) => ({
  l: formatLots(contract, fill?.size ?? NO_LOTS),
  z: formatLots(contract, order.filled),
  L: priceText(contract, fill?.price ?? NO_TICKS),
  ...(fill === null ? {} : { n: formatMoney(fill.fee), N: COIN_NAME }),
  t: fill?.trade ?? 0,
  m: fill?.isMaker ?? false,
  rp: moneyText(fill?.realisedPnl ?? NO_MONEY),
});

const tradeLite = ({ contract, order, at }: OrderNews, fill: FillNews): UserEvent =>
  told('TRADE_LITE', {
    E: at,
    T: at,
    s: symbolOf(contract),
    q: formatLots(contract, order.size),
    p: formatTicks(contract, order.price),
    m: fill.isMaker,
    c: clientIdTextOf(order),
    S: sideNameOf(order),
    L: formatTicks(contract, fill.price),
    l: formatLots(contract, fill.size),
    t: fill.trade,
    i: order.id,
  });

const TRIGGER_STATUSES = {
  placed: 'NEW',
  changed: 'NEW',
  firing: 'TRIGGERING',
  fired: 'TRIGGERED',
  finished: 'FINISHED',
} as const;

function algoUpdate({ step, contract, order, reason, reject, at }: TriggerNews): UserEvent {
  const hasFired = step === 'fired' || step === 'finished';
  const status = step === 'ended' ? endedTriggerStatus(reason ?? 'user') : TRIGGER_STATUSES[step];
  const isOver = step === 'finished';
  return told('ALGO_UPDATE', {
    T: at,
    E: at,
    o: {
      caid: clientIdTextOf(order),
      aid: order.id,
      at: 'CONDITIONAL',
      o: originTypeOf(order),
      s: symbolOf(contract),
      S: sideNameOf(order),
      ps: positionSideOf(order),
      f: executionNameOf(order),
      q: formatLots(contract, order.size),
      X: status,
      ai: hasFired ? String(order.id) : '',
      ap: isOver ? averageText(contract, order.filledValue, order.filled) : '0',
      aq: isOver ? formatLots(contract, order.filled) : '0',
      act: hasFired ? workingTypeOf(order) : '',
      tp: priceText(contract, order.trigger?.price ?? NO_TICKS),
      p: formatTicks(contract, order.price),
      V: 'EXPIRE_MAKER',
      wt: workingPriceOf(order),
      pm: 'NONE',
      cp: order.trigger?.wholePosition ?? false,
      pP: false,
      R: order.effect === 'close',
      tt: order.trigger?.firedAt ?? 0,
      gtd: 0,
      rm: reject?.reason ?? '',
      ia: false,
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

const accountUpdate = ({
  cause,
  wallet,
  crossWallet,
  moved,
  positions,
  at,
}: MoneyNews): UserEvent =>
  told('ACCOUNT_UPDATE', {
    E: at,
    T: at,
    a: {
      m: REASONS[cause],
      B: [
        {
          a: COIN_NAME,
          wb: formatMoney(wallet),
          cw: formatMoney(crossWallet),
          bc: moneyText(moved),
        },
      ],
      P: positions.map(positionRow),
    },
  });

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
  const { contract, position } = held;
  const { openValue, openFee, fundingFee, size, side } = position;
  const costs = openFee + fundingFee;
  return {
    s: symbolOf(contract),
    pa: amountOf(held),
    ep: entryText(contract, openValue, size),
    bep: entryText(contract, side === 'long' ? openValue + costs : openValue - costs, size),
    cr: moneyText(realisedOf(held)),
    up: unrealisedText(held),
    ...marginTypeOf(held),
    ps: POSITION_SIDE_NAMES[side],
    ma: COIN_NAME,
  };
}

/** The result of what was closed since the position began, before fees. */
function realisedOf({ position }: PositionTold): Money {
  const { side, cumOpenValue, openValue, cumCloseValue } = position;
  const closedCost = cumOpenValue - openValue;
  return money(side === 'long' ? cumCloseValue - closedCost : closedCost - cumCloseValue);
}

/** The average price of lots, with up to four decimals beyond the tick. */
function entryText(contract: Contract, value: bigint, size: Lots): string {
  if (size === 0) return formatDecimal(0n, contract.priceDecimals);
  const extra = 10n ** BigInt(EXTRA_DECIMALS);
  const units = divideHalfEven(
    value * BigInt(contract.priceEndStep) * extra,
    contract.tickLotValue * BigInt(size),
  );
  return units % extra === 0n
    ? formatDecimal(units / extra, contract.priceDecimals)
    : formatShort(units, contract.priceDecimals + EXTRA_DECIMALS);
}

const EXTRA_DECIMALS = 4;

const configUpdate = ({ contract, leverage, at }: LeverageNews): UserEvent =>
  told('ACCOUNT_CONFIG_UPDATE', { E: at, T: at, ac: { s: symbolOf(contract), l: leverage } });

const marginCall = ({ crossWallet, positions, at }: MarginCall): UserEvent =>
  told('MARGIN_CALL', {
    E: at,
    cw: formatMoney(crossWallet),
    p: positions.map((held) => ({
      s: symbolOf(held.contract),
      ps: POSITION_SIDE_NAMES[held.position.side],
      pa: amountOf(held),
      ...marginTypeOf(held),
      mp: formatTicks(held.contract, held.mark),
      up: unrealisedText(held),
      mm: moneyText(maintenanceOf(held)),
    })),
  });

const maintenanceOf = ({ contract, position, mark }: PositionTold) =>
  maintenanceMargin(contract, notionalOf(contract, mark, position.size));
