/** The auditor sees what the engine would do wrong with the options of orders. */
import { expect, test } from 'vitest';
import type { VenueState } from '../../src/engine/state.ts';
import { changing, complaintAbout, placementOf, type Sabotage, spoiling } from './sabotage.ts';

/** Takes out of the deadlines the first of an order, or of a countdown; says whether there was. */
function loseDeadline(state: VenueState, isCountdown: boolean): boolean {
  const { deadlines } = state;
  if (deadlines.length === 0 || 'listing' in deadlines[0]!.item !== isCountdown) return false;
  for (const node of deadlines.splice(0)) node.place = -1;
  return true;
}

const losing = (isCountdown: boolean): Sabotage => ({
  before: ({ state }) => loseDeadline(state, isCountdown),
});

test('[SIM-1] [GTD-1] an order that outlives its moment is seen', () => {
  expect(complaintAbout(losing(false))?.rule).toBe('GTD-1');
});

test('[SIM-1] [CDN-1] a countdown that cancels nothing is seen', () => {
  expect(complaintAbout(losing(true))?.rule).toMatch(/^CDN-/);
});

test('[SIM-1] [TRL-1] a trailing stop that followed too far is seen', () => {
  const sabotage = spoiling(({ state }) => {
    const order = [...state.orders.values()].find(({ trail }) => trail !== null);
    if (order === undefined || order.trail === null) return false;
    order.trail.item.extreme += 1_000_000;
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('TRL-1');
});

test('[SIM-1] [TRL-2] a trailing stop that becomes active too soon is seen', () => {
  const after = changing('trigger-activated', ({ order }, { model }) =>
    typeof model.orders.get(order)?.options?.trailing?.activation === 'number'
      ? { sourcePrice: 1 }
      : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('TRL-2');
});

test('[SIM-1] [ORD-12] the wrong one giving way is seen', () => {
  const sabotage = spoiling(({ events, model }) => {
    const canceled = events.find(
      (event) => event.kind === 'order-canceled' && event.reason === 'self-trade',
    );
    if (canceled?.kind !== 'order-canceled') return false;
    const maker = model.orders.get(canceled.order);
    if (maker === undefined) return false;
    for (const account of model.accounts.values())
      account.terms = { ...account.terms, selfTrade: 'cancel-taker' };
    return true;
  });
  expect(complaintAbout(sabotage)?.rule).toBe('16 status');
});

test('[SIM-1] [ORD-13] another price of the book is seen', () => {
  // One that rests: what is over in its own entry is compared no more.
  const after = changing('order-accepted', ({ order, price }, { entry, state }) =>
    placementOf(entry)?.options?.priceMatch !== undefined && state.orders.has(order)
      ? { price: price + 1 }
      : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('CHK');
});
