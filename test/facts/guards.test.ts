/** Guards of orders in processes that share their facts. */
import { expect, test } from 'vitest';
import type { Command } from '../../src/domain/command.ts';
import { accountId } from '../../src/domain/ids.ts';
import { millis, monotonic } from '../../src/domain/units.ts';
import { GUARDS, type Guards, startGuards } from '../../src/gateway/guards.ts';
import { type EnterHome, FACT_HOMES, SHARED_HOMES } from '../kit/fact-homes.ts';

const OWNER = accountId(1001);
const WINDOW = millis(3_000);
const PACE = { tellEveryMillis: 10, silentMillis: 600 };
const STEP_MILLIS = PACE.silentMillis / 10;

/** One contract, and the countdowns that were set there. Time passes when it is told to. */
function openScene(enter: EnterHome) {
  const counted: number[] = [];
  let now = 0;
  const take = async (command: Command) => {
    if (command.kind === 'batch')
      for (const each of command.commands)
        if (each.kind === 'set-countdown') counted.push(each.millis);
  };
  const venue = {
    submit: take,
    read: { listing: { contracts: () => [{ id: 0 }] } },
    clock: { wallNow: () => millis(Date.now()), monotonicNow: () => monotonic(now) },
  } as never;
  const start = async (): Promise<Guards> => {
    const home = await enter();
    return startGuards({ home, fact: await home.open(GUARDS), venue, pace: PACE });
  };
  const pass = (): void => {
    now += STEP_MILLIS;
  };
  /** Long enough that whoever is silent is missed, while so many processes tell. */
  const missed = async (processes: number): Promise<void> => {
    const told = new Set<string>();
    const home = await enter();
    home.news<readonly [string]>('guarded', ([process]) => told.add(process));
    for (let step = 0; step < 15; step += 1) {
      pass();
      told.clear();
      await expect.poll(() => told.size, { interval: 5 }).toBe(processes);
    }
  };
  return { counted, start, pass, missed };
}

test.each(FACT_HOMES)(
  '[GUARD-1] the last connection begins the countdown ($home)',
  async (home) => {
    const { counted, start } = openScene(await home.make());
    const guards = await start();
    const [one, other] = [{}, {}];
    guards.hold(OWNER, one);
    guards.letGo(OWNER, one);
    await guards.choose(OWNER, WINDOW);
    expect(guards.find(OWNER)).toMatchObject({ window: 3_000, phase: 'idle' });
    guards.hold(OWNER, one);
    guards.hold(OWNER, other);
    await expect.poll(() => guards.find(OWNER)?.phase).toBe('held');
    guards.letGo(OWNER, one);
    guards.letGo(OWNER, other);
    await expect.poll(() => guards.find(OWNER)?.phase).toBe('counting');
    expect(counted).toEqual([3_000]);
    guards.hold(OWNER, one);
    await expect.poll(() => guards.find(OWNER)?.phase).toBe('held');
    expect(counted).toEqual([3_000, 0]);
    guards.close();
  },
);

test.each(FACT_HOMES)(
  '[GUARD-1] a window chosen while it is there counts ($home)',
  async (home) => {
    const { counted, start } = openScene(await home.make());
    const guards = await start();
    guards.hold(OWNER, guards);
    await guards.choose(OWNER, WINDOW);
    await expect.poll(() => guards.find(OWNER)?.phase).toBe('held');
    guards.letGo(OWNER, guards);
    await expect.poll(() => counted).toEqual([3_000]);
    guards.close();
  },
);

test.each(SHARED_HOMES)('[GUARD-2] a connection elsewhere guards too ($home)', async (home) => {
  const { counted, start, pass, missed } = openScene(await home.make());
  const [here, there] = [await start(), await start()];
  await here.choose(OWNER, WINDOW);
  here.hold(OWNER, here);
  there.hold(OWNER, there);
  await expect.poll(() => there.find(OWNER)?.phase).toBe('held');
  await missed(2);
  here.letGo(OWNER, here);
  await missed(2);
  expect([counted, here.find(OWNER)?.phase]).toEqual([[], 'held']);
  // It dies: nobody lets go, and it is missed.
  there.close();
  const isMissed = () => {
    pass();
    return here.find(OWNER)?.phase;
  };
  await expect.poll(isMissed).toBe('counting');
  expect(new Set(counted)).toEqual(new Set([3_000]));
  here.close();
});

test.each(SHARED_HOMES)('[GUARD-2] the next process misses what died ($home)', async (home) => {
  const { counted, start, pass } = openScene(await home.make());
  const first = await start();
  await first.choose(OWNER, WINDOW);
  first.hold(OWNER, first);
  await expect.poll(() => first.find(OWNER)?.phase).toBe('held');
  first.close();
  first.letGo(OWNER, first);
  const next = await start();
  expect([counted, next.find(OWNER)?.phase]).toEqual([[], 'held']);
  const isMissed = () => {
    pass();
    return next.find(OWNER)?.phase;
  };
  await expect.poll(isMissed).toBe('counting');
  expect(new Set(counted)).toEqual(new Set([3_000]));
  next.close();
});
