import { expect, test } from 'vitest';
import type { Batch, Command } from '../domain/command.ts';
import { createMarketLoop } from './market-loop.ts';

test('[MKT-2] each beat submits one command, and a failure is told once', async () => {
  const submitted: Command[] = [];
  const told: string[] = [];
  let broken = false;
  const batch: Batch = { kind: 'batch', commands: [{ kind: 'advance-clock' }] };
  const decided = [batch, batch, batch, batch, undefined];
  const loop = createMarketLoop({
    decide: () => decided.shift(),
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
  went.push(await loop.tick(), await loop.tick());
  expect(went).toEqual([true, false, false, true, true]);
  expect(told).toEqual([
    'the market is not updating: the disk is full',
    'the market is updating again',
  ]);
  expect(submitted).toHaveLength(2);
});
