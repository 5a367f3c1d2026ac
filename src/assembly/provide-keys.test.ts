import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../test/kit/manual-clock.ts';
import { accountId } from '../domain/ids.ts';
import { dataFilesOf } from '../gateway/data-files.ts';
import { parseKeyEncryptionKey } from '../gateway/keys/key-encryption-key.ts';
import { createFileKeys } from '../gateway/keys/key-home.ts';
import { openKeyStore } from '../gateway/keys/key-store.ts';
import { createFileNotes } from '../gateway/notes.ts';
import { provideCredentials } from './provide-keys.ts';

test('[CLI-23] a list of credentials that was lost or broken is told of once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-list-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const keys = await openKeyStore({
    home: createFileKeys(join(folder, 'keys.json')),
    kek: parseKeyEncryptionKey('0f'.repeat(32), 'test'),
    clock: createManualClock(1_767_571_200_000),
  });
  const path = join(folder, 'credentials.json');
  const told: string[] = [];
  const one = { account: accountId(1_001), name: 'sandbox-1' };
  const notes = createFileNotes(dataFilesOf(folder));
  const provide = () => provideCredentials(keys, [one], notes, (line) => told.push(line));
  const first = await provide();
  expect(await provide()).toEqual(first);
  expect(told).toEqual([]);

  // A list of before there were addresses gains one, and keeps what it has.
  const [{ address: _a, privateKey: _p, ...before } = { name: '' }] = first;
  writeFileSync(path, JSON.stringify([before]));
  const [grown] = await provide();
  expect(grown).toMatchObject(before);
  expect(keys.find(grown?.address ?? '')?.account).toBe(one.account);
  expect(await provide()).toEqual([grown]);
  expect(told).toEqual([]);

  rmSync(path);
  expect(await provide()).not.toEqual(first);
  expect(told).toEqual([`${path} is missing; sandbox accounts get new keys beside their old ones`]);
  writeFileSync(path, '{');
  await provide();
  expect(told).toHaveLength(2);
  expect(told[1]).toContain('it is kept as');
});
