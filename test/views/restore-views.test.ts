import { expect, test } from 'vitest';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { dumpViews, type ViewsData } from '../../src/views/dump-views.ts';
import { restoreViews } from '../../src/views/restore-views.ts';
import { createViews, foldEntry } from '../../src/views/views.ts';
import { followHistory, followWorkload } from './follow.ts';

const throughText = (data: ViewsData) => parsePlain(stringifyPlain(data)) as ViewsData;

test.each([21, 22, 23])('[VIEW-13] restored views fold on like the saved ones, seed %i', (seed) => {
  const { views, step } = seed === 23 ? followHistory(seed) : followWorkload(seed);
  for (let done = 0; done < 900; done += 1) step();
  const saved = stringifyPlain(dumpViews(views));
  const restored = restoreViews(throughText(dumpViews(views)));
  expect(stringifyPlain(dumpViews(restored))).toBe(saved);
  for (let done = 0; done < 600; done += 1) {
    const { entry, events, folded } = step();
    const again = foldEntry(restored, { ...entry, events });
    expect(stringifyPlain(again), `entry ${entry.seq}`).toBe(stringifyPlain(folded));
  }
  expect(stringifyPlain(dumpViews(restored))).toBe(stringifyPlain(dumpViews(views)));
});

test('[VIEW-13] a dump shares nothing with the views it was taken from', () => {
  const { views, step } = followHistory(24);
  for (let done = 0; done < 300; done += 1) step();
  const data = dumpViews(views);
  const saved = stringifyPlain(data);
  for (let done = 0; done < 300; done += 1) step();
  for (const row of views.contracts.rows) row.halted = !row.halted;
  expect(stringifyPlain(data)).toBe(saved);
  const restored = restoreViews(data);
  expect(stringifyPlain(dumpViews(restored))).toBe(saved);
});

test('[VIEW-13] a dump of another version and an entry out of turn are refused', () => {
  const views = createViews();
  const data = dumpViews(views);
  expect(() => restoreViews({ ...data, version: 99 })).toThrow('another version: 99');
  const late = { seq: 2 as never, at: 1 as never, events: [] };
  expect(() => foldEntry(views, late)).toThrow('misses entries before: 2');
});
