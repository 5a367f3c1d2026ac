/** Which databases a cluster takes for its records, and how it goes on when one goes away. */
import { expect, test } from 'vitest';
import { openRecords } from '../../src/facts/open-records.ts';
import { createPatience } from '../../src/facts/patience.ts';
import { type RecordsFault, TELL } from '../../src/facts/records.ts';
import { freshDatabase, freshRecords, hasPostgres, TERMS, useServer } from '../kit/postgres.ts';

const expectFault = (opening: Promise<unknown>, fault: RecordsFault, words: string) =>
  expect(opening).rejects.toMatchObject({ fault, message: expect.stringContaining(words) });

test.runIf(hasPostgres)(
  '[REC-1] the first replica names the database, and others of the venue share it',
  async () => {
    const url = await freshDatabase();
    const opening = [1, 2, 3].map(() => freshRecords(url));
    const [first, second] = await Promise.all(opening);
    const schema = ['CREATE TABLE things (name TEXT)'];
    await Promise.all([first!.prepare('things', 1, schema), second!.prepare('things', 1, schema)]);
    await first!.ask('INSERT INTO things VALUES (?)', ['one']);
    expect(await second!.ask('SELECT * FROM things')).toEqual([{ name: 'one' }]);
    expect(first!.name).toMatch(/^postgres:\/\/127\.0\.0\.1:\d+\/test_\d+$/);
    await expectFault(second!.prepare('things', 2, schema), 'form', 'things in postgres://');
  },
);

test.runIf(hasPostgres)(
  '[REC-1] the records of another venue, key or newer engine are refused',
  async () => {
    const url = await freshDatabase();
    await freshRecords(url);
    const open = (over: Partial<typeof TERMS>) => openRecords(url, { ...TERMS, ...over });
    await expectFault(open({ venue: 'other' }), 'venue', 'has the records of the venue test');
    await expectFault(open({ kek: 'b' }), 'key', 'every replica of a venue needs the same one');
    await expectFault(open({ engine: 1 }), 'engine', 'run the version that the others run');
    await (await open({ engine: 3 })).close();
    await expectFault(open({}), 'engine', 'was used by replicas with engine 3');
  },
);

test.runIf(hasPostgres)(
  '[REC-1] an empty database of a venue that has begun is refused',
  async () => {
    const url = await freshDatabase();
    const isLoss = true;
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expectFault(
        openRecords(url, { ...TERMS, isLoss }),
        'lost',
        'put it back from a backup',
      );
    await freshRecords(url);
    await (await openRecords(url, { ...TERMS, isLoss })).close();
  },
);

test.runIf(hasPostgres)(
  '[REC-2] a database that is asynchronous, read-only or another is refused',
  async () => {
    const url = await freshDatabase();
    const { ask } = await freshRecords();
    const ofDatabase = (setting: string) =>
      ask(`ALTER DATABASE ${url.replace(/.*\//, '')} SET ${setting}`);
    const ofServer = async (setting: string): Promise<void> => {
      await ask(`ALTER SYSTEM SET ${setting}`);
      await ask('SELECT pg_reload_conf()');
      const [name, value] = setting.split(' = ');
      await expect
        .poll(() => ask('SELECT current_setting(?) AS is', [name!]))
        .toEqual([{ is: value }]);
    };
    const cases = [
      [ofDatabase, 'synchronous_commit = off', 'asynchronous', 'Set synchronous_commit = on'],
      [ofDatabase, 'default_transaction_read_only = on', 'read-only', 'takes no changes'],
      [ofServer, 'fsync = off', 'asynchronous', 'Set fsync = on'],
      [ofServer, 'full_page_writes = off', 'asynchronous', 'Set full_page_writes = on'],
    ] as const;
    for (const [set, setting, fault, words] of cases) {
      await set(setting);
      await expectFault(openRecords(url, TERMS), fault, words);
      await set(
        setting.endsWith('off')
          ? setting.replace('= off', '= on')
          : setting.replace('= on', '= off'),
      );
    }
    const missing = url.replace(/\w+$/, 'missing');
    await expectFault(openRecords(missing, TERMS), 'away', 'does not exist');
    const wrong = url.replace(/:\w+@/, ':wrong@');
    const refused = await openRecords(wrong, TERMS).catch(String);
    expect(refused).toContain('password authentication failed');
    expect(refused).not.toContain(':wrong@');
  },
);

test.runIf(hasPostgres)(
  '[REC-2] a database that is away is waited for, and that is told',
  async () => {
    const url = await freshDatabase();
    const server = await useServer();
    await server.stop();
    const told: string[] = [];
    const stopped = new AbortController();
    const patienceOf = (stop?: AbortSignal) =>
      createPatience({ tell: (message) => told.push(message), stop });
    const given = openRecords(url, { ...TERMS, patience: patienceOf(stopped.signal) });
    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]).toMatch(/^the start waits for the database, 0 s so far: postgres:\/\/127/);
    expect(told[0]).toMatch(/ECONNREFUSED.*\. Start it, or name another with --records$/);
    expect(told[0]).not.toMatch(/:\w{32}@/);
    stopped.abort();
    await expect(given).rejects.toThrow('aborted');
    const opening = freshRecords(url, { ...TERMS, patience: patienceOf() });
    await expect.poll(() => told).toHaveLength(2);
    await server.start();
    expect(await (await opening).ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(told.at(-1)).toMatch(/^the database is there: the start waited \d+ s for it$/);
    const short = createPatience({ tell: () => undefined, millis: 0 });
    await server.stop();
    await expectFault(openRecords(url, { ...TERMS, patience: short }), 'away', 'cannot be asked');
    await server.start();
  },
);

test.runIf(hasPostgres)(
  '[REC-3] a server that is killed under transactions that hold and await a lock fails them only',
  async () => {
    const records = await freshRecords();
    const held = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    const lock = 'SELECT pg_advisory_xact_lock(1)';
    const holding = records.transact(async (ask) => {
      await ask(lock);
      held.resolve();
      await killed.promise;
      await ask('SELECT 1');
    });
    const failing = expectFault(holding, 'away', 'cannot be asked');
    await held.promise;
    const waiting = expectFault(
      records.transact((ask) => ask(lock)),
      'away',
      'cannot be asked',
    );
    const queued = `SELECT count(*)::int AS all FROM pg_locks WHERE NOT granted`;
    await expect.poll(() => records.ask(queued)).toEqual([{ all: 1 }]);
    const server = await useServer();
    await server.stop('SIGKILL');
    await waiting;
    killed.resolve();
    await failing;
    await server.start();
    await expect.poll(() => records.awayMillis()).toBe(0);
    await records.transact((ask) => ask(lock));
  },
);

test.runIf(hasPostgres)(
  '[REC-3] what is told is heard by all, and after a break everything is read anew',
  async () => {
    const url = await freshDatabase();
    const told: string[] = [];
    const tell = (message: string): void => void told.push(message);
    const first = await freshRecords(url, { ...TERMS, tell });
    const second = await freshRecords(url);
    const heard: string[] = [];
    let refreshed = 0;
    await first.listen('test_channel', {
      hear: (text) => heard.push(text),
      refresh: async () => {
        await first.ask('SELECT 1');
        refreshed += 1;
      },
    });
    expect(refreshed).toBe(1);
    await second.transact(async (ask) => {
      await ask(TELL, ['test_channel', 'one']);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(heard).toEqual([]);
    });
    await expect.poll(() => heard).toEqual(['one']);
    await expect(
      second.transact(async (ask) => {
        await ask(TELL, ['test_channel', 'never']);
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    const server = await useServer();
    await server.stop();
    await expect.poll(() => first.awayMillis()).toBeGreaterThan(0);
    await expectFault(first.ask('SELECT 1'), 'away', 'cannot be asked');
    await expectFault(
      first.transact(async () => undefined),
      'away',
      'cannot be asked',
    );
    await server.start();
    await expect.poll(() => refreshed).toBe(2);
    await expect.poll(() => first.awayMillis()).toBe(0);
    expect(told).toMatchObject([
      expect.stringContaining('cannot be asked'),
      expect.stringContaining('answers again'),
    ]);
    await second.ask(TELL, ['test_channel', 'two']);
    await expect.poll(() => heard).toEqual(['one', 'two']);
  },
);

test.runIf(hasPostgres)(
  '[REC-3] a part that begins to listen while the database is away hears it once it is back',
  async () => {
    const url = await freshDatabase();
    const began = performance.now();
    const records = await freshRecords(url);
    const server = await useServer();
    await server.stop();
    await expect.poll(() => records.awayMillis()).toBeGreaterThan(0);
    expect(records.awayMillis()).toBeLessThan(performance.now() - began);
    const heard: string[] = [];
    const refresh = (): Promise<void> => Promise.resolve(void heard.push('read anew'));
    const listener = { hear: (text: string) => void heard.push(text), refresh };
    await expectFault(records.listen('test_channel', listener), 'away', 'cannot be asked');
    await server.start();
    await expect.poll(() => heard).toEqual(['read anew']);
    await records.ask(TELL, ['test_channel', 'one']);
    await expect.poll(() => heard).toEqual(['read anew', 'one']);
  },
);

test.runIf(hasPostgres)(
  '[REC-3] no statement waits for ever, and none keeps its connection',
  async () => {
    const url = await freshDatabase();
    const records = await freshRecords(url);
    await records.prepare('things', 1, ['CREATE TABLE things (name TEXT UNIQUE)']);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await expect(records.ask('SELECT nonsense')).rejects.toThrow('does not exist');
      const failing = records.transact(async (ask) => {
        await ask('INSERT INTO things VALUES (?)', ['one']);
        await ask('INSERT INTO things VALUES (?)', ['one']);
      });
      await expect(failing).rejects.toThrow('duplicate key');
    }
    const asking = Array.from({ length: 40 }, () => records.ask('SELECT pg_sleep(0.02)'));
    await Promise.all(asking);
    const [row] = await records.ask(
      'SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database()',
    );
    expect(Number(row?.['open'])).toBeLessThanOrEqual(9);
    await records.ask("SELECT set_config('statement_timeout', '50', false)");
    await expectFault(
      records.transact(async (ask) => {
        await ask("SELECT set_config('statement_timeout', '50', true)");
        await ask('SELECT pg_sleep(5)');
      }),
      'away',
      'statement timeout',
    );
  },
);
