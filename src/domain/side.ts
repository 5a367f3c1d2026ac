/** The two sides of a book, and the two sides a position can have. */
import { type ValueOf, wordOf } from './shape.ts';

export const SIDE = wordOf('buy', 'sell');
export type Side = ValueOf<typeof SIDE>;
export const POSITION_SIDE = wordOf('long', 'short');
export type PositionSide = ValueOf<typeof POSITION_SIDE>;
/** Whether an order grows its position or shrinks it. */
export const EFFECT = wordOf('open', 'close');
export type Effect = ValueOf<typeof EFFECT>;

export const oppositeSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

export const oppositePositionSide = (side: PositionSide): PositionSide =>
  side === 'long' ? 'short' : 'long';

/** Opening a long and closing a short buy; opening a short and closing a long sell. */
export const sideOf = (position: PositionSide, effect: Effect): Side =>
  (position === 'long') === (effect === 'open') ? 'buy' : 'sell';
