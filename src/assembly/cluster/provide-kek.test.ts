import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { provideKek } from './provide-kek.ts';

test('[CLU-17] replicas that share a key file get one key; a wrong one goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-kek-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'keys', 'kek');
  const [one, ...others] = await Promise.all([1, 2, 3].map(() => provideKek(path, undefined)));
  for (const { kek } of others) expect(kek.id).toBe(one?.kek.id);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['kek']);
  const given = await provideKek(path, 'ab'.repeat(32));
  expect(given.kek.id).not.toBe(one?.kek.id);
  given.takeBack();
  (await provideKek(path, undefined)).takeBack();
  expect(existsSync(path)).toBe(true);
  const made = await provideKek(join(folder, 'other'), undefined);
  made.takeBack();
  expect(readdirSync(folder)).toEqual(['keys']);
  await expect(provideKek(path, 'short')).rejects.toThrow(
    'PERPETUA_KEK: a key-encryption key is 64',
  );
});
