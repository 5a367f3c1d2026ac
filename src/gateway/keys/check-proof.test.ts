import { argon2Sync, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountId } from '../../domain/ids.ts';
import { millis, monotonic } from '../../domain/units.ts';
import {
  DEFAULT_GUESSES,
  hmacOf,
  isPassphraseRight,
  macPassphrase,
  openPassphraseCheck,
} from './check-proof.ts';
import { parseKeyEncryptionKey, sealSecret } from './key-encryption-key.ts';
import { createMemoryKeys } from './key-home.ts';
import type { ApiKey, KeptKeys, KeyRecord } from './key-record.ts';
import { openKeptKeys } from './key-store.ts';

const NOW = 1_767_571_200_000;
const KEK = parseKeyEncryptionKey('0f'.repeat(32), 'test');
const OWNER = { key: 'perp_1', account: accountId(1_001), version: 1 };
const RIGHT = 'chosenOne1';

const record = (passphrase: KeyRecord['passphrase']): KeyRecord => ({
  ...OWNER,
  name: 'alice',
  permissions: ['read'],
  allowlist: null,
  status: 'active',
  createdAt: NOW,
  expiresAt: null,
  secret: sealSecret(KEK, OWNER, 'secret'),
  passphrase,
});

/** As an older venue wrote it, but quickly. */
function oldForm(): KeyRecord['passphrase'] {
  const salt = Buffer.alloc(16, 7);
  const [memoryKib, passes] = [64, 1];
  const hash = argon2Sync('argon2id', {
    ...{ message: RIGHT, nonce: salt, parallelism: 1, tagLength: 32, memory: memoryKib, passes },
  });
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), memoryKib, passes };
}

interface Bench {
  readonly kept: KeptKeys;
  readonly check: (passphrase: string) => unknown;
  readonly pass: (byMillis: number) => void;
}

async function openBench(passphrase: KeyRecord['passphrase']): Promise<Bench> {
  const home = createMemoryKeys();
  const kept = await openKeptKeys(home);
  const key: ApiKey = await kept.add(record(passphrase));
  let now = NOW;
  const clock = { wallNow: () => millis(NOW), monotonicNow: () => monotonic(now) };
  const parts = { home, kek: KEK, kept, guesses: DEFAULT_GUESSES, clock };
  const check = await openPassphraseCheck(parts);
  return {
    kept,
    check: (text) => check(key, text),
    pass: (byMillis) => {
      now += byMillis;
    },
  };
}

const newForm = (): KeyRecord['passphrase'] => macPassphrase(KEK, OWNER, RIGHT);

test.each([
  [1, 0, 0],
  [64, 42, 200],
  [65, 42, 200],
  [200, 4_000, 33],
  [44, 60, 65_536],
])('[GATE-2] an HMAC is that of Node: secret %i, head %i, body %i bytes', (secret, head, body) => {
  const key = createSecretKey(Buffer.alloc(secret, 0xa7));
  const text = { head: '\u00e9'.repeat(head), body: Buffer.alloc(body, 0x5c) };
  const wanted = (): string =>
    createHmac('sha256', key).update(text.head, 'latin1').update(text.body).digest('hex');
  expect(hmacOf(key, text, 'hex')).toBe(wanted());
  // Nothing of the text before is left.
  const short = { head: 'short', body: undefined };
  expect(hmacOf(key, short, 'base64')).toBe(
    createHmac('sha256', key).update(short.head).digest('base64'),
  );
  expect(hmacOf(key, text, 'hex')).toBe(wanted());
});

test('[GATE-2] any HMAC is that of Node, and of its key nothing else is left in memory', () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map(Buffer.from);
  const heads = fc.string({ unit: 'binary', maxLength: 100 });
  fc.assert(
    fc.property(bytes(200), heads, bytes(5_000), (secret, head, body) => {
      const key = createSecretKey(secret);
      const copy = key.export();
      Object.assign(key, { export: () => copy });
      const wanted = createHmac('sha256', key).update(head, 'latin1').update(body).digest('hex');
      expect(hmacOf(key, { head, body }, 'hex')).toBe(wanted);
      expect(copy.every((byte) => byte === 0)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('[GATE-2] keys keep no kilobytes of the pool of buffers', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  // What is found dead is given back by the next one.
  const collect = (): void => {
    gc();
    gc();
  };
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const keys = Array.from({ length: 1_000 }, () => createSecretKey(randomBytes(32)));
  for (const key of keys) {
    hmacOf(key, { head: 'text', body: undefined }, 'hex');
    Buffer.from('what else the venue reads in a moment'.repeat(90));
  }
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000 * keys.length);
});

test('[GATE-8] what is stored fits one passphrase of one version under one key', () => {
  const stored = macPassphrase(KEK, OWNER, RIGHT);
  const other = parseKeyEncryptionKey('f0'.repeat(32), 'test');
  expect(isPassphraseRight(KEK, OWNER, stored, RIGHT)).toBe(true);
  expect(isPassphraseRight(KEK, OWNER, stored, 'chosenOne2')).toBe(false);
  expect(isPassphraseRight(KEK, { ...OWNER, version: 2 }, stored, RIGHT)).toBe(false);
  expect(isPassphraseRight(KEK, { ...OWNER, account: 1_002 }, stored, RIGHT)).toBe(false);
  expect(isPassphraseRight(other, OWNER, stored, RIGHT)).toBe(false);
  expect(isPassphraseRight(KEK, OWNER, { mac: '' }, RIGHT)).toBe(false);
});

test('[GATE-8] the answer comes at once', async () => {
  const { check } = await openBench(newForm());
  expect(check(RIGHT)).toBe('right');
  expect(check('chosenOne2')).toBe('wrong');
  expect(check(RIGHT.repeat(100))).toBe('wrong');
});

test('[GATE-8] ten wrong guesses a minute, then five minutes of silence', async () => {
  const { check, pass } = await openBench(newForm());
  for (let n = 0; n < 10; n += 1) expect(check(`wrong${n}`)).toBe('wrong');
  expect(check(RIGHT)).toEqual({ lockedMillis: 300_000 });
  pass(299_999);
  expect(check(RIGHT)).toEqual({ lockedMillis: 1 });
  pass(1);
  expect(check(RIGHT)).toBe('right');
});

test('[GATE-8] guesses spread over minutes do not add up', async () => {
  const { check, pass } = await openBench(newForm());
  for (let n = 0; n < 30; n += 1) {
    expect(check('wrong')).toBe('wrong');
    pass(7_000);
  }
});

test('[GATE-51] a record of the old form is worked out once, and then is none', async () => {
  const { kept, check } = await openBench(oldForm());
  const asked = [check('wrong'), check(RIGHT), check(RIGHT)];
  expect(asked.every((verdict) => verdict instanceof Promise)).toBe(true);
  expect(await Promise.all(asked)).toEqual(['wrong', 'right', 'right']);
  expect(kept.getRecord(OWNER.key).passphrase).toEqual(newForm());
  expect(check(RIGHT)).toBe('right');
  expect(check('wrong')).toBe('wrong');
});

test('[GATE-51] a crowd of guesses at an old record is counted one by one', async () => {
  const { kept, check } = await openBench(oldForm());
  const verdicts = await Promise.all(Array.from({ length: 40 }, (_, n) => check(`wrong${n}`)));
  expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(10);
  expect(verdicts.at(-1)).toEqual({ lockedMillis: 300_000 });
  expect(kept.getRecord(OWNER.key).passphrase).not.toHaveProperty('mac');
});

test('[GATE-8] a passphrase that was right is remembered for this record alone', async () => {
  const { kept, check } = await openBench(macPassphrase(KEK, OWNER, RIGHT));
  expect([check(RIGHT), check(RIGHT)]).toEqual(['right', 'right']);
  // As long as the right one; and a character whose last byte is that of the right one.
  const near = [`${RIGHT.slice(0, -1)}2`, `\u0163${RIGHT.slice(1)}`, `${RIGHT}x`, ''];
  for (const text of near) expect(check(text)).toBe('wrong');
  expect(check(RIGHT)).toBe('right');
  const other = macPassphrase(KEK, OWNER, 'chosenOne3');
  await kept.change(OWNER.key, (before) => ({ ...before, passphrase: other }));
  expect([check(RIGHT), check('chosenOne3'), check(RIGHT)]).toEqual(['wrong', 'right', 'wrong']);
});
