import { expect, test } from 'vitest';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { recoverViews, snapshotViews, type ViewsData } from '../../src/views/snapshot-views.ts';
import { createViews, foldEntry } from '../../src/views/views.ts';
import { followHistory, followWorkload } from './follow.ts';

const throughText = (data: ViewsData) => parsePlain(stringifyPlain(data)) as ViewsData;

test.each([21, 22, 23])('[VIEW-13] restored views fold on like the saved ones, seed %i', (seed) => {
  const { views, step } = seed === 23 ? followHistory(seed) : followWorkload(seed);
  for (let done = 0; done < 900; done += 1) step();
  const saved = stringifyPlain(snapshotViews(views));
  const restored = recoverViews(throughText(snapshotViews(views)));
  expect(stringifyPlain(snapshotViews(restored))).toBe(saved);
  for (let done = 0; done < 600; done += 1) {
    const { entry, events, folded } = step();
    const again = foldEntry(restored, { ...entry, events });
    expect(stringifyPlain(again), `entry ${entry.seq}`).toBe(stringifyPlain(folded));
  }
  expect(stringifyPlain(snapshotViews(restored))).toBe(stringifyPlain(snapshotViews(views)));
});

test('[VIEW-13] a dump shares nothing with the views it was taken from', () => {
  const { views, step } = followHistory(24);
  for (let done = 0; done < 300; done += 1) step();
  const data = snapshotViews(views);
  const saved = stringifyPlain(data);
  for (let done = 0; done < 300; done += 1) step();
  for (const row of views.contracts.rows) row.halted = !row.halted;
  expect(stringifyPlain(data)).toBe(saved);
  const restored = recoverViews(data);
  expect(stringifyPlain(snapshotViews(restored))).toBe(saved);
});

test('[MKT-16] the newest bytes of each slot are kept, and older views have none', () => {
  const views = createViews();
  const keep = (beat: number, slot: number, byte: number) =>
    foldEntry(views, {
      seq: (views.seq + 1) as never,
      at: 1 as never,
      events: [
        { kind: 'market-beat-kept', beat, memories: [{ slot, bytes: Uint8Array.of(byte) }] },
        { kind: 'note-recorded', actor: 'venue', topic: 'market', text: `${beat}` },
        { kind: 'note-recorded', actor: 'operator', topic: 'market', text: 'mine' },
      ],
    });
  keep(7, 0, 1);
  keep(8, 2, 2);
  keep(9, 0, 3);
  const { market, ...older } = throughText(snapshotViews(views));
  const restored = recoverViews({ ...older, ...(market === undefined ? {} : { market }) });
  expect(restored.market).toEqual({
    beat: 9,
    slots: new Map([
      [0, { beat: 9, bytes: Uint8Array.of(3) }],
      [2, { beat: 8, bytes: Uint8Array.of(2) }],
    ]),
    notes: new Map([['market', '9']]),
  });
  expect(recoverViews(older).market).toEqual({ beat: 0, slots: new Map(), notes: new Map() });
});

test('[VIEW-13] a dump of another version and an entry out of turn are refused', () => {
  const views = createViews();
  const data = snapshotViews(views);
  expect(() => recoverViews({ ...data, version: 99 })).toThrow('another version: 99');
  const late = { seq: 2 as never, at: 1 as never, events: [] };
  expect(() => foldEntry(views, late)).toThrow('misses entries before: 2');
});
