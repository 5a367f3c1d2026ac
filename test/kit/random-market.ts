/** Small random markets for properties: a few traders who do what traders do, mistakes included. */
import fc from 'fast-check';
import { bareOrder } from '../../proof/sim/bare-order.ts';
import type { Command } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, contractId } from '../../src/domain/ids.ts';
import type { TimeInForce } from '../../src/domain/order.ts';
import { fineTicks, lots, money, ticks } from '../../src/domain/units.ts';
import { exampleContract } from './contracts.ts';
import { createDriver, type Driver, type Intention, usdt } from './driver.ts';

const BTC = contractId(0);
const MIDDLE = 900_000;
const TRADERS = 4;

const ACTIONS = [
  'open long',
  'open short',
  'close long',
  'close short',
  'cancel',
  'amend',
  'index',
  'close all',
  'deposit',
  'withdraw',
  'leverage',
  'isolate',
] as const;

export interface Step {
  readonly who: number;
  readonly action: (typeof ACTIONS)[number];
  readonly size: number;
  /** Ticks away from the middle; zero is a market order. */
  readonly distance: number;
  readonly timeInForce: TimeInForce;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(TRADERS - 1),
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ACTIONS.slice(0, 4)) },
    { weight: 1, arbitrary: fc.constantFrom(...ACTIONS) },
  ),
  size: fc.integer({ min: 1, max: 2_500 }),
  distance: fc.oneof(fc.constant(0), fc.integer({ min: -9_000, max: 9_000 })),
  timeInForce: fc.constantFrom('normal', 'normal', 'normal', 'post-only', 'fok', 'ioc'),
});

export const steps: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 5, maxLength: 60 });

/** Runs the steps in a market whose makers earn a rebate, and looks at it after each. */
export function runSteps(
  taken: readonly Step[],
  look: (driver: Driver, events: readonly Event[]) => void,
): void {
  const driver = createDriver([exampleContract({ makerFeeRate: '-0.0001' })]);
  const traders = [
    driver.trader(1_000),
    driver.trader(5_000, { team: 'red' }),
    driver.trader(5_000, { team: 'red', selfTrade: 'cancel-both' }),
    driver.trader(100_000, { selfTrade: 'cancel-taker' }),
  ];
  for (const { who, ...what } of taken) {
    const account = traders[who]!;
    look(driver, driver.run(commandOf(driver, account, { who, ...what })));
  }
}

function commandOf(driver: Driver, account: AccountId, taken: Step): Command {
  const { action, size, distance } = taken;
  const amount = money(usdt(size));
  switch (action) {
    case 'cancel':
    case 'amend':
      return onOldest(driver, account, taken);
    case 'index':
      return {
        kind: 'set-index-price',
        contract: BTC,
        price: fineTicks((MIDDLE + distance * 10) * 100),
      };
    case 'close all':
      return { kind: 'close-positions', account, contract: null };
    case 'deposit':
    case 'withdraw':
      return { kind: action, account, amount };
    case 'leverage':
      return leverageOf(account, 1 + (size % 125));
    case 'isolate':
      return { kind: 'set-margin-mode', account, contract: BTC, marginMode: 'isolated' };
    default:
      return orderOf(account, action, taken);
  }
}

const leverageOf = (account: AccountId, leverage: number): Command => ({
  kind: 'set-leverage',
  account,
  contract: BTC,
  marginMode: 'cross',
  longLeverage: leverage,
  shortLeverage: leverage,
});

function orderOf(account: AccountId, intention: Intention, taken: Step): Command {
  return bareOrder({
    account,
    contract: BTC,
    positionSide: intention.endsWith('long') ? 'long' : 'short',
    effect: intention.startsWith('open') ? 'open' : 'close',
    size: lots(taken.size),
    price: taken.distance === 0 ? null : ticks(MIDDLE + taken.distance),
    timeInForce: taken.timeInForce,
  });
}

/** Cancels or amends the account's oldest working order, or nothing where there is none. */
function onOldest(driver: Driver, account: AccountId, taken: Step): Command {
  const order = driver.account(account).desks[BTC]?.working.first?.id;
  if (order === undefined) return { kind: 'advance-clock' };
  const target = { by: 'id' as const, order };
  if (taken.action === 'cancel') return { kind: 'cancel-order', account, target };
  const price = taken.distance === 0 ? null : ticks(MIDDLE + taken.distance);
  return { kind: 'amend-order', account, target, size: lots(taken.size), price };
}
