/** What a net account holds once an order has filled: one position, or none. */
import type { Contract } from '../../domain/contract.ts';
import { liquidationPrice } from '../../domain/liquidation-price.ts';
import { initialMargin } from '../../domain/margin.ts';
import { minus, plus } from '../../domain/money.ts';
import { type Position, shareOf, shrinkPosition } from '../../domain/position.ts';
import { type Effect, oppositePositionSide, type PositionSide, sideOf } from '../../domain/side.ts';
import {
  type Lots,
  lots,
  type Money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ticks,
} from '../../domain/units.ts';
import {
  type AccountInputs,
  bothSides,
  crossBacking,
  type DeskTerms,
  deskLeverage,
  heldAt,
} from '../account/figures.ts';

/** An order as if it had filled. */
export interface ThoughtFill {
  readonly effect: Effect;
  readonly side: PositionSide;
  readonly size: Lots;
  readonly value: Money;
  readonly fee: Money;
}

interface FillScene {
  readonly contract: Contract;
  readonly prices: { readonly mark: Ticks };
  readonly desk: DeskTerms;
  readonly account: AccountInputs;
}

export interface HeldAfter {
  readonly side: PositionSide;
  /** Zero if nothing is left. */
  readonly size: Lots;
  readonly openValue: Money;
  readonly isolatedMargin: Money;
  /** What the fill does to the wallet: the result of the closed part, less the fee. */
  readonly gained: Money;
}

const NOTHING = { size: NO_LOTS, openValue: NO_MONEY, isolatedMargin: NO_MONEY };

/** The order shrinks what is held on the other side, and opens its own with the rest. */
export function heldAfter(scene: FillScene, fill: ThoughtFill): HeldAfter {
  const { size, value, fee } = fill;
  const { account, contract } = scene;
  const opens = sideOf(fill.side, fill.effect) === 'buy' ? 'long' : 'short';
  const other = heldAt(account, contract, oppositePositionSide(opens));
  const closed = lots(Math.min(size, other?.size ?? 0));
  const closedValue = closed === 0 ? NO_MONEY : shareOf(value, closed, size);
  const left = other === undefined || closed === 0 ? undefined : shrunk(other, closed, closedValue);
  const gained = minus(left?.realised ?? NO_MONEY, fee);
  if (left !== undefined && left.size > 0) return { ...left, gained };
  if (fill.effect === 'close') return { side: opens, ...NOTHING, gained };
  const own = heldAt(account, contract, opens);
  const opened = minus(value, closedValue);
  const margin = initialMargin(opened, deskLeverage(scene.desk, opens));
  return {
    side: opens,
    size: lots((own?.size ?? 0) + size - closed),
    openValue: plus(own?.openValue ?? NO_MONEY, opened),
    isolatedMargin: plus(own?.isolatedMargin ?? NO_MONEY, margin),
    gained,
  };
}

/** The closed part takes its share of isolated margin along, and a loss beyond that share too. */
function shrunk(held: Position, closed: Lots, value: Money) {
  const left: Position = { ...held };
  const share = shareOf(held.isolatedMargin, closed, held.size);
  const realised = shrinkPosition(left, closed, value, NO_MONEY);
  const rest = plus(share, realised);
  const carried = rest < NO_MONEY ? rest : NO_MONEY;
  const isolatedMargin = plus(minus(held.isolatedMargin, share), carried);
  return { side: left.side, size: left.size, openValue: left.openValue, isolatedMargin, realised };
}

export function netLiquidation(scene: FillScene, after: HeldAfter): Ticks {
  const { contract, desk, account, prices } = scene;
  const { side, size, isolatedMargin, gained } = after;
  if (size === 0) return NO_TICKS;
  return liquidationPrice(contract, {
    takerFee: desk.takerFee,
    backing:
      desk.marginMode === 'cross' ? plus(crossBacking(account, contract), gained) : isolatedMargin,
    mark: prices.mark,
    ...(side === 'long' ? bothSides(after) : bothSides(undefined, after)),
  });
}
