/** position/list, what else shows positions, and the exits of a position that is held. */

import { type Static, Type } from 'typebox';
import { findTierIndex, getTier } from '../../../domain/margin.ts';
import { divideHalfEven, minus, negate, plus } from '../../../domain/money.ts';
import type { Order, TriggerPurpose, TriggerSource } from '../../../domain/order.ts';
import type { Position } from '../../../domain/position.ts';
import type { PositionSide } from '../../../domain/side.ts';
import {
  type Lots,
  type Money,
  NO_MONEY,
  NO_TICKS,
  type Ticks,
  ticks,
  toBigInt,
} from '../../../domain/units.ts';
import { averagePrice, moneyText, priceText, wholeCoins } from '../../amount-text.ts';
import {
  costsOf,
  type DeskRow,
  everyRow,
  rowLiquidation,
  type StandingReading,
} from '../../desk-rows.ts';
import type { WireError } from '../../errors.ts';
import { ifSent, optionalPriceField, optionalSizeField, signedMoneyField } from '../../field.ts';
import type { ExitsAsked, ExitWish } from '../../order-target.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { flag, integer, record } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  anyCategory,
  categoryRows,
  coinFields,
  cursorField,
  DONE,
  LINEAR,
  linearCategory,
  pagedRows,
  rowsField,
  symbolIn,
  symbolOrAll,
  texts,
  v5,
} from '../endpoint.ts';
import { blamedAs, refusal, wrong } from '../errors.ts';
import { EXIT_FIELDS, exitTypeField, indexField } from '../orders/order-form.ts';
import { SIDE_WORDS } from '../orders/order-record.ts';

export const POSITION_ROW = {
  ...texts('riskLimitValue', 'symbol', 'side', 'size', 'avgPrice', 'positionValue'),
  ...texts('positionStatus', 'leverage', 'positionBalance', 'markPrice', 'liqPrice', 'bustPrice'),
  ...texts('positionIM', 'positionIMByMp', 'positionMM', 'positionMMByMp', 'tpslMode'),
  ...texts('takeProfit', 'stopLoss', 'trailingStop', 'sessionAvgPrice', 'unrealisedPnl'),
  ...texts('curRealisedPnl', 'cumRealisedPnl', 'breakEvenPrice', 'mmrSysUpdatedTime'),
  ...texts('leverageSysUpdatedTime', 'createdTime', 'updatedTime', 'delta', 'gamma', 'vega'),
  ...texts('theta'),
  positionIdx: integer('0 in one-way mode, 1 long, 2 short', 0),
  riskId: integer('The tier, from 1', 1),
  tradeMode: integer('0 cross, 1 isolated', 0),
  autoAddMargin: integer('1 if it draws missing margin', 0),
  adlRankIndicator: integer('5 is deleveraged first, 0 without a position', 0),
  seq: integer('The entry that last changed it; -1 for never', -1),
  openTime: integer('When it was opened; 0 for never', 0),
  isReduceOnly: flag('Always false'),
};

/** An account with the orders that wait for a price. */
export interface HoldingTold extends StandingReading {
  readonly waiting: readonly Readonly<Order>[];
}

const UNUSED = {
  tpslMode: 'Full',
  positionStatus: 'Normal',
  sessionAvgPrice: '',
  mmrSysUpdatedTime: '',
  leverageSysUpdatedTime: '',
  isReduceOnly: false,
  delta: '',
  gamma: '',
  vega: '',
  theta: '',
};

const INDEXES = { BOTH: 0, LONG: 1, SHORT: 2 } as const;

/** The rows that this dialect has: one in one-way mode, two in hedge mode. */
export const holdingRows = (told: StandingReading): DeskRow[] =>
  everyRow(told).filter(({ side }) => told.mode === 'net' || side !== 'BOTH');

const sideOfRow = ({ side, held }: DeskRow): PositionSide | undefined =>
  held?.position.side ?? (side === 'BOTH' ? undefined : side === 'LONG' ? 'long' : 'short');

/** An exit of the whole position, if there is one. */
export const findExit = (
  waiting: HoldingTold['waiting'],
  {
    contract,
    side,
  }: { readonly contract: DeskRow['contract']; readonly side: PositionSide | undefined },
  kind: TriggerPurpose | 'trailing',
): Readonly<Order> | undefined =>
  waiting.find((order) => {
    if (order.contract !== contract.id || order.positionSide !== side) return false;
    const isTrailing = order.options?.trailing !== undefined;
    if (kind === 'trailing') return isTrailing && order.effect === 'close';
    return !isTrailing && order.trigger?.wholePosition === true && order.trigger.purpose === kind;
  });

/** What the position has brought so far: results less fees and funding. */
function realisedOf({ side, ...of }: Readonly<Position>): Money {
  const cost = minus(of.cumOpenValue, of.openValue);
  const gross = side === 'long' ? minus(of.cumCloseValue, cost) : minus(cost, of.cumCloseValue);
  const paid = plus(plus(of.cumOpenFee, of.cumCloseFee), plus(of.cumFunding, of.cumLiquidationFee));
  return minus(gross, paid);
}

/** Where the maintenance margin is used up too: as far beyond the liquidation as it reaches. */
function bustPrice({ contract, size, maintenance }: DeskRow, liquidation: Ticks): Ticks {
  const lots = size < 0n ? -size : size;
  if (liquidation === NO_TICKS || lots === 0n) return NO_TICKS;
  const reach = Number(
    divideHalfEven(toBigInt(maintenance), toBigInt(contract.tickLotValue) * lots),
  );
  return ticks(Math.max(0, size > 0n ? liquidation - reach : liquidation + reach));
}

export function positionRow(row: DeskRow, waiting: HoldingTold['waiting']) {
  const { contract, held, size } = row;
  const { entry, breakEven, size: lots } = costsOf(row);
  const liquidation = rowLiquidation(row);
  const side = sideOfRow(row);
  const tier = findTierIndex(
    contract,
    row.notional < NO_MONEY ? negate(row.notional) : row.notional,
  );
  const exitText = (kind: TriggerPurpose): string => {
    const exit = findExit(waiting, { contract, side }, kind);
    return exit === undefined ? '' : formatTicks(contract, exit.trigger?.price ?? NO_TICKS);
  };
  const initial = moneyText(row.positionMargin);
  const maintenance = moneyText(row.maintenance);
  const realised = held === null ? '0' : moneyText(realisedOf(held.position));
  const none = (price: Ticks): string => (price === NO_TICKS ? '' : formatTicks(contract, price));
  return {
    ...UNUSED,
    positionIdx: INDEXES[row.side],
    riskId: tier + 1,
    riskLimitValue: wholeCoins(getTier(contract, tier).notionalMax),
    symbol: symbolOf(contract),
    side:
      held === null ? '' : (SIDE_WORDS[held.position.side === 'long' ? 'buy' : 'sell'] as string),
    size: formatLots(contract, lots),
    avgPrice: size === 0n ? '0' : averagePrice(contract, entry, lots),
    positionValue: held === null ? '' : moneyText(held.position.openValue),
    tradeMode: row.marginMode === 'cross' ? 0 : 1,
    autoAddMargin: row.autoTopUp ? 1 : 0,
    adlRankIndicator: held === null ? 0 : held.fifth() + 1,
    leverage: String(row.leverage),
    positionBalance: row.marginMode === 'cross' ? initial : moneyText(row.isolatedWallet),
    markPrice: priceText(contract, row.mark),
    liqPrice: none(liquidation),
    bustPrice: none(bustPrice(row, liquidation)),
    positionIM: initial,
    positionIMByMp: initial,
    positionMM: maintenance,
    positionMMByMp: maintenance,
    takeProfit: exitText('take-profit'),
    stopLoss: exitText('stop-loss'),
    trailingStop: trailText(findExit(waiting, { contract, side }, 'trailing'), row),
    unrealisedPnl: moneyText(row.pnl),
    curRealisedPnl: realised,
    cumRealisedPnl: realised,
    breakEvenPrice: size === 0n ? '' : averagePrice(contract, breakEven, lots),
    createdTime: String(held?.position.openedAt ?? 0),
    updatedTime: String(row.updatedAt),
    openTime: (held?.position.openedAt ?? 0) as number,
    seq: (held?.position.updatedSeq ?? -1) as number,
  };
}

/** The distance at which a trailing stop follows; one by per cent has none in prices. */
function trailText(exit: Readonly<Order> | undefined, { contract }: DeskRow): string {
  const distance = exit?.options?.trailing?.distance;
  return distance === undefined ? '0' : formatTicks(contract, distance);
}

export const POSITIONS = v5.ownGet('/position/list', [1, 0], {
  id: 'bybitPositions',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolOrAll(),
    ...coinFields(),
    limit: rowsField(200, 20),
    cursor: cursorField(),
  }),
  response: pagedRows(POSITION_ROW),
  summary: 'Positions',
  text: 'With `symbol` flat ones too, one row or in hedge mode two; with `settleCoin` held ones.',
  read: ({ category, symbol, baseCoin, settleCoin }) =>
    category === 'linear' && (symbol ?? baseCoin ?? settleCoin) === undefined
      ? wrong('symbol', 'or settleCoin is needed')
      : { contract: symbol ?? null, category },
  format: (told: HoldingTold, { contract, category }) =>
    categoryRows(
      { category },
      holdingRows(told)
        .filter(({ held }) => category === 'linear' && (contract !== null || held !== null))
        .map((row) => positionRow(row, told.waiting)),
    ),
});

export const SYMBOL_INFO = v5.ownGet('/position/symbol-info', [1, 0], {
  id: 'bybitSymbolInfo',
  request: Type.Object({ category: anyCategory(), symbol: symbolOrAll() }),
  response: pagedRows({
    ...texts('symbol', 'leverage', 'side'),
    positionIdx: integer('0 in one-way mode, 1 long, 2 short', 0),
  }),
  summary: 'Leverage by contract',
  text: 'One row a contract, or in hedge mode two.',
  read: ({ category, symbol }) => ({ contract: symbol ?? null, category }),
  format: (told: StandingReading, asked) =>
    categoryRows(
      asked,
      (asked.category === LINEAR ? holdingRows(told) : []).map((row) => ({
        symbol: symbolOf(row.contract),
        leverage: String(row.leverage),
        side: '',
        positionIdx: INDEXES[row.side],
      })),
    ),
});

export const ADD_MARGIN = v5.ownPost('/position/add-margin', [1, 0], {
  id: 'bybitAddMargin',
  request: Type.Object({
    category: linearCategory(),
    symbol: symbolIn(),
    margin: signedMoneyField('How much; below 0 removes it.', '10'),
    positionIdx: indexField(),
  }),
  response: record({ ...texts('category'), ...POSITION_ROW }),
  summary: 'Add or remove isolated margin',
  text: 'Answers with the position.',
  blame: blamedAs({
    'position-missing': '110033',
    'amount-above-available': '110012',
    'margin-insufficient': '110012',
  }),
  read: ({ symbol, margin, positionIdx = 'both' }) => ({
    contract: symbol,
    positionSide: positionIdx === 'both' ? null : positionIdx,
    amount: margin,
  }),
  format: (told: HoldingTold, { positionSide }) => {
    const rows = holdingRows(told);
    const row = rows.find((each) => sideOfRow(each) === positionSide) ?? rows[0];
    if (row === undefined) return wrong('symbol', 'has no position');
    return { category: 'linear', ...positionRow(row, told.waiting) };
  },
});

const price = (description: string) =>
  ifSent(optionalPriceField(description, '500', 'trigger-price-invalid'));
const size = (of: string) =>
  ifSent(optionalSizeField(`With Partial: the size of the ${of}.`, '0.01'));

const FORM = Type.Object({
  category: linearCategory(),
  symbol: symbolIn(),
  positionIdx: indexField(),
  ...EXIT_FIELDS,
  tpSize: size('take-profit'),
  slSize: size('stop-loss'),
  tpOrderType: exitTypeField(),
  slOrderType: exitTypeField(),
  trailingStop: price('How far a trailing stop follows behind, as a price; 0 takes it away.'),
  activePrice: price('From where on it follows.'),
});

interface ExitSent {
  readonly name: string;
  readonly at: Ticks | null | undefined;
  readonly source: TriggerSource | undefined;
  readonly size: Lots | null | undefined;
  readonly type: 'Market' | 'Limit' | undefined;
  readonly limit: Ticks | null | undefined;
}

function exitOf(sent: ExitSent, isPartial: boolean): ExitWish | null | undefined | WireError {
  const { name, at, source = 'last', type = 'Market', limit = null } = sent;
  if (at === undefined || at === null) return at;
  if (isPartial && (sent.size ?? null) === null)
    return wrong(`${name}Size`, 'is needed with Partial');
  if (type === 'Limit' && !isPartial) return wrong(`${name}OrderType`, 'Limit needs Partial');
  if (type === 'Limit' && limit === null) return wrong(`${name}LimitPrice`, 'is needed with Limit');
  return {
    triggerPrice: at,
    source,
    size: isPartial ? (sent.size ?? null) : null,
    limit: type === 'Limit' ? limit : null,
  };
}

function readExits(sent: Static<typeof FORM>): ExitsAsked | WireError {
  const {
    symbol: contract,
    positionIdx = 'both',
    tpslMode,
    trailingStop,
    activePrice = null,
  } = sent;
  const isPartial = tpslMode === 'Partial';
  const takeProfit = exitOf(
    {
      name: 'tp',
      at: sent.takeProfit,
      source: sent.tpTriggerBy,
      size: sent.tpSize,
      type: sent.tpOrderType,
      limit: sent.tpLimitPrice,
    },
    isPartial,
  );
  const stopLoss = exitOf(
    {
      name: 'sl',
      at: sent.stopLoss,
      source: sent.slTriggerBy,
      size: sent.slSize,
      type: sent.slOrderType,
      limit: sent.slLimitPrice,
    },
    isPartial,
  );
  for (const exit of [takeProfit, stopLoss]) if (isError(exit)) return exit;
  if (takeProfit && stopLoss && sent.tpSize !== sent.slSize && isPartial)
    return wrong('slSize', 'must be tpSize where both are sent');
  return {
    contract,
    positionSide: positionIdx === 'both' ? null : positionIdx,
    takeProfit: isError(takeProfit) ? undefined : takeProfit,
    stopLoss: isError(stopLoss) ? undefined : stopLoss,
    trailing:
      trailingStop === undefined || trailingStop === null
        ? trailingStop
        : { distance: trailingStop, activation: activePrice },
    missing: refusal('10001', 'can not set tp/sl/ts for zero position'),
    same: refusal('34040', 'not modified'),
  };
}

const isError = (value: ExitWish | WireError | null | undefined): value is WireError =>
  value !== null && value !== undefined && 'kind' in value;

export const TRADING_STOP = v5.ownPost('/position/trading-stop', [1, 0], {
  id: 'bybitTradingStop',
  request: FORM,
  ...DONE,
  summary: 'Set the exits of a position',
  text:
    'Full exits close the whole position, and a new one replaces the one before; Partial ones ' +
    'have a size, and two that are sent together are a pair. A trailing stop has the size that ' +
    'the position has now. 0 takes one away.',
  blame: blamedAs({ 'trigger-already-satisfied': '110057' }),
  read: readExits,
});
