/** The lots of an order that count as opening, in either mode. */
import {
  isWorking,
  type Model,
  type ModelOrder,
  modelAccount,
  modelContract,
  modelDesk,
  remainingOf,
} from './model.ts';

/** In hedge mode all that remain. */
export const openedBy = (order: ModelOrder): number =>
  isNetOpen(order) ? order.opening : remainingOf(order);

/** An order that shrinks the other side before it opens its own. */
export const isNetOpen = ({ positionMode, effect }: ModelOrder): boolean =>
  positionMode === 'net' && effect === 'open';

/** The lots held on the other side. */
export function otherHeld(model: Model, order: ModelOrder): number {
  const desk = modelDesk(modelAccount(model, order.account), modelContract(model, order.contract));
  return desk[order.positionSide === 'long' ? 'short' : 'long'].position?.size ?? 0;
}

/**
 * The lots of an order that would open a position: the newest orders open, the oldest shrink the
 * other side.
 */
export function openingOf(model: Model, order: ModelOrder): number {
  const siblings = [...model.orders.values()].filter(
    (other) =>
      other.id !== order.id &&
      isWorking(other) &&
      other.effect === 'open' &&
      other.account === order.account &&
      other.contract === order.contract &&
      other.positionSide === order.positionSide,
  );
  const older = siblings.filter(({ place }) => place < order.place);
  const claimed = older.reduce((total, other) => total + remainingOf(other), 0);
  const left = Math.max(0, otherHeld(model, order) - claimed);
  return Math.max(0, remainingOf(order) - left);
}
