import { expect, test } from 'vitest';
import type { Command } from '../domain/command.ts';
import { contractId } from '../domain/ids.ts';
import { fineTicks, millis } from '../domain/units.ts';
import { createHouse } from './house.ts';
import { createMarketLoop } from './market-loop.ts';

test('[MKT-2] each beat submits one command, and a failure is told once', async () => {
  const submitted: Command[] = [];
  const told: string[] = [];
  let broken = false;
  const loop = createMarketLoop({
    feed: {
      source: () => 'a test',
      next: () => [{ contract: contractId(0), price: fineTicks(9_000) }],
    },
    house: createHouse([], 1, 0),
    picture: () => ({ at: millis(0), contracts: [], wallets: [] }),
    submitAt: (_at, decide) => {
      if (broken) return Promise.reject(new Error('the disk is full'));
      submitted.push(decide());
      return Promise.resolve();
    },
    warn: (message) => told.push(message),
  });
  const tick = () => loop.tick(millis(500));
  const went = [await tick()];
  broken = true;
  went.push(await tick(), await tick());
  broken = false;
  went.push(await tick());
  expect(went).toEqual([true, false, false, true]);
  expect(told).toEqual([
    'the market is not updating: the disk is full',
    'the market is updating again',
  ]);
  expect(submitted).toHaveLength(2);
});
