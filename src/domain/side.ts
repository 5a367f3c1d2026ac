/** The two sides of a book, and the two sides a position can have. */

export type Side = 'buy' | 'sell';
export type PositionSide = 'long' | 'short';
/** Whether an order grows its position or shrinks it. */
export type Effect = 'open' | 'close';

export const oppositeSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

export const oppositePositionSide = (side: PositionSide): PositionSide =>
  side === 'long' ? 'short' : 'long';

/** Opening a long and closing a short buy; opening a short and closing a long sell. */
export const sideOf = (position: PositionSide, effect: Effect): Side =>
  (position === 'long') === (effect === 'open') ? 'buy' : 'sell';
