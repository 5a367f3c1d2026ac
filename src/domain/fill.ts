/** One match of two orders, as each of the two accounts sees it. */
import type { AccountId, OrderId, PositionId } from './ids.ts';
import { type Effect, type PositionSide, sideOf } from './side.ts';
import { type Lots, lots, type Money, money, NO_LOTS, NO_MONEY } from './units.ts';

/**
 * One side of a fill: what it did to the order, the money and the position. Side and effect are
 * those of the fill: a net order that is sent to open may close.
 */
export interface FillSide {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly fee: Money;
  readonly liquidationFee: Money;
  readonly realisedPnl: Money;
  /** After the fill. */
  readonly wallet: Money;
  readonly collateral: Money;
  readonly position: PositionId;
  readonly positionSize: Lots;
  readonly openValue: Money;
  readonly isolatedMargin: Money;
  /** Lots of the order still unfilled. */
  readonly remaining: Lots;
  /**
   * The part that closed the position of the other side, if the rest of the fill opened this one;
   * its figures are part of those above.
   */
  readonly closed: ClosedPart | null;
}

export interface ClosedPart {
  readonly positionSide: PositionSide;
  readonly position: PositionId;
  readonly size: Lots;
  readonly value: Money;
  readonly fee: Money;
}

/**
 * Where a fill came from: the book, or one of the venue's own settlements, which stay off the tape.
 */
export type FillVenue = 'book' | 'netting' | 'takeover' | 'deleveraging' | 'reset';

/** One change of one position by a fill: the lots, their value, and the side as it stood then. */
export interface FillChange {
  readonly side: FillSide;
  readonly size: Lots;
  readonly value: Money;
}

/** The changes that a side of a fill made: one, or the closing one and then the opening one. */
export function changesOf(
  { size, value }: { readonly size: Lots; readonly value: Money },
  side: FillSide,
): readonly FillChange[] {
  const { closed } = side;
  if (closed === null) return [{ side, size, value }];
  const openedValue = money(value - closed.value);
  const openedFee = money(side.fee - closed.fee);
  const isBuy = sideOf(side.positionSide, side.effect) === 'buy';
  const moved = (isBuy ? -openedValue : openedValue) - openedFee;
  const closing: FillSide = {
    ...side,
    positionSide: closed.positionSide,
    effect: 'close',
    fee: closed.fee,
    wallet: money(side.wallet + openedFee),
    collateral: money(side.collateral - moved),
    position: closed.position,
    positionSize: NO_LOTS,
    openValue: NO_MONEY,
    isolatedMargin: NO_MONEY,
    closed: null,
  };
  const opening: FillSide = {
    ...side,
    fee: openedFee,
    liquidationFee: NO_MONEY,
    realisedPnl: NO_MONEY,
    closed: null,
  };
  return [
    { side: closing, size: closed.size, value: closed.value },
    { side: opening, size: lots(size - closed.size), value: openedValue },
  ];
}
