import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { type MemoryVenue, openMemoryVenue } from '../../test/kit/open-memory-venue.ts';
import { HOUR, rulesAt } from '../../test/kit/season.ts';
import { findDue, startSeasonClock } from './season-clock.ts';

const START = Date.UTC(2026, 0, 5);
const rules = rulesAt(START);

let memory: MemoryVenue;
beforeEach(async () => {
  memory = await openMemoryVenue({
    start: START,
    genesis: [{ kind: 'list-contract', contract: exampleContract() }],
  });
  await memory.venue.submit({ kind: 'open-season', season: 1, rules });
  await memory.venue.submit({ kind: 'enrol-team', season: 1, team: 'Foxes' });
});
afterEach(() => memory.venue.close());

/** What a running clock asks for is done by the time the next command is. */
const settle = () => memory.venue.submit({ kind: 'advance-clock' });
const phase = () => memory.venue.read.season.current()?.phase;

test('[ORG-9] nothing is due before the reset, before the start, and between', async () => {
  const { venue, clock } = memory;
  expect(findDue(venue)).toBeUndefined();
  clock.advance(2 * 60_000);
  expect(findDue(venue)).toBeUndefined();
  await venue.submit({ kind: 'reset-season', season: 1 });
  expect(findDue(venue)).toEqual({ kind: 'start-season', season: 1 });
  await venue.submit({ kind: 'start-season', season: 1 });
  expect(findDue(venue)).toBeUndefined();
  clock.advance(HOUR);
  expect(findDue(venue)).toEqual({ kind: 'end-season', season: 1, reason: null });
});

test('[ORG-9] a season whose end has passed is not started', async () => {
  await memory.venue.submit({ kind: 'reset-season', season: 1 });
  memory.clock.advance(2 * HOUR);
  expect(findDue(memory.venue)).toBeUndefined();
});

test('[ORG-9] a clock that begins late starts and ends at once', async () => {
  const { venue, clock } = memory;
  await venue.submit({ kind: 'reset-season', season: 1 });
  clock.advance(61_000);
  const first = startSeasonClock(venue);
  await settle();
  expect(phase()).toBe('active');
  first.stop();
  clock.advance(2 * HOUR);
  await settle();
  expect(phase()).toBe('active');
  const second = startSeasonClock(venue);
  await settle();
  expect(phase()).toBe('ended');
  expect(venue.read.season.current()?.endedAt).toBe(rules.endAt);
  second.stop();
});

test('[ORG-9] a venue that takes nothing is asked again and again, and told of once', async () => {
  const { venue, clock } = memory;
  await venue.submit({ kind: 'reset-season', season: 1 });
  clock.advance(61_000);
  const told: string[] = [];
  let asked = 0;
  let isHalted = true;
  const submit: typeof venue.submit = (command) => {
    asked += 1;
    return isHalted ? Promise.reject(new Error('trading is halted')) : venue.submit(command);
  };
  const { read, listen } = venue;
  const running = startSeasonClock({ read, listen, submit }, (_, words) => told.push(words));
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), { timeout: 60_000 });
  expect(told).toEqual(['start-season was not taken']);
  isHalted = false;
  await vi.waitFor(() => expect(phase()).toBe('active'), { timeout: 60_000 });
  running.stop();
});
