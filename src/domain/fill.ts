/** One match of two orders, as each of the two accounts sees it. */
import type { AccountId, OrderId, PositionId } from './ids.ts';
import type { Effect, PositionSide } from './side.ts';
import type { Lots, Money } from './units.ts';

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
