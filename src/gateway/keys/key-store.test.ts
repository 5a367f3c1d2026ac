import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../../../test/kit/manual-clock.ts';
import { accountId } from '../../domain/ids.ts';
import { monotonic } from '../../domain/units.ts';
import {
  findKeyEncryptionKey,
  makeKeyEncryptionKey,
  parseKeyEncryptionKey,
} from './key-encryption-key.ts';
import { createFileKeys } from './key-home.ts';
import { createSecretCache, type KeyStore, type NewKey, openKeyStore } from './key-store.ts';

const NOW = 1_767_571_200_000;
const KEK = parseKeyEncryptionKey('0f'.repeat(32), 'test');

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perpetua-'));
  path = join(folder, 'keys', 'keys.json');
});
afterEach(() => rm(folder, { recursive: true }));

const open = (kek = KEK): Promise<KeyStore> =>
  openKeyStore({ home: createFileKeys(path), kek, clock: createManualClock(NOW) });

const wanted = (changes: Partial<NewKey> = {}): NewKey => ({
  account: accountId(1_001),
  name: 'alice',
  permissions: ['read', 'trade'],
  allowlist: null,
  passphrase: null,
  expiresAt: null,
  ...changes,
});

test('[GATE-11] keys, secrets and passphrases have their length and their letters', async () => {
  const store = await open();
  const issued = [await store.create(wanted()), await store.create(wanted())];
  for (const { key, secret, passphrase } of issued) {
    expect(key.key).toMatch(/^perp_[0-9a-f]{32}$/);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(passphrase).toMatch(/^[A-Za-z0-9]{20}$/);
  }
  expect(new Set(issued.flatMap(({ key, secret }) => [key.key, secret])).size).toBe(4);
});

test.each(['short', 'with space 1', 'ümlaut12', 'x'.repeat(33), 'semi;colon'])(
  '[GATE-11] %s cannot be chosen as a passphrase',
  async (passphrase) => {
    const store = await open();
    await expect(store.create(wanted({ passphrase }))).rejects.toThrow(
      '8 to 32 letters and digits',
    );
  },
);

test('[GATE-9] [GATE-10] what is stored gives nothing away, and is read back', async () => {
  const store = await open();
  const first = await store.create(
    wanted({ allowlist: ['10.0.0.0/24'], passphrase: 'chosenOne1' }),
  );
  const second = await store.create(wanted({ name: 'bob' }));
  await store.setStatus(second.key.key, 'disabled');
  const text = await readFile(path, 'utf8');
  for (const { secret, passphrase } of [first, second]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(passphrase);
  }
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, 'keys'))).toEqual(['keys.json']);
  const again = await open();
  expect(again.list()).toEqual(store.list());
  expect(again.find(second.key.key)?.status).toBe('disabled');
  const key = again.find(first.key.key)!;
  expect(again.secretOf(key).export().toString()).toBe(first.secret);
  expect(again.checkPassphrase(key, 'chosenOne1')).toBe('right');
  expect(again.checkPassphrase(key, 'chosenOne2')).toBe('wrong');
});

test('[GATE-9] a secret opens only with its key, for its owner and version', async () => {
  const store = await open();
  await store.create(wanted());
  await store.create(wanted({ account: accountId(1_002) }));
  const other = parseKeyEncryptionKey('f0'.repeat(32), 'test');
  await expect(open(other)).rejects.toThrow('was sealed with key-encryption key');
  const file = JSON.parse(await readFile(path, 'utf8'));
  const swapped = structuredClone(file);
  [swapped.keys[0].secret, swapped.keys[1].secret] = [file.keys[1].secret, file.keys[0].secret];
  const moved = structuredClone(file);
  moved.keys[0].account = 1_002;
  const older = structuredClone(file);
  older.keys[0].version = 2;
  for (const changed of [swapped, moved, older]) {
    await writeFile(path, JSON.stringify(changed));
    await expect(open()).rejects.toThrow('its secret does not open');
  }
});

test.each([
  ['no JSON', '{'],
  ['another form', '{"version":2,"keys":[]}'],
  ['a record with a hole', '{"version":1,"keys":[{"key":"perp_1"}]}'],
])('[GATE-10] a file of keys with %s stops the start and is named', async (_, text) => {
  await (await open()).create(wanted());
  await writeFile(path, text);
  await expect(open()).rejects.toThrow(path);
});

test('[GATE-10] changes made at once are all kept', async () => {
  const store = await open();
  const issued = await Promise.all(Array.from({ length: 20 }, () => store.create(wanted())));
  const [{ key } = issued[0]!] = issued;
  await Promise.all([
    store.setAllowlist(key.key, ['10.0.0.1', '2001:db8::/48']),
    store.setStatus(key.key, 'disabled'),
    store.rotate(key.key),
    store.rotate(key.key),
  ]);
  const again = await open();
  expect(again.list()).toHaveLength(20);
  expect(again.find(key.key)).toMatchObject({ status: 'disabled', version: 3 });
  expect(again.find(key.key)?.allowlist).toHaveLength(2);
});

test('[GATE-10] a change that cannot be stored does not count', async () => {
  const store = await open();
  const { key } = await store.create(wanted());
  await rm(join(folder, 'keys'), { recursive: true });
  await writeFile(join(folder, 'keys'), 'a file where the folder was');
  await expect(store.setStatus(key.key, 'disabled')).rejects.toThrow();
  expect(store.find(key.key)?.status).toBe('active');
  await rm(join(folder, 'keys'));
  await store.setStatus(key.key, 'disabled');
  expect(store.find(key.key)?.status).toBe('disabled');
});

test('[GATE-10] rotating ends the old secret and passphrase', async () => {
  const store = await open();
  const old = await store.create(wanted());
  const fresh = await store.rotate(old.key.key);
  expect(fresh.key).toMatchObject({ key: old.key.key, version: 2 });
  expect(fresh.secret).not.toBe(old.secret);
  expect(store.checkPassphrase(fresh.key, old.passphrase)).toBe('wrong');
  expect(store.checkPassphrase(fresh.key, fresh.passphrase)).toBe('right');
  await expect(store.rotate('perp_nobody')).rejects.toThrow('no such key');
});

test('[GATE-9] the key-encryption key is made once, in a file of its own', async () => {
  const file = join(folder, 'apart', 'kek');
  expect(await findKeyEncryptionKey(file)).toBeUndefined();
  const made = await makeKeyEncryptionKey(file);
  const again = (await findKeyEncryptionKey(file))!;
  expect(again.id).toBe(made.id);
  expect(again.key.equals(made.key)).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, 'short');
  await expect(findKeyEncryptionKey(file)).rejects.toThrow('64 hexadecimal digits');
});

test('[GATE-9] an opened secret is kept while it is used, and its bytes are wiped', () => {
  const cache = createSecretCache(300_000);
  const bytes = [Buffer.from('one'), Buffer.from('two')];
  const get = (name: string, at: number, from: Buffer) =>
    cache.get(name, monotonic(at), () => from);
  expect(get('a', 1_000_000, bytes[0]!).export().toString()).toBe('one');
  expect(bytes[0]).toEqual(Buffer.alloc(3));
  expect(get('a', 1_200_000, bytes[1]!).export().toString()).toBe('one');
  get('b', 1_400_000, Buffer.from('b'));
  expect(cache.size()).toBe(2);
  get('b', 1_701_000, Buffer.from('b'));
  expect(cache.size()).toBe(1);
  cache.forget('b');
  expect(cache.size()).toBe(0);
});
