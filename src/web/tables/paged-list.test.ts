import { expect, test } from 'vitest';
import { PagedList } from './paged-list.ts';

interface Row {
  readonly id: number;
  readonly at: number;
}

/** A venue's list: newest first, both ends of a window included, so many on a page. */
function listOver(rows: Row[], pageSize = 3) {
  return new PagedList<Row>({
    read: async (endTime) => {
      const wanted = rows.filter(({ at }) => endTime === undefined || at <= endTime);
      const page = wanted.slice(0, pageSize);
      return { ok: true, value: { rows: page, hasMore: wanted.length > pageSize } };
    },
    keyOf: ({ id }) => String(id),
    timeOf: ({ at }) => at,
  });
}

const ids = (list: PagedList<Row>) => list.state.value.rows.map(({ id }) => id);

test('[WEB-7] pages follow one another with every row once, also where times tie', async () => {
  const list = listOver([6, 5, 4, 3, 2, 1].map((id) => ({ id, at: Math.ceil(id / 2) })));
  await list.refresh();
  expect(ids(list)).toEqual([6, 5, 4]);
  await list.more();
  expect(ids(list)).toEqual([6, 5, 4, 3, 2]);
  expect(await list.all()).toHaveLength(6);
  expect(list.state.value.hasMore).toBe(false);
});

test('[WEB-7] what happened meanwhile is put before what is known', async () => {
  const rows = [2, 1].map((id) => ({ id, at: id }));
  const list = listOver(rows);
  await list.refresh();
  rows.unshift({ id: 3, at: 3 });
  await list.refresh();
  expect(ids(list)).toEqual([3, 2, 1]);
});

test('[WEB-7] an answer that comes after the list was cleared is not shown', async () => {
  const list = listOver([{ id: 1, at: 1 }]);
  const reading = list.refresh();
  list.clear();
  await reading;
  expect(ids(list)).toEqual([]);
});
