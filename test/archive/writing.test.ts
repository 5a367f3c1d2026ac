/** What every home of the archive promises of writing, and of reading while it goes on. */
import { expect, test } from 'vitest';
import type { Archive, Cursor } from '../../src/archive/archive.ts';
import { millis } from '../../src/domain/units.ts';
import { HOMES } from './homes.ts';
import { ALICE, bill, entry, fill, finished } from './rows.ts';

const all = { account: ALICE, limit: 100 };

const billIds = async (archive: Archive): Promise<number[]> =>
  (await archive.bills(all)).rows.map(({ id }) => id);

test.each(HOMES)('[ARC-2] the archive knows its last entry ($home)', async ({ open }) => {
  const archive = await open();
  expect(await archive.archivedUpTo()).toBe(0);
  await archive.write([]);
  expect(await archive.archivedUpTo()).toBe(0);
  await archive.write([entry(3), entry(7, { bills: [bill(7)] }), entry(8)]);
  expect(await archive.archivedUpTo()).toBe(8);
});

test.each(HOMES)('[ARC-2] a replay doubles nothing ($home)', async ({ open }) => {
  const archive = await open();
  const entries = [1, 2, 3, 4].map((place) => entry(place, { bills: [bill(place)] }));
  await archive.write(entries.slice(0, 3));
  await Promise.all([archive.write(entries.slice(1)), archive.write(entries)]);
  await archive.write(entries.slice(0, 2));
  expect(await archive.archivedUpTo()).toBe(4);
  expect(await billIds(archive)).toEqual([4, 3, 2, 1]);
});

test.each(HOMES)('[ARC-2] entries out of order are refused ($home)', async ({ open }) => {
  const archive = await open();
  const late = [entry(2, { bills: [bill(2)] }), entry(1, { bills: [bill(1)] })];
  await expect(archive.write(late)).rejects.toThrow('rising order');
  expect(await archive.archivedUpTo()).toBe(0);
  expect(await billIds(archive)).toEqual([]);
});

test.each(HOMES)(
  '[ARC-5] pages show each row once while others arrive ($home)',
  async ({ open }) => {
    const archive = await open();
    const old = [1, 2, 3, 4, 5, 6, 7].map((id) =>
      finished(id * 10, { createdAt: millis(id >> 1) }),
    );
    await archive.write([entry(1, { orders: old })]);
    const seen: number[] = [];
    let before: Cursor | undefined;
    for (let page = 2; ; page += 1) {
      const { rows, next } = await archive.orders({ account: ALICE, limit: 2, before });
      seen.push(...rows.map(({ order }) => order.id));
      if (next === null) break;
      before = next;
      const newer = finished(page * 10 + 1, { createdAt: millis(99) });
      const tied = finished(page * 10 + 5, { createdAt: next.at });
      await archive.write([entry(page, { orders: [newer, tied] })]);
    }
    const known = new Set(old.map(({ order }) => Number(order.id)));
    expect(seen.filter((id) => known.has(id))).toEqual([70, 60, 50, 40, 30, 20, 10]);
    expect(new Set(seen).size).toBe(seen.length);
  },
);

test.each(HOMES)(
  '[ARC-5] the last page says so, also where it is full ($home)',
  async ({ open }) => {
    const archive = await open();
    await archive.write([entry(1, { fills: [fill(1), fill(2)] })]);
    expect((await archive.fills({ account: ALICE, limit: 2 })).next).toBeNull();
    expect((await archive.fills({ account: ALICE, limit: 1 })).next).toEqual({ at: 2, id: 5 });
    const before = { at: millis(2), id: 5 };
    const last = await archive.fills({ account: ALICE, limit: 1, before });
    expect(last).toEqual({ rows: [fill(1)], next: null });
  },
);

test.each(HOMES)('[ARC-5] a window and a place narrow each other ($home)', async ({ open }) => {
  const archive = await open();
  await archive.write([entry(1, { bills: [1, 2, 3, 4].map((id) => bill(id)) })]);
  const read = async (to: number, at: number) => {
    const query = { ...all, to: millis(to), before: { at: millis(at), id: at } };
    return (await archive.bills(query)).rows.map(({ id }) => id);
  };
  expect(await read(2, 4)).toEqual([2, 1]);
  expect(await read(4, 2)).toEqual([1]);
});

test.each(HOMES)('[ARC-5] a page has at least one row, and a limit ($home)', async ({ open }) => {
  const archive = await open();
  for (const limit of [0, -1, 1.5, 1_001]) {
    await expect(archive.bills({ account: ALICE, limit })).rejects.toThrow('a page');
  }
  await expect(archive.countFills({ account: ALICE }, 0)).rejects.toThrow('needs an end');
});

test.each(HOMES)('[ARC-16] a closed archive refuses every call ($home)', async ({ open }) => {
  const archive = await open();
  await archive.write([entry(1)]);
  await archive.close();
  await archive.close();
  await expect(archive.write([entry(2)])).rejects.toThrow('closed');
  await expect(archive.archivedUpTo()).rejects.toThrow('closed');
  await expect(archive.bills(all)).rejects.toThrow('closed');
});
