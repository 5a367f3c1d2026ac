import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { closeLater, temporaryPath } from '../../test/archive/homes.ts';
import { ALICE, bill, entry, finished } from '../../test/archive/rows.ts';
import { openSqliteArchive } from './sqlite-archive.ts';
import { ThreadedArchive } from './threaded-archive.ts';

const entries = Array.from({ length: 200 }, (_, place) => {
  return entry(place + 1, { bills: [bill(place + 1)] });
});
const all = { account: ALICE, limit: 1_000 };

/** Opens an archive and hands out its thread, which the archive itself keeps to itself. */
async function openWithThread(path: string): Promise<[ThreadedArchive, Worker]> {
  const created = once(process, 'worker');
  const archive = closeLater(await ThreadedArchive.open({ path }));
  const [worker] = await created;
  return [archive, worker];
}

test('[ARC-16] a query sees every row written before it, stored or not', async () => {
  const archive = closeLater(await ThreadedArchive.open({ path: temporaryPath() }));
  const seen: Promise<number>[] = [];
  for (const one of entries) {
    archive.write([one]);
    seen.push(archive.bills(all).then(({ rows }) => rows.length));
  }
  expect(await Promise.all(seen)).toEqual(entries.map(({ seq }) => seq));
});

test('[ARC-16] closing stores everything that was written', async () => {
  const path = temporaryPath();
  const archive = await ThreadedArchive.open({ path });
  for (const one of entries) archive.write([one]);
  expect(archive.rowsBehind).toBe(entries.length);
  await archive.close();
  expect(archive.rowsBehind).toBe(0);
  expect(archive.failure).toBeNull();
  const file = closeLater(openSqliteArchive(path));
  expect(await file.archivedUpTo()).toBe(entries.length);
});

test('[ARC-17] beyond the limit a write is refused, and what was refused comes first', async () => {
  const settings = { path: temporaryPath(), rowsBehindMax: 3 };
  const archive = closeLater(await ThreadedArchive.open(settings));
  const stored = archive.write(entries.slice(0, 3));
  expect([archive.rowsBehind, archive.hasRoom]).toEqual([3, false]);
  await expect(archive.write(entries.slice(3, 5))).rejects.toMatchObject({ fault: 'full' });
  await expect(archive.write(entries.slice(5, 6))).rejects.toMatchObject({ fault: 'full' });
  await stored;
  expect([archive.rowsBehind, archive.hasRoom]).toEqual([0, true]);
  await expect(archive.write(entries.slice(5, 6))).rejects.toThrow('is written first: 4');
  await archive.write(entries.slice(3, 6));
  expect((await archive.bills(all)).rows.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(archive.failure).toBeNull();
});

test('[ARC-18] a thread that dies rejects what waits and what comes', async () => {
  const path = temporaryPath();
  const [archive, worker] = await openWithThread(path);
  await archive.write(entries.slice(0, 20));
  archive.write(entries.slice(20, 30));
  // So much comes before it that it still waits when the thread dies.
  const before = Promise.allSettled(Array.from({ length: 1_000 }, () => archive.bills(all)));
  const waiting = archive.bills(all);
  const rejected = expect(waiting).rejects.toMatchObject({ fault: 'failed' });
  await worker.terminate();
  await Promise.all([rejected, before]);
  expect(archive.failure?.message).toContain('ended by itself');
  expect(archive.rowsBehind).toBe(0);
  await expect(archive.write(entries)).rejects.toMatchObject({ fault: 'failed' });
  await expect(archive.bills(all)).rejects.toMatchObject({ fault: 'failed' });
  await archive.close();
  const again = closeLater(await ThreadedArchive.open({ path }));
  expect([20, 30]).toContain(await again.archivedUpTo());
  await again.write(entries);
  expect((await again.bills(all)).rows).toHaveLength(entries.length);
});

test('[ARC-19] killed at any moment, the file is sound and a replay completes it', async () => {
  const path = temporaryPath();
  for (const pause of [1, 5, 20]) {
    const [archive, worker] = await openWithThread(path);
    const writes = entries.map((one) => archive.write([one]));
    await Promise.race(writes.slice(pause));
    await worker.terminate();
    await archive.close();
  }
  const again = closeLater(await ThreadedArchive.open({ path }));
  await again.write(entries);
  const ids = (await again.bills(all)).rows.map(({ id }) => id);
  expect(ids).toEqual(entries.map(({ seq }) => entries.length + 1 - seq));
});

test('[ARC-18] after a write that failed queries are still answered', async () => {
  const archive = closeLater(await ThreadedArchive.open({ path: temporaryPath() }));
  await archive.write([entry(1, { orders: [finished(1)], bills: [bill(1)] })]);
  await expect(archive.write([entry(2, { orders: [finished(1)] })])).rejects.toThrow('UNIQUE');
  expect(archive.failure?.message).toContain('a write failed');
  await expect(archive.write([entry(3)])).rejects.toMatchObject({ fault: 'failed' });
  expect(await archive.archivedUpTo()).toBe(1);
  expect((await archive.bills(all)).rows).toEqual([bill(1)]);
});

test('[ARC-15] a damaged file is refused through the thread in the same words', async () => {
  const path = temporaryPath();
  writeFileSync(path, 'no database'.repeat(999));
  const fault = { fault: 'damaged', message: expect.stringContaining(`move ${path} away`) };
  await expect(ThreadedArchive.open({ path })).rejects.toMatchObject(fault);
});
