/**
 * A fill of a net order to open. It shrinks the position of the other side first, and opens its own
 * with the rest: one trade, up to two changes of position.
 */
import type { FillSide } from '../domain/fill.ts';
import { shareOf } from '../domain/position.ts';
import { oppositePositionSide } from '../domain/side.ts';
import { lots, money } from '../domain/units.ts';
import {
  changePosition,
  type FillEffect,
  type PositionChange,
  type PositionFill,
} from './change-position.ts';
import { positionSize } from './risk.ts';
import { type LiveOrder, sideAt, type VenueState } from './state.ts';

export interface NettedChange extends PositionChange {
  /** What the fill did in the end. */
  readonly does: FillEffect;
  readonly closed: FillSide['closed'];
}

export function changeNetPosition(
  state: VenueState,
  order: LiveOrder,
  fill: PositionFill,
): NettedChange {
  const { positionSide } = order;
  const opens: FillEffect = { positionSide, effect: 'open' };
  const closes: FillEffect = { positionSide: oppositePositionSide(positionSide), effect: 'close' };
  const held = positionSize(sideAt(order.desk, closes.positionSide));
  if (held === 0 || held >= fill.size) {
    const does = held === 0 ? opens : closes;
    return { ...changePosition(state, order, does, fill), does, closed: null };
  }
  const value = shareOf(fill.value, held, fill.size);
  const fee = shareOf(fill.fee, held, fill.size);
  const first = changePosition(state, order, closes, { ...fill, size: held, value, fee });
  const second = changePosition(state, order, opens, {
    ...fill,
    size: lots(fill.size - held),
    value: money(fill.value - value),
    fee: money(fill.fee - fee),
  });
  const { positionSide: closedSide } = closes;
  return {
    ...first,
    position: second.position,
    does: opens,
    closed: { positionSide: closedSide, position: first.position.id, size: held, value, fee },
  };
}
