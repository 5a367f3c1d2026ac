import { expect, test } from 'vitest';
import { START } from '../../test/kit/driver.ts';
import { openMemoryVenue } from '../../test/kit/open-memory-venue.ts';
import { genesisOf, restingBid } from '../../test/venue/market.ts';
import { openGated, turns } from '../../test/venue/open-gated.ts';

test('[VEN-10] a second that passes becomes an entry of its own', async () => {
  const { venue, advance } = await openMemoryVenue({ start: START, genesis: genesisOf(1) });
  const kinds: string[] = [];
  venue.listen(({ command }) => kinds.push(command.kind));
  await advance(400);
  expect(kinds).toEqual([]);
  await advance(100);
  await advance(999);
  expect(kinds).toEqual(['advance-clock']);
  await advance(1);
  expect(kinds).toEqual(['advance-clock', 'advance-clock']);
  expect(venue.read.at()).toBe(START + 1_500);
  await venue.close();
});

test('[VEN-10] time that something else has moved is not moved again', async () => {
  const { venue, clock } = await openGated();
  clock.advance(700);
  await venue.submit(restingBid());
  await venue.advancer.look();
  expect(venue.health().seq).toBe(2);
});

test('[VEN-10] one tick at a time, and none that is refused does harm', async () => {
  const { venue, clock, journal } = await openGated({ settings: { waitingMax: 1 } });
  clock.advance(5_000);
  journal.hold();
  const looks = [venue.advancer.look(), venue.advancer.look()];
  await turns();
  expect(venue.health().queued).toBe(1);
  journal.release();
  await Promise.all(looks);
  expect(venue.health().seq).toBe(2);
  await venue.close();
  clock.advance(5_000);
  await venue.advancer.look();
});

test('[VEN-10] time can be paused', async () => {
  const { venue, clock } = await openGated({ settings: { tickEveryMillis: 1 } });
  clock.advance(1_000);
  await expect.poll(() => venue.health().seq).toBe(2);
  venue.pauseTime();
  clock.advance(1_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(venue.health().seq).toBe(2);
  venue.resumeTime();
  await expect.poll(() => venue.health().seq).toBe(3);
  await venue.close();
});
