import { expect, test } from 'vitest';
import { parseSource } from './source.ts';
import { checkWall } from './wall.ts';

const countAt = (path: string, text: string): number => checkWall(parseSource(path, text)).length;

test('the state of a venue is not looked into from outside', () => {
  const reached = 'use(venue.state.seq); use(kit.venue?.present); const { state } = parts.venue;';
  expect(countAt('src/gateway/a.ts', reached)).toBe(3);
  expect(countAt('test/gateway/a.test.ts', reached)).toBe(3);
  expect(countAt('src/venue/a.ts', reached)).toBe(0);
  expect(countAt('src/gateway/a.ts', 'use(row.state); use(venue.read.now());')).toBe(0);
});

test('only the venue and the proofs import the engine', () => {
  const text = "import type { VenueState } from '../engine/state.ts';";
  expect(countAt('src/cli/a.ts', text)).toBe(1);
  expect(countAt('src/venue/a.ts', text)).toBe(0);
  expect(countAt('proof/a.ts', text)).toBe(0);
  expect(countAt('src/cli/a.test.ts', text)).toBe(0);
});

test('only the journal reads segment files', () => {
  const text = "import { listSegments } from '../journal/segment-name.ts';";
  expect(countAt('src/venue/a.ts', text)).toBe(1);
  expect(countAt('src/journal/a.ts', text.replace('../journal', '.'))).toBe(0);
  expect(countAt('src/venue/a.test.ts', text)).toBe(0);
  const port = "import { findJournal } from '../journal/find-journal.ts';";
  expect(countAt('src/venue/a.ts', port)).toBe(0);
});
