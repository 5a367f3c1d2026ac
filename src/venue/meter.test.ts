import { expect, test } from 'vitest';
import { restingBid } from '../../test/venue/market.ts';
import { openGated } from '../../test/venue/open-gated.ts';
import { monotonic } from '../domain/units.ts';
import { createMeter } from './running-venue.ts';

test('[VEN-20] syncs are summed up over the last ones only', () => {
  const meter = createMeter();
  expect(meter.syncMillis()).toEqual({ p50: 0, p99: 0, count: 0, sum: 0 });
  for (let count = 0; count < 1_000; count += 1) meter.noteSync(99);
  for (let count = 1; count <= 512; count += 1) meter.noteSync(count);
  expect(meter.syncMillis()).toMatchObject({ p50: 257, p99: 507, count: 1_512 });
});

test('[VEN-20] commands per second are those of the last five whole seconds', () => {
  const meter = createMeter();
  for (let second = 1; second <= 20; second += 1) meter.noteCommands(10, monotonic(second * 1_000));
  meter.noteCommands(1_000, monotonic(21_000));
  expect(meter.commandsPerSecond(monotonic(21_500))).toBe(10);
  expect(meter.commandsPerSecond(monotonic(22_000))).toBe(208);
  expect(meter.commandsPerSecond(monotonic(40_000))).toBe(0);
});

test('[VEN-20] health tells how the venue is', async () => {
  const { venue, clock } = await openGated();
  await Promise.all(Array.from({ length: 50 }, () => venue.submit(restingBid())));
  await venue.archived();
  clock.advance(1_000);
  expect(venue.health()).toMatchObject({
    status: 'trading',
    haltedBecause: null,
    seq: 51,
    queued: 0,
    archiveLag: 0,
    archiveFailedBecause: null,
    snapshotSeq: 0,
    clockBehindMillis: 0,
  });
  expect(venue.health().commandsPerSecond).toBeGreaterThan(10);
  expect(venue.health().syncMillis.p50).toBeGreaterThanOrEqual(0);
});
