/** The auditor can fail: marks, triggers, liquidations, deleveraging, replay and restore. */

import { expect, test } from 'vitest';
import { AuditFailure } from '../../proof/sim/audit/broken.ts';
import { createDice } from '../../proof/sim/dice.ts';
import { afterEntry, copyState, createShadow } from '../../proof/sim/shadow.ts';
import { accountId } from '../../src/domain/ids.ts';
import { money, NO_MONEY, toBigInt } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { removeNode } from '../../src/engine/heap.ts';
import { pauseTrigger } from '../../src/engine/trigger-heaps.ts';
import { createDriver } from '../kit/driver.ts';
import { changing, complaintAbout, dropping, plusOne, type Sabotage } from './sabotage.ts';

test('[SIM-1] a mark one tick off is seen', () => {
  const after = changing('prices-marked', ({ mark }) => ({ mark: mark + 1 }));
  expect(complaintAbout({ after })?.rule).toMatch(/MRK/);
});

test('[SIM-1] a mark that is not told is seen', () => {
  const complaint = complaintAbout({ after: dropping('prices-marked') });
  expect(complaint?.rule).toMatch(/MRK/);
});

/** Nobody is woken by a price any more. */
const deaf: Sabotage = {
  before: ({ state }) => {
    for (const { watchAbove, watchBelow } of state.listings) {
      for (const node of [...watchAbove]) removeNode(watchAbove, node);
      for (const node of [...watchBelow]) removeNode(watchBelow, node);
    }
    return false;
  },
};

test('[SIM-1] somebody who should have been liquidated is seen', () => {
  expect(() => complaintAbout(deaf)).toThrow(/LIQ-1/);
});

test('[SIM-1] a trigger that does not fire is seen', () => {
  const deafTriggers: Sabotage = {
    before: ({ state }) => {
      for (const order of state.orders.values())
        if (order.status === 'untriggered') pauseTrigger(order);
      return false;
    },
  };
  expect(() => complaintAbout(deafTriggers)).toThrow(/TRG-4/);
});

test('[SIM-1] a trigger that fires too early is seen', () => {
  const after = changing('trigger-fired', ({ order }, { model }) => {
    const trigger = model.orders.get(order)?.trigger;
    if (trigger === undefined || trigger === null) return undefined;
    const price = trigger.direction === 'rising' ? trigger.price * 5 : 1;
    const known = model.orders.get(order);
    if (known !== undefined) known.trigger = { ...trigger, price: price as typeof trigger.price };
    return { triggerPrice: price };
  });
  expect(complaintAbout({ after })?.rule).toBe('TRG-2');
});

test('[SIM-1] a liquidation explained with other equity is seen', () => {
  const after = changing('liquidation-started', ({ equity }) => ({
    equity: plusOne(toBigInt(equity)),
  }));
  expect(complaintAbout({ after })?.rule).toBe('LIQ-2');
});

test('[SIM-1] the liquidation of a healthy account is seen', () => {
  const rich = 10n ** 17n;
  const after = changing('liquidation-started', (event, { model }) => {
    const account = model.accounts.get(event.account);
    if (account === undefined || event.scope !== 'cross') return undefined;
    account.wallet += rich;
    account.collateral += rich;
    return {
      equity: money(toBigInt(event.equity) + rich),
      backing: money(toBigInt(event.backing) + rich),
    };
  });
  expect(complaintAbout({ after })?.rule).toBe('LIQ-1');
});

test('[SIM-1] a bankruptcy price one tick off is seen', () => {
  const after = changing('order-accepted', ({ origin, workingPrice }) =>
    origin === 'liquidation' ? { workingPrice: workingPrice + 1 } : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('LIQ-8');
});

test('[SIM-1] a liquidation fee one unit too high is seen', () => {
  const after = changing('fill-settled', ({ taker }) =>
    taker.liquidationFee > NO_MONEY
      ? { taker: { ...taker, liquidationFee: plusOne(toBigInt(taker.liquidationFee)) } }
      : undefined,
  );
  expect(complaintAbout({ after })?.rule).toBe('LIQ-9');
});

test('[SIM-1] a liquidation that does not end is seen', () => {
  const complaint = complaintAbout({ after: dropping('liquidation-ended') });
  expect(complaint?.rule).toMatch(/22 after|LIQ-1/);
});

test('[SIM-1] a score of deleveraging told wrong is seen', () => {
  const after = changing('deleveraged', ({ scorePpm }) => ({ scorePpm: scorePpm + 1n }));
  expect(complaintAbout({ after })?.rule).toBe('ADL-2');
});

test('[SIM-1] somebody deleveraged out of turn is seen', () => {
  const after = changing('deleveraged', ({ account }) => ({ account: account + 1 }));
  expect(complaintAbout({ after })?.rule).toBe('ADL-2');
});

test('[SIM-1] a restored state that goes on differently is seen', () => {
  const driver = createDriver();
  driver.trader();
  const shadow = createShadow(createDice(1));
  shadow.state = copyState(driver.state);
  shadow.left = 1;
  const account = shadow.state.accounts[1_001];
  if (account !== undefined) account.terms = { ...account.terms, leverageMax: 3 };
  const events = driver.wait(10);
  const entry = driver.entries.at(-1)!;
  expect(() => afterEntry(shadow, entry, events, driver.state)).toThrow(AuditFailure);
});

test('[SIM-1] a refused command that leaves a trace is seen', () => {
  const driver = createDriver();
  const shadow = createShadow(createDice(1));
  shadow.before = copyState(driver.state);
  const events = driver.run({ kind: 'withdraw', account: accountId(77), amount: plusOne(0n) });
  driver.state.nextOrder += 1;
  const entry = driver.entries.at(-1)!;
  expect(() => afterEntry(shadow, entry, events, driver.state)).toThrow(/CHK-2/);
});

test('[SIM-1] a state on which time went back stops the engine', () => {
  const state = createState();
  const driver = createDriver();
  const [first, second] = driver.entries;
  apply(state, first!);
  expect(() => apply(state, { ...second!, at: (first!.at - 1) as never })).toThrow(/time/);
});
