/** What every home of keys and of notes promises, and what replicas that share one see. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountId } from '../../src/domain/ids.ts';
import type { FactHome } from '../../src/facts/fact.ts';
import { createPostgresFacts } from '../../src/facts/postgres-facts.ts';
import type { RecordsListener } from '../../src/facts/records.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { parseKeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import { createFileKeys } from '../../src/gateway/keys/key-home.ts';
import { type KeyStore, openKeyStore } from '../../src/gateway/keys/key-store.ts';
import { createFileNotes, openPostgresNotes, type VenueNotes } from '../../src/gateway/notes.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { freshDatabase, freshRecords, hasPostgres, useServer } from '../kit/postgres.ts';

const KEK = parseKeyEncryptionKey('0f'.repeat(32), 'test');
const NOW = 1_767_571_200_000;

interface Home {
  readonly home: string;
  /** Each call of what it returns opens the same keys and notes once more. */
  readonly make: () => Promise<{
    readonly keys: () => Promise<FactHome>;
    readonly notes: () => Promise<VenueNotes>;
  }>;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const POSTGRES: Home = {
  home: 'postgres',
  make: async () => {
    const url = await freshDatabase();
    return {
      keys: async () => createPostgresFacts(await freshRecords(url)),
      notes: async () => openPostgresNotes(await freshRecords(url), KEK),
    };
  },
};

const HOMES: readonly Home[] = [
  {
    home: 'files',
    make: async () => {
      const files = dataFilesOf(temporaryFolder());
      return {
        keys: async () => createFileKeys(files.keys),
        notes: async () => createFileNotes(files),
      };
    },
  },
  ...(hasPostgres ? [POSTGRES] : []),
];

const storeOf = async (home: FactHome, kek = KEK): Promise<KeyStore> =>
  openKeyStore({ home, kek, clock: createManualClock(NOW) });

const wanted = (name: string) => ({
  account: accountId(1_001),
  name,
  permissions: ['read', 'trade'] as const,
  allowlist: null,
  passphrase: null,
  expiresAt: null,
});

test.each(HOMES)(
  '[GATE-11] [REC-4] keys outlive a restart, with every change ($home)',
  async ({ make }) => {
    const { keys: home } = await make();
    const first = await storeOf(await home());
    const issued = [];
    for (const name of ['one', 'two', 'three']) issued.push(await first.create(wanted(name)));
    const [one, two, three] = issued.map(({ key }) => key.key);
    await first.setStatus(one!, 'disabled');
    const renewed = await first.rotate(two!);
    await first.setAllowlist(three!, ['10.0.0.0/24']);
    const again = await storeOf(await home());
    expect(again.list()).toEqual(first.list());
    expect(again.list().map(({ name, status, version }) => [name, status, version])).toEqual([
      ['one', 'disabled', 1],
      ['two', 'active', 2],
      ['three', 'active', 1],
    ]);
    const found = again.find(two!)!;
    expect(again.secretOf(found).export().toString()).toBe(renewed.secret);
    expect(await again.checkPassphrase(found, renewed.passphrase)).toBe('right');
    expect(await again.checkPassphrase(found, issued[1]!.passphrase)).toBe('wrong');
    await expect(again.setStatus('perp_none', 'disabled')).rejects.toThrow('no such key');
    const other = parseKeyEncryptionKey('aa'.repeat(32), 'test');
    await expect(storeOf(await home(), other)).rejects.toThrow(
      'was sealed with key-encryption key',
    );
  },
);

test.runIf(hasPostgres)('[REC-4] a change at one replica is told to all of them', async () => {
  const { keys: home } = await POSTGRES.make();
  const [here, there] = [await storeOf(await home()), await storeOf(await home())];
  const { key } = await here.create(wanted('one'));
  await expect.poll(() => there.find(key.key)).toEqual(key);
  await here.setStatus(key.key, 'disabled');
  await expect.poll(() => there.find(key.key)?.status).toBe('disabled');
  const { secret } = await there.rotate(key.key);
  await expect.poll(() => here.find(key.key)?.version).toBe(2);
  expect(here.secretOf(here.find(key.key)!).export().toString()).toBe(secret);
});

test.runIf(hasPostgres)('[REC-4] a key can be changed where it was not heard of yet', async () => {
  const url = await freshDatabase();
  const here = await storeOf(createPostgresFacts(await freshRecords(url)));
  const records = await freshRecords(url);
  const deaf = { ...records, listen: (_: string, { refresh }: RecordsListener) => refresh() };
  const there = await storeOf(createPostgresFacts(deaf));
  const [one, two, three] = [
    await here.create(wanted('one')),
    await here.create(wanted('two')),
    await here.create(wanted('three')),
  ].map(({ key }) => key.key);
  expect(there.list()).toEqual([]);
  const { secret } = await there.rotate(one!);
  await there.setStatus(two!, 'disabled');
  await there.setAllowlist(three!, ['10.0.0.0/24']);
  await expect.poll(() => here.list()).toEqual(there.list());
  expect(here.secretOf(here.find(one!)!).export().toString()).toBe(secret);
});

test.runIf(hasPostgres)(
  '[REC-4] changes at two replicas at once are made one after the other',
  async () => {
    const { keys: home } = await POSTGRES.make();
    const [here, there] = [await storeOf(await home()), await storeOf(await home())];
    const { key } = await here.create(wanted('one'));
    await expect.poll(() => there.find(key.key)).toBeDefined();
    const changes = Array.from({ length: 10 }, (_, at) => [
      (at % 2 === 0 ? here : there).rotate(key.key),
      there.setAllowlist(key.key, [`10.0.0.${at}`]),
      here.create(wanted(`more-${at}`)),
    ]).flat();
    await Promise.all(changes);
    await here.setStatus(key.key, 'disabled');
    for (const store of [here, there])
      await expect
        .poll(() => store.find(key.key))
        .toMatchObject({ version: 11, status: 'disabled' });
    await expect.poll(() => there.list().length).toBe(11);
    const again = await storeOf(await home());
    expect(again.find(key.key)).toEqual(here.find(key.key));
    expect(there.find(key.key)).toEqual(here.find(key.key));
  },
);

test.runIf(hasPostgres)(
  '[REC-3] [REC-4] keys stay as known while the database is away, and then are read',
  async () => {
    const { keys: home } = await POSTGRES.make();
    const [here, there] = [await storeOf(await home()), await storeOf(await home())];
    const { key } = await here.create(wanted('one'));
    const server = await useServer();
    await server.stop();
    expect(here.find(key.key)).toEqual(key);
    await expect(here.setStatus(key.key, 'disabled')).rejects.toMatchObject({ fault: 'away' });
    expect(here.find(key.key)?.status).toBe('active');
    await server.start();
    await expect
      .poll(() => here.setStatus(key.key, 'disabled').catch(() => undefined))
      .toMatchObject({ status: 'disabled' });
    await expect.poll(() => there.find(key.key)?.status).toBe('disabled');
  },
);

test.each(HOMES)('[REC-5] a note is what was written last ($home)', async ({ make }) => {
  const { notes: open } = await make();
  const notes = await open();
  expect(await notes.find('marketSeed')).toBeUndefined();
  expect(await notes.provide('marketSeed', 'first')).toBe('first');
  expect(await notes.provide('marketSeed', 'second')).toBe('first');
  await notes.write('marketSeed', 'third ☃');
  await notes.write('history', 'other');
  const again = await open();
  expect(await again.find('marketSeed')).toBe('third ☃');
  const aside = await again.setAside('history');
  expect(aside).toContain('.broken');
  expect(await notes.find('history')).toBeUndefined();
});

test('[REC-5] in files only their owner may read a note', async () => {
  const files = dataFilesOf(temporaryFolder());
  await createFileNotes(files).write('credentials', '[]');
  expect(statSync(files.credentials).mode & 0o777).toBe(0o600);
});

test.runIf(hasPostgres)(
  '[REC-5] in the database a note is sealed, and opens with its key and name alone',
  async () => {
    const records = await freshRecords();
    const notes = await openPostgresNotes(records, KEK);
    await notes.write('marketSeed', 'nobody may see this');
    const [row] = await records.ask('SELECT * FROM notes');
    expect(JSON.stringify(row)).not.toContain('nobody may');
    const other = await openPostgresNotes(records, parseKeyEncryptionKey('aa'.repeat(32), 'test'));
    await expect(other.find('marketSeed')).rejects.toThrow('was sealed with key-encryption key');
    await records.ask("UPDATE notes SET name = 'credentials'");
    await expect(notes.find('credentials')).rejects.toThrow('the note credentials in postgres://');
  },
);
