/**
 * The consequences of an entry: liquidations first, then triggers one by one, each followed by the
 * liquidations it causes, until nothing is left to do.
 */
import { TRIGGERS_FIRED_MAX } from '../domain/limits.ts';
import { evaluateTouched } from './evaluate-risk.ts';
import { collectFired, fireTrigger } from './fire-trigger.ts';
import { liquidate } from './liquidate.ts';
import type { VenueState } from './state.ts';
import { armTrigger } from './trigger-heaps.ts';

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
