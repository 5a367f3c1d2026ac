/** The archive that replicas share: several write and read it, and its database may go away. */
import { expect, test } from 'vitest';
import { type Archive, LIST_START } from '../../src/archive/archive.ts';
import {
  SELECT_CLIENT_ORDER,
  SELECT_ORDER,
  selectPage,
} from '../../src/archive/archive-reading.ts';
import {
  BILL_LIST,
  FILL_LIST,
  FUNDING_LIST,
  LIQUIDATION_LIST,
  ORDER_LIST,
  TRIGGER_LIST,
} from '../../src/archive/history-tables.ts';
import { openPostgresArchive } from '../../src/archive/postgres-archive.ts';
import { freshDatabase, freshRecords, hasPostgres, useServer } from '../kit/postgres.ts';
import { ALICE, bill, entry, fill, finished } from './rows.ts';

const ROWS = 300;
const entries = Array.from({ length: ROWS }, (_, place) =>
  entry(place + 1, { bills: [bill(place + 1)], orders: [finished(place + 1)] }),
);
const EVERY_ID = entries.map((_, place) => ROWS - place);

async function billIds(archive: Archive): Promise<number[]> {
  const { rows } = await archive.bills({ account: ALICE, limit: 1_000 });
  return rows.map(({ id }) => id);
}

const open = async (url: string) => openPostgresArchive(await freshRecords(url));

test.runIf(hasPostgres)(
  '[REC-6] two writers store nothing twice and leave nothing out',
  async () => {
    const url = await freshDatabase();
    const [one, two] = [await open(url), await open(url)];
    const writes: Promise<void>[] = [];
    for (let place = 0; place < ROWS; place += 10) {
      writes.push(one.write(entries.slice(0, place + 10)), two.write(entries.slice(0, place + 7)));
      if (place % 50 === 0) await Promise.all(writes);
    }
    await Promise.all(writes);
    expect(await billIds(two)).toEqual(EVERY_ID);
    expect(await one.archivedUpTo()).toBe(ROWS);
  },
);

test.runIf(hasPostgres)('[REC-6] every replica is told how far the archive goes', async () => {
  const url = await freshDatabase();
  const [writer, reader] = [await open(url), await open(url)];
  const told: number[] = [];
  const deafen = reader.onArchived((upTo) => void told.push(upTo));
  await writer.write(entries.slice(0, 10));
  await writer.write(entries.slice(10, 20));
  await expect.poll(() => told).toEqual([10, 20]);
  const late: number[] = [];
  (await open(url)).onArchived((upTo) => void late.push(upTo));
  expect(late).toEqual([20]);
  deafen();
  await writer.write(entries.slice(0, 30));
  await expect.poll(() => late).toEqual([20, 30]);
  expect(told).toEqual([10, 20]);
});

test.runIf(hasPostgres)('[REC-6] a write stores all or nothing, and may be repeated', async () => {
  const archive = await open(await freshDatabase());
  await archive.write(entries.slice(0, 10));
  const sameOrder = [entry(11, { bills: [bill(11)] }), entry(12, { orders: [finished(3)] })];
  await expect(archive.write(sameOrder)).rejects.toThrow('duplicate key');
  expect(await archive.archivedUpTo()).toBe(10);
  expect(await billIds(archive)).toEqual(EVERY_ID.slice(-10));
  await archive.write(entries);
  expect(await billIds(archive)).toEqual(EVERY_ID);
});

test.runIf(hasPostgres)('[REC-6] what the database missed is written when it is back', async () => {
  const url = await freshDatabase();
  const [writer, reader] = [await open(url), await open(url)];
  const told: number[] = [];
  reader.onArchived((upTo) => void told.push(upTo));
  await writer.write(entries.slice(0, 10));
  const server = await useServer();
  await server.stop();
  await expect(writer.write(entries.slice(10, 20))).rejects.toMatchObject({ fault: 'away' });
  await expect(billIds(reader)).rejects.toMatchObject({ fault: 'away' });
  await server.start();
  await expect.poll(() => writer.write(entries).then(() => 'stored', String)).toBe('stored');
  await expect.poll(() => told.at(-1)).toBe(ROWS);
  expect(await billIds(reader)).toEqual(EVERY_ID);
});

test.runIf(hasPostgres)('[REC-6] a database whose disk is full may be tried again', async () => {
  const records = await freshRecords();
  const archive = await openPostgresArchive(records);
  await archive.write(entries.slice(0, 10));
  await records.ask(`CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend: No space left on device' USING ERRCODE = '53100'; END $$`);
  await records.ask('CREATE TRIGGER full_disk BEFORE INSERT ON bills EXECUTE FUNCTION fill_disk()');
  const full = { fault: 'away', message: expect.stringContaining('No space left on device') };
  await expect(archive.write(entries.slice(0, 20))).rejects.toMatchObject(full);
  expect(await billIds(archive)).toEqual(EVERY_ID.slice(-10));
  await records.ask('DROP TRIGGER full_disk ON bills');
  await archive.write(entries);
  expect(await billIds(archive)).toEqual(EVERY_ID);
});

test.runIf(hasPostgres)('[REC-6] a database that lost rows gets no later ones', async () => {
  const records = await freshRecords();
  const archive = await openPostgresArchive(records);
  await archive.write(entries.slice(0, 20));
  await records.ask('DELETE FROM bills WHERE id > 10');
  await records.ask('DELETE FROM orders WHERE id > 10');
  await records.ask('UPDATE archive SET archived_up_to = 10');
  const words = expect.stringContaining('goes up to entry 10, but had confirmed entry 20');
  const refused = { fault: 'incomplete', message: words };
  await expect(archive.write(entries.slice(20, 30))).rejects.toMatchObject(refused);
  const again = await openPostgresArchive(records);
  await again.write(entries);
  expect(await billIds(again)).toEqual(EVERY_ID);
});

test.runIf(hasPostgres)(
  '[ARC-14] tables of the first form are brought to the present',
  async () => {
    const records = await freshRecords();
    const old = await openPostgresArchive(records);
    await old.write([entry(1, { fills: [fill(3), fill(5)] })]);
    await old.close();
    await records.ask('ALTER TABLE fills DROP COLUMN number');
    await records.ask(`UPDATE forms SET form = 1 WHERE part = 'archive'`);
    for (let round = 0; round < 2; round += 1) {
      const archive = await openPostgresArchive(records);
      await archive.write([entry(round + 2, { fills: [fill(round + 9, { number: round + 6 })] })]);
      const forwards = { account: ALICE, after: LIST_START, idFrom: 4, limit: 10 };
      const { rows } = await archive.fills(forwards);
      expect(rows.map(({ number }) => number)).toEqual([5, 6, 7].slice(0, round + 2));
      await archive.close();
    }
  },
);

test.runIf(hasPostgres)('[ARC-13] every list has an index in its order', async () => {
  const records = await freshRecords();
  await openPostgresArchive(records);
  const owners = { account: 1 };
  const queries = [ORDER_LIST, TRIGGER_LIST, FILL_LIST, BILL_LIST, LIQUIDATION_LIST].map((list) =>
    [owners, { ...owners, contract: 1 }]
      .filter((filters) => list !== LIQUIDATION_LIST || !('contract' in filters))
      .flatMap((filters) => [
        selectPage(list, filters, { limit: 100 }),
        selectPage(list, filters, { limit: 100, after: LIST_START, idFrom: 7 }),
      ]),
  );
  const others = [
    selectPage(FUNDING_LIST, { contract: 1 }, { limit: 100 }),
    { sql: SELECT_ORDER, values: [1] },
    { sql: SELECT_CLIENT_ORDER, values: [1, 'one'] },
  ];
  await records.transact(async (ask) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await ask(`SET LOCAL enable_${way} = off`);
    for (const { sql, values } of [...queries.flat(), ...others]) {
      const text = sql.replace(/\s+INDEXED BY \w+/, '');
      const steps = await ask(`EXPLAIN ${text}`, values);
      const plan = steps.map((step) => Object.values(step).join()).join('; ');
      expect(plan).toContain('Index Scan');
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });
});
