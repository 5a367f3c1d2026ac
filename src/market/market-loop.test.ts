import { expect, test } from 'vitest';
import type { Batch, Command } from '../domain/command.ts';
import { millis } from '../domain/units.ts';
import { createMarketLoop } from './market-loop.ts';

test('[MKT-2] each beat submits one command, and a failure is told once', async () => {
  const submitted: (Command | undefined)[] = [];
  const told: string[] = [];
  let broken = false;
  const batch: Batch = { kind: 'batch', commands: [{ kind: 'advance-clock' }] };
  const decided = [batch, batch, undefined];
  const loop = createMarketLoop({
    decide: () => decided.shift(),
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
  went.push(await tick(), await tick());
  expect(went).toEqual([true, false, false, true, true]);
  expect(told).toEqual([
    'the market is not updating: the disk is full',
    'the market is updating again',
  ]);
  expect(submitted).toEqual([batch, batch, undefined]);
});
