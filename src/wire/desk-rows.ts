/**
 * What an account has at its contracts, as rows of this dialect: in one-way mode one row BOTH a
 * contract, in hedge mode a row for each side. The figures are whole numbers until they are
 * written.
 */

import type { PositionMode } from '../domain/account.ts';
import { type Contract, notionalOf } from '../domain/contract.ts';
import { type LiquidationInputs, liquidationPrice } from '../domain/liquidation-price.ts';
import {
  type DeskSettings,
  initialMargin,
  type MarginMode,
  maintenanceMargin,
  orderFreeze,
} from '../domain/margin.ts';
import { divideUp, minus, plus } from '../domain/money.ts';
import type { Order } from '../domain/order.ts';
import { type Position, unrealisedPnl } from '../domain/position.ts';
import { sideOf } from '../domain/side.ts';
import {
  type Lots,
  lots,
  type Millis,
  type Money,
  millis,
  money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  ppm,
  type Ticks,
  toBigInt,
} from '../domain/units.ts';
import type { AssetReading } from './account-figures.ts';
import { POSITION_SIDE_NAMES } from './words.ts';

/** What the account has at one contract. */
export interface DeskReading {
  readonly contract: Contract;
  readonly settings: DeskSettings;
  readonly mark: Ticks;
  readonly held: readonly HeldReading[];
  /** On the book or on their way to it. */
  readonly orders: readonly Readonly<Order>[];
}

interface HeldReading {
  readonly position: Readonly<Position>;
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly liquidation: LiquidationInputs;
  /** Which fifth of its side it is in; 4 is deleveraged first. All of the side are asked. */
  readonly fifth: () => number;
}

/** An account with the contracts that were asked for. */
export interface StandingReading extends AssetReading {
  readonly mode: PositionMode;
  readonly wallet: Money;
  /** When its money last moved; never zero. */
  readonly updatedAt: Millis;
  readonly mayTrade: boolean;
  readonly desks: readonly DeskReading[];
}

export type RowSide = 'BOTH' | 'LONG' | 'SHORT';

/** One row, with its figures. Sizes and values of shorts are negative. */
export interface DeskRow {
  readonly contract: Contract;
  readonly side: RowSide;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly mark: Ticks;
  readonly held: HeldReading | null;
  readonly size: bigint;
  readonly notional: Money;
  readonly pnl: Money;
  readonly positionMargin: Money;
  readonly orderMargin: Money;
  readonly maintenance: Money;
  /** What was put aside for the position; none in cross margin. */
  readonly isolatedWallet: Money;
  readonly bids: Money;
  readonly asks: Money;
  readonly updatedAt: Millis;
}

/** Every row of every contract. Hedge mode has an empty row BOTH too. */
export const everyRow = ({ mode, desks }: StandingReading): DeskRow[] =>
  desks.flatMap((desk) => [
    ...(mode === 'hedge' ? [rowOf(desk, 'BOTH', null, [])] : []),
    ...ownRows(desk, mode),
  ]);

/** The rows with a position or an order. */
export const rowsInUse = ({ mode, desks }: StandingReading): DeskRow[] =>
  desks.flatMap((desk) => {
    if (desk.held.length === 0 && desk.orders.length === 0) return [];
    return ownRows(desk, mode).filter(({ held, bids, asks }) => {
      return held !== null || bids > NO_MONEY || asks > NO_MONEY;
    });
  });

function ownRows(desk: DeskReading, mode: PositionMode): DeskRow[] {
  const { held, orders } = desk;
  if (mode === 'net') return [rowOf(desk, 'BOTH', held[0] ?? null, orders)];
  return (['long', 'short'] as const).map((side) =>
    rowOf(
      desk,
      POSITION_SIDE_NAMES[side],
      held.find(({ position }) => position.side === side) ?? null,
      orders.filter(({ positionSide }) => positionSide === side),
    ),
  );
}

function rowOf(
  desk: DeskReading,
  side: RowSide,
  held: HeldReading | null,
  orders: readonly Readonly<Order>[],
): DeskRow {
  const { contract, settings, mark } = desk;
  const position = held?.position ?? null;
  const value = valueAtMark(desk, position);
  const sign = position?.side === 'short' ? -1n : 1n;
  const leverage = held?.leverage ?? rowLeverage(settings, side);
  return {
    contract,
    side,
    marginMode: settings.marginMode,
    leverage,
    autoTopUp: held?.autoTopUp ?? false,
    mark,
    held,
    size: sign * BigInt(position?.size ?? 0),
    notional: money(sign * toBigInt(value)),
    pnl: position === null ? NO_MONEY : unrealisedPnl(contract, position, mark),
    positionMargin: initialMargin(value, leverage),
    orderMargin: sum(orders.map((order) => orderMarginOf(contract, order))),
    maintenance: maintenanceOf(desk, position),
    isolatedWallet: position?.isolatedMargin ?? NO_MONEY,
    ...openValues(contract, orders),
    updatedAt: position?.updatedAt ?? millis(0),
  };
}

/**
 * What the order froze, without the fee that it would pay. In one-way mode only the lots that open
 * freeze anything; their share of the whole tells how many they are.
 */
function orderMarginOf(contract: Contract, order: Readonly<Order>): Money {
  const { frozen, size, filled, leverage, takerFee } = order;
  if (frozen === NO_MONEY) return NO_MONEY;
  const whole = orderFreeze(contract, order, lots(size - filled), leverage, takerFee);
  const opening = lots(
    Number((toBigInt(frozen) * BigInt(size - filled) + toBigInt(whole) / 2n) / toBigInt(whole)),
  );
  return orderFreeze(contract, order, opening, leverage, NO_FEE);
}

const NO_FEE = ppm(0);

const valueAtMark = (
  { contract, mark }: Pick<DeskReading, 'contract' | 'mark'>,
  position: Readonly<Position> | null,
): Money => notionalOf(contract, mark, position?.size ?? NO_LOTS);

export const rowLeverage = (settings: DeskSettings, side: RowSide): number => {
  if (settings.marginMode === 'cross') return settings.crossLeverage;
  return side === 'SHORT' ? settings.shortLeverage : settings.longLeverage;
};

/**
 * Cross margin chooses the tier of a hedge by both sides together, so each side has its part of
 * what both require.
 */
function maintenanceOf(desk: DeskReading, position: Readonly<Position> | null): Money {
  if (position === null) return NO_MONEY;
  const own = valueAtMark(desk, position);
  const other = desk.held.find((each) => each.position !== position)?.position ?? null;
  if (desk.settings.marginMode === 'isolated' || other === null)
    return maintenanceMargin(desk.contract, own);
  const its = valueAtMark(desk, other);
  const gross = toBigInt(own) + toBigInt(its);
  const both = toBigInt(maintenanceMargin(desk.contract, money(gross)));
  const isLong = position.side === 'long';
  const long = divideUp(both * toBigInt(isLong ? own : its), gross);
  return money(isLong ? long : both - long);
}

/** What is open to buy and to sell, at the prices of the orders. */
function openValues(contract: Contract, orders: readonly Readonly<Order>[]) {
  const openOn = (side: 'buy' | 'sell'): Money =>
    sum(
      orders
        .filter(({ positionSide, effect }) => sideOf(positionSide, effect) === side)
        .map((order) => notionalOf(contract, priceOf(order), lots(order.size - order.filled))),
    );
  return { bids: openOn('buy'), asks: openOn('sell') };
}

const priceOf = ({ price, workingPrice }: Readonly<Order>): Ticks =>
  price === NO_TICKS ? workingPrice : price;

export const sum = (amounts: readonly Money[]): Money =>
  money(amounts.reduce((total, amount) => total + toBigInt(amount), 0n));

/** The mark at which the position is liquidated; none without one. */
export const rowLiquidation = ({ contract, held }: DeskRow): Ticks =>
  held === null ? NO_TICKS : liquidationPrice(contract, held.liquidation);

interface Costly {
  readonly held: { readonly position: Readonly<Position> } | null;
}

/** What the position cost, and the same with the fees and the funding it has paid so far. */
export function costsOf({ held }: Costly): { entry: bigint; breakEven: bigint; size: Lots } {
  if (held === null) return { entry: 0n, breakEven: 0n, size: NO_LOTS };
  const { side, size, openValue, openFee, fundingFee } = held.position;
  const paid = toBigInt(openFee) + toBigInt(fundingFee);
  return {
    entry: toBigInt(openValue),
    breakEven: toBigInt(openValue) + (side === 'long' ? paid : -paid),
    size,
  };
}

/** The sums of an account. */
export function totalsOf(standing: StandingReading) {
  const rows = rowsInUse(standing);
  const cross = rows.filter(({ marginMode }) => marginMode === 'cross');
  const crossWallet = minus(standing.wallet, sum(rows.map((row) => row.isolatedWallet)));
  const crossPnl = sum(cross.map((row) => row.pnl));
  const profit = crossPnl > NO_MONEY ? crossPnl : NO_MONEY;
  const positionMargin = sum(rows.map((row) => row.positionMargin));
  const orderMargin = sum(rows.map((row) => row.orderMargin));
  const available = standing.available > NO_MONEY ? standing.available : NO_MONEY;
  return {
    wallet: standing.wallet,
    pnl: standing.unrealisedPnl,
    marginBalance: standing.equity,
    maintenance: sum(rows.map((row) => row.maintenance)),
    initial: plus(positionMargin, orderMargin),
    positionMargin,
    orderMargin,
    crossWallet,
    crossPnl,
    available,
    withdrawable: money(available > profit ? toBigInt(available) - toBigInt(profit) : 0n),
  };
}
