/**
 * The consequences of an entry: liquidations first, then triggers one by one, each followed by the
 * liquidations it causes, until nothing is left to do. Of the triggers that one price satisfies,
 * the one that the price passed furthest fires first. Each sees the book as the ones before it
 * left it.
 */
import { assert } from '../domain/assert.ts';
import { NO_ORDER } from '../domain/ids.ts';
import { TRIGGERS_FIRED_MAX } from '../domain/limits.ts';
import { FINE_PER_TICK } from '../domain/units.ts';
import { evaluateTouched } from './evaluate-risk.ts';
import { fireTrigger } from './fire-trigger.ts';
import { liquidate } from './liquidate.ts';
import { announceTrigger } from './preset-exits.ts';
import type { LiveOrder, VenueState } from './state.ts';
import { armTrigger, takeSatisfied, triggerPriceNow } from './trigger-heaps.ts';

export function runCascade(state: VenueState): void {
  settleRisk(state);
  let fired = collectFired(state);
  while (fired.length > 0) {
    for (const order of fired) {
      // An earlier one may have canceled it, or closed the position it would close.
      if (state.orders.get(order.id) !== order || order.status !== 'untriggered') continue;
      if (state.triggersFired === TRIGGERS_FIRED_MAX) {
        armTrigger(order);
        continue;
      }
      state.triggersFired += 1;
      fireTrigger(state, order);
      settleRisk(state);
    }
    if (state.triggersFired === TRIGGERS_FIRED_MAX) break;
    fired = collectFired(state);
  }
  if (state.deleverageQueues.size === 0) return;
  state.deleverageQueues.clear();
  state.touchLog.length = 0;
}

function settleRisk(state: VenueState): void {
  while (state.touched.length > 0) {
    for (const unhealthy of evaluateTouched(state)) liquidate(state, unhealthy);
  }
}

/** Every satisfied order of every contract whose prices moved, in firing order. */
function collectFired(state: VenueState): readonly LiveOrder[] {
  let fired: LiveOrder[] | undefined;
  for (const listing of state.listings) {
    if (!listing.triggersDue) continue;
    const satisfied = takeSatisfied(state, listing);
    // Its readers learn the stop that was reached, whatever becomes of the order.
    for (const order of satisfied)
      if (order.options?.trailing !== undefined) announceTrigger(state, order);
    if (satisfied.length > 0) fired = fired === undefined ? satisfied : fired.concat(satisfied);
  }
  if (fired === undefined) return NOTHING;
  if (fired.length < 2) return fired;
  fired.sort((first, second) => passedBy(second) - passedBy(first) || first.id - second.id);
  return stopsBeforeProfits(fired);
}

const NOTHING: readonly LiveOrder[] = [];

/** If one price satisfies both halves of a pair, the stop-loss fires first. */
function stopsBeforeProfits(fired: LiveOrder[]): LiveOrder[] {
  const places = new Map(fired.map((order, place) => [order.id, place]));
  fired.forEach((order, place) => {
    const siblingPlace = order.sibling === NO_ORDER ? undefined : places.get(order.sibling);
    if (siblingPlace === undefined || siblingPlace < place) return;
    if (order.trigger?.purpose !== 'take-profit') return;
    const sibling = fired[siblingPlace];
    assert(sibling !== undefined, 'a sibling is in the list it was found in');
    fired[place] = sibling;
    fired[siblingPlace] = order;
  });
  return fired;
}

function passedBy(order: LiveOrder): number {
  const { trigger, desk } = order;
  assert(trigger !== null, 'an order has no trigger', order.id);
  const now = triggerPriceNow(desk.listing, trigger.source);
  return Math.abs(now - trigger.price * FINE_PER_TICK);
}
