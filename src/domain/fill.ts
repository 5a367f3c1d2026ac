/** One match of two orders, as each of the two accounts sees it. */
import { minus, negate, plus } from './money.ts';
import {
  ACCOUNT_ID,
  LOTS,
  MONEY,
  nullOr,
  ORDER_ID,
  POSITION_ID,
  type RecordOf,
  recordOf,
  type ValueOf,
  wordOf,
} from './shape.ts';
import { EFFECT, POSITION_SIDE, sideOf } from './side.ts';
import { type Lots, lots, type Money, NO_LOTS, NO_MONEY } from './units.ts';

/** A part of a fill that closed the position of the other side; its figures are in the fill's. */
const CLOSED_PART = {
  positionSide: POSITION_SIDE,
  position: POSITION_ID,
  size: LOTS,
  value: MONEY,
  fee: MONEY,
};

/**
 * One side of a fill: what it did to the order, the money and the position. Side and effect are
 * those of the fill: a net order that is sent to open may close.
 */
export const FILL_SIDE = {
  order: ORDER_ID,
  account: ACCOUNT_ID,
  positionSide: POSITION_SIDE,
  effect: EFFECT,
  fee: MONEY,
  liquidationFee: MONEY,
  realisedPnl: MONEY,
  /** After the fill. */
  wallet: MONEY,
  collateral: MONEY,
  position: POSITION_ID,
  positionSize: LOTS,
  openValue: MONEY,
  isolatedMargin: MONEY,
  /** Lots of the order still unfilled. */
  remaining: LOTS,
  /** There if the rest of the fill opened a position. */
  closed: nullOr(recordOf(CLOSED_PART)),
};
export type FillSide = RecordOf<typeof FILL_SIDE>;

/**
 * Where a fill came from: the book, or one of the venue's own settlements, which stay off the tape.
 */
export const FILL_VENUE = wordOf('book', 'netting', 'takeover', 'deleveraging', 'reset');
export type FillVenue = ValueOf<typeof FILL_VENUE>;

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
  const openedValue = minus(value, closed.value);
  const openedFee = minus(side.fee, closed.fee);
  const isBuy = sideOf(side.positionSide, side.effect) === 'buy';
  const moved = minus(isBuy ? negate(openedValue) : openedValue, openedFee);
  const closing: FillSide = {
    ...side,
    positionSide: closed.positionSide,
    effect: 'close',
    fee: closed.fee,
    wallet: plus(side.wallet, openedFee),
    collateral: minus(side.collateral, moved),
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
