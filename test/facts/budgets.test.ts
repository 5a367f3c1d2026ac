/** Budgets of processes that cannot ask one another for every call. */
import { expect, test } from 'vitest';
import { accountId } from '../../src/domain/ids.ts';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { createBudgets } from '../../src/gateway/edge.ts';
import { type Budgets, DEFAULT_LIMITS } from '../../src/gateway/limits/limiter.ts';
import { createToldBudgets } from '../../src/gateway/limits/told-limits.ts';
import { type FactHomeCase, SHARED_HOMES, untilHeard } from '../kit/fact-homes.ts';
import { createManualClock } from '../kit/manual-clock.ts';

const ALICE = accountId(1_001);
const ORDER = { weight: 0, orders: 1, orderCalls: 1, cancels: 0 };
const [CAPACITY, REPLICAS] = [10, 3];
const LIMITS = {
  ...DEFAULT_LIMITS,
  orders: { capacity: CAPACITY, refillPerSecond: 1 },
  addressWeight: { capacity: CAPACITY, refillPerSecond: 1 },
};
const clock = createManualClock(1_767_571_200_000);
const now = clock.monotonicNow;

async function openReplicas({ make }: FactHomeCase): Promise<Budgets[]> {
  const enter = await make();
  const homes = [await enter(), await enter(), await enter()];
  await untilHeard(homes);
  return homes.map((own) => {
    const budgets = createBudgets({ venue: { clock }, settings: { limits: LIMITS } });
    return createToldBudgets(budgets, own, now);
  });
}

test.each(SHARED_HOMES)(
  '[REC-10] what one replica charged is owed at all of them ($home)',
  async (home) => {
    const replicas = await openReplicas(home);
    const tries = replicas.map(
      ({ limiter }) =>
        () =>
          limiter.takeAccount(ALICE, ORDER, now()) === 0,
    );
    let allowed = 0;
    for (const mayPlace of tries) for (let n = 0; n < 2 * CAPACITY; n += 1) allowed += +mayPlace();
    expect(allowed).toBe(REPLICAS * CAPACITY);
    const used = () => replicas.map(({ limiter }) => limiter.counts('a', ALICE, now())[2]);
    await expect.poll(used).toEqual(replicas.map(() => REPLICAS * CAPACITY));
    const [first] = replicas;
    first!.limiter.charge({ account: ALICE, cost: { ...ORDER, orders: -25 } }, now());
    await expect.poll(used).toEqual(replicas.map(() => REPLICAS * CAPACITY - 25));
    expect(tries.map((mayPlace) => mayPlace())).toEqual([true, true, true]);
  },
);

test.each(SHARED_HOMES)(
  '[REC-10] windows count for all, and a shut-out holds everywhere ($home)',
  async (home) => {
    const replicas = await openReplicas(home);
    const binance = DIALECTS.find(({ rateWindows }) => rateWindows !== undefined)!;
    replicas[0]!.limiterOf(binance).takeAddress('a', 7, now());
    const used = () =>
      replicas.map(({ limiterOf }) => limiterOf(binance).counts('a', undefined, now()));
    await expect.poll(() => used().map(([weight]) => weight)).toEqual([7, 7, 7]);
    const { limiter } = replicas[1]!;
    limiter.charge({ group: 'b', refusals: LIMITS.penalties.refusalsMax + 1 }, now());
    expect(limiter.noteTold('b', now())).toBe(true);
    const waits = () => replicas.map((each) => each.limiter.takeAddress('b', 1, now()));
    await expect.poll(waits).toEqual([120, 120, 120]);
    expect(replicas.map((each) => each.limiter.wasTold('b', now()))).toEqual([true, true, true]);
  },
);
