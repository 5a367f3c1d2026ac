/** Keys on the real program, after a restart: nothing about them is remembered but the files. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { macPassphrase } from '../../src/gateway/keys/check-proof.ts';
import {
  type KeyEncryptionKey,
  parseKeyEncryptionKey,
  sealSecret,
} from '../../src/gateway/keys/key-encryption-key.ts';
import { formatKeyFile, type KeyRecord, parseKeyFile } from '../../src/gateway/keys/key-record.ts';
import { newApiKey } from '../../src/gateway/keys/key-store.ts';
import { untilOpen, withScene } from '../cli/venue-process.ts';
import { type Holder, openClient } from './signed-call.ts';

/** Written by a venue that still kept Argon2id hashes: two sandbox accounts and their keys. */
const OLD_FORM = fileURLToPath(new URL('./old-form', import.meta.url));
const KEYS = 1_000;
/** Worked out slowly, a thousand keys take some minutes; at once, they take about a second. */
const PATIENCE_MILLIS = 60_000;

const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off', '--market', 'off'];
const GENEROUS = ['--address-weight', '1000000', '--account-weight', '1000000'];

const baseUrlOf = (said: string): string => /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '';

test('[GATE-51] old keys are converted, and a restart knows a thousand at once', async () => {
  await withScene(async ({ folder, run }) => {
    const data = join(folder, 'data');
    const path = join(data, 'keys.json');
    mkdirSync(data);
    cpSync(OLD_FORM, data, { recursive: true });
    const kek = parseKeyEncryptionKey(
      readFileSync(join(data, 'key-encryption.key'), 'utf8'),
      'test',
    );
    const crowd = Array.from({ length: KEYS }, () => newHolder(kek));
    const old = parseKeyFile(readFileSync(path, 'utf8'), path);
    writeFileSync(path, formatKeyFile([...old, ...crowd.map(({ record }) => record)]));
    const readForms = (): boolean[] =>
      parseKeyFile(readFileSync(path, 'utf8'), path)
        .slice(0, old.length)
        .map(({ passphrase }) => 'mac' in passphrase);
    const holders: readonly Holder[] = JSON.parse(
      readFileSync(join(data, 'credentials.json'), 'utf8'),
    );
    const [first, second] = holders as [Holder, Holder];

    const before = run(...START, ...GENEROUS);
    const client = openClient(baseUrlOf(await untilOpen(before)));
    // Neither a wrong signature nor a wrong passphrase is a good use.
    expect((await client.ask(first, { secretKey: 'x' })).code).toBe('40009');
    expect((await client.ask(first, { passphrase: 'wrongone' })).code).toBe('40012');
    expect(readForms()).toEqual([false, false]);
    expect((await client.ask(first)).status).toBe(200);
    expect(readForms()).toEqual([true, false]);
    expect((await client.ask(first, { passphrase: 'wrongone' })).code).toBe('40012');
    client.close();
    before.child.kill('SIGKILL');
    await before.ended;

    const after = run(...START, ...GENEROUS);
    const again = openClient(baseUrlOf(await untilOpen(after)));
    const began = performance.now();
    const answers = await Promise.all(crowd.map(({ holder }) => again.ask(holder)));
    const tookMillis = performance.now() - began;
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(tookMillis).toBeLessThan(PATIENCE_MILLIS);
    expect((await again.ask(first)).status).toBe(200);
    expect((await again.ask(first, { passphrase: 'wrongone' })).code).toBe('40012');
    expect((await again.ask(second)).status).toBe(200);
    expect(readForms()).toEqual([true, true]);
    again.close();
  });
}, 240_000);

function newHolder(kek: KeyEncryptionKey): { readonly record: KeyRecord; readonly holder: Holder } {
  const owner = { key: newApiKey(), account: 1_008, version: 1 };
  const [secretKey, passphrase] = [randomBytes(32).toString('hex'), 'passphrase1'];
  const record: KeyRecord = {
    ...owner,
    name: '',
    permissions: ['read'],
    allowlist: null,
    status: 'active',
    createdAt: 0,
    expiresAt: null,
    secret: sealSecret(kek, owner, secretKey),
    passphrase: macPassphrase(kek, owner, passphrase),
  };
  return { record, holder: { apiKey: owner.key, secretKey, passphrase } };
}
