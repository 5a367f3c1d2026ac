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
  let at = 0;
  const loop = createMarketLoop({
    feed: {
      source: () => 'a test',
      next: () => [{ contract: contractId(0), price: fineTicks(9_000) }],
    },
    house: createHouse([], 1, 0),
    now: () => {
      at += 500;
      return millis(at);
    },
    picture: () => ({ at: millis(0), contracts: [], wallets: [] }),
    submit: (command) => {
      if (broken) return Promise.reject(new Error('the disk is full'));
      submitted.push(command);
      return Promise.resolve();
    },
    warn: (message) => told.push(message),
  });
  const went = [await loop.tick()];
  broken = true;
  went.push(await loop.tick(), await loop.tick());
  broken = false;
  went.push(await loop.tick());
  expect(went).toEqual([true, false, false, true]);
  expect(told).toEqual([
    'the market is not updating: the disk is full',
    'the market is updating again',
  ]);
  expect(submitted).toHaveLength(2);
});
