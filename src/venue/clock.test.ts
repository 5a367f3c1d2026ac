import { expect, test } from 'vitest';
import { createManualClock } from '../../test/kit/manual-clock.ts';
import { restingBid } from '../../test/venue/market.ts';
import { openGated } from '../../test/venue/open-gated.ts';
import { millis } from '../domain/units.ts';
import { createStamper } from './clock.ts';

test('[VEN-4] time holds while the clock is behind, and it is told once', () => {
  const clock = createManualClock(1_000);
  const told: string[] = [];
  const stamp = createStamper(clock, millis(500), (level, message) =>
    told.push(`${level} ${message}`),
  );
  expect(stamp.take()).toBe(1_000);
  clock.advance(-600);
  expect([stamp.take(), stamp.take(), stamp.behindMillis()]).toEqual([1_000, 1_000, 600]);
  expect(told).toEqual(['warn the clock went back; time stands still']);
  clock.advance(600);
  expect([stamp.take(), stamp.behindMillis()]).toEqual([1_000, 0]);
  clock.advance(5);
  expect(stamp.take()).toBe(1_005);
  expect(told).toHaveLength(2);
});

test('[VEN-4] an hour back: entries keep the last time, trading goes on', async () => {
  const { venue, clock, told } = await openGated();
  const { at } = await venue.submit(restingBid());
  clock.advance(-3_600_000);
  expect((await venue.submit(restingBid())).at).toBe(at);
  expect(venue.health()).toMatchObject({ status: 'trading', clockBehindMillis: 3_600_000 });
  expect(told.some(({ message }) => message.startsWith('the clock went back'))).toBe(true);
  clock.advance(3_600_001);
  expect((await venue.submit(restingBid())).at).toBe(at + 1);
  expect(venue.health().clockBehindMillis).toBe(0);
});
