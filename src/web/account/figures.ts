/**
 * What an account is worth at the marks, computed with the venue's own formulas. Everything here is
 * exact: the parts of the summary add up to the equity to the last digit.
 */
import { type Contract, isPriceTooFar, notionalOf } from '../../domain/contract.ts';
import { type LiquidationInputs, liquidationPrice } from '../../domain/liquidation-price.ts';
import { type DeskSettings, initialMargin, marginRequirement } from '../../domain/margin.ts';
import { plus } from '../../domain/money.ts';
import { type Position, unrealisedPnl } from '../../domain/position.ts';
import type { PositionSide } from '../../domain/side.ts';
import {
  type Lots,
  lots,
  type Money,
  money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ppm,
  type Ticks,
  toBigInt,
} from '../../domain/units.ts';
import type { OwnPosition } from './own-position.ts';

/** The settings and fees of an account at a contract. */
export interface DeskTerms extends Omit<DeskSettings, 'contract'> {
  readonly makerFee: Ppm;
  readonly takerFee: Ppm;
}

export const deskLeverage = (desk: DeskTerms, side: PositionSide): number =>
  desk.marginMode === 'cross'
    ? desk.crossLeverage
    : side === 'long'
      ? desk.longLeverage
      : desk.shortLeverage;

export interface AccountInputs {
  readonly wallet: Money;
  readonly frozen: Money;
  readonly held: readonly OwnPosition[];
  readonly markOf: (symbol: string) => Ticks;
  readonly takerFeeOf: (symbol: string) => Ppm;
}

export interface AccountFigures {
  readonly equity: Money;
  readonly unrealised: Money;
  /** Available for new orders; may be negative. */
  readonly available: Money;
  readonly frozen: Money;
  /** Initial margins of cross positions, and the equity of isolated ones. */
  readonly margins: Money;
  readonly crossEquity: Money;
  /** The required margin of cross positions. */
  readonly requirement: Money;
}

const pnlOf = ({ contract, position }: OwnPosition, mark: Ticks): Money =>
  unrealisedPnl(contract, position, mark);

const notionalAt = ({ contract, position }: OwnPosition, mark: Ticks): Money =>
  notionalOf(contract, mark, position.size);

export function accountFigures(reading: AccountInputs): AccountFigures {
  const { wallet, frozen, held, markOf } = reading;
  let unrealised = 0n;
  let cross = 0n;
  let isolated = 0n;
  let crossEquity: bigint = toBigInt(wallet);
  for (const each of held) {
    const mark = markOf(each.contract.symbol);
    const pnl = pnlOf(each, mark);
    unrealised += toBigInt(pnl);
    if (each.marginMode === 'cross') {
      crossEquity += toBigInt(pnl);
      cross += toBigInt(initialMargin(notionalAt(each, mark), each.leverage));
    } else {
      crossEquity -= toBigInt(each.position.isolatedMargin);
      isolated += toBigInt(each.position.isolatedMargin) + toBigInt(pnl);
    }
  }
  return {
    equity: money(toBigInt(wallet) + unrealised),
    unrealised: money(unrealised),
    available: money(crossEquity - cross - toBigInt(frozen)),
    frozen,
    margins: money(cross + isolated),
    crossEquity: money(crossEquity),
    requirement: requirementOf(reading, undefined),
  };
}

/** Of all cross positions together, or of all except one contract's. */
function requirementOf(reading: AccountInputs, except: Contract | undefined): Money {
  let requirement = 0n;
  for (const [contract, size] of crossLots(reading.held)) {
    if (contract === except) continue;
    const notional = notionalOf(contract, reading.markOf(contract.symbol), size);
    requirement += toBigInt(
      marginRequirement(contract, notional, reading.takerFeeOf(contract.symbol)),
    );
  }
  return money(requirement);
}

/** Both sides of a contract count together. */
function crossLots(held: readonly OwnPosition[]): Map<Contract, Lots> {
  const sizes = new Map<Contract, Lots>();
  for (const { contract, position, marginMode } of held)
    if (marginMode === 'cross')
      sizes.set(contract, lots((sizes.get(contract) ?? 0) + position.size));
  return sizes;
}

/** Equity and required margin of everything that is liquidated together with a position. */
export function standingOf(reading: AccountInputs, own: OwnPosition) {
  if (own.marginMode === 'cross') {
    const { crossEquity, requirement } = accountFigures(reading);
    return { equity: crossEquity, requirement };
  }
  const mark = reading.markOf(own.contract.symbol);
  return {
    equity: plus(own.position.isolatedMargin, pnlOf(own, mark)),
    requirement: marginRequirement(
      own.contract,
      notionalAt(own, mark),
      reading.takerFeeOf(own.contract.symbol),
    ),
  };
}

/** Liquidation begins at one; where no margin is required it is zero. */
export function marginRatio(equity: Money, requirement: Money): number {
  if (requirement === NO_MONEY) return 0;
  return equity > NO_MONEY ? Number(requirement) / Number(equity) : 1;
}

export const heldAt = (
  { held }: AccountInputs,
  contract: Contract,
  side: PositionSide,
): Position | undefined =>
  held.find((own) => own.contract === contract && own.position.side === side)?.position;

/** The inputs of the liquidation price of an existing position. */
export function liquidationInputs(reading: AccountInputs, own: OwnPosition): LiquidationInputs {
  const { contract } = own;
  const isCross = own.marginMode === 'cross';
  const together = reading.held.filter(
    (each) =>
      each === own || (isCross && each.contract === contract && each.marginMode === 'cross'),
  );
  const sideOf = (side: PositionSide) => together.find(({ position }) => position.side === side);
  return {
    takerFee: reading.takerFeeOf(contract.symbol),
    backing: isCross ? crossBacking(reading, contract) : own.position.isolatedMargin,
    mark: reading.markOf(contract.symbol),
    ...bothSides(sideOf('long')?.position, sideOf('short')?.position),
  };
}

type HeldSide = Pick<Position, 'size' | 'openValue'>;
const NOTHING: HeldSide = { size: NO_LOTS, openValue: NO_MONEY };

export const bothSides = (long = NOTHING, short = NOTHING) => ({
  longSize: long.size,
  longValue: long.openValue,
  shortSize: short.size,
  shortValue: short.openValue,
});

/** Cash plus the equity of the other cross positions, less their required margin. */
export function crossBacking(reading: AccountInputs, contract: Contract): Money {
  let backing: bigint = toBigInt(reading.wallet);
  for (const each of reading.held) {
    if (each.marginMode === 'isolated') backing -= toBigInt(each.position.isolatedMargin);
    else if (each.contract !== contract)
      backing += toBigInt(pnlOf(each, reading.markOf(each.contract.symbol)));
  }
  return money(backing - toBigInt(requirementOf(reading, contract)));
}

export const liquidationOf = (reading: AccountInputs, own: OwnPosition): Ticks =>
  liquidationPrice(own.contract, liquidationInputs(reading, own));

/** A price is shown only where the mark can get to: no farther than any order may be. */
export const isReachable = (price: Ticks, mark: Ticks): boolean =>
  price !== NO_TICKS && !isPriceTooFar(price, mark);
