import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimFolder, lockFile } from './claim-folder.ts';
import { FolderLocked, FolderLost } from './journal-error.ts';
import { lockFolder } from './lock-folder.ts';

let above: string;
let folder: string;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'perpetua-lock-'));
  folder = join(above, 'data');
  mkdirSync(folder);
});
afterEach(() => rmSync(above, { recursive: true, force: true }));

const module = new URL('./lock-folder.ts', import.meta.url).href;

/** Another process tries to take the folder, and dies without letting go of it. */
function tryElsewhere(path = folder): string {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(module)});
    try {
      await lockFolder(${JSON.stringify(path)});
      console.log('taken');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }
    process.kill(process.pid, 'SIGKILL');`;
  const words = ['--input-type=module', '--eval', program];
  return spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout.trim();
}

test('[JRN-15] a folder in use names its holder, in this process and in another', async () => {
  const lock = await lockFolder(folder);
  const words = `${folder} is in use by process ${process.pid} on `;
  await expect(lockFolder(folder)).rejects.toThrow(FolderLocked);
  await expect(lockFolder(folder)).rejects.toThrow(words);
  const answer = tryElsewhere();
  expect(answer).toContain(`FolderLocked: ${words}`);
  expect(answer).toMatch(/started \d{4}-\d\d-\d\dT.*stop it first.*PERPETUA_DATA/);
  lock.release();
  (await lockFolder(folder)).release();
});

test('[JRN-15] a killed holder leaves no lock behind, but its name', async () => {
  expect(tryElsewhere()).toBe('taken');
  const lock = await lockFolder(folder);
  expect(lock.crashedHolder).toMatch(/^process \d+ on /);
  lock.release();
  const clean = await lockFolder(folder);
  expect(clean.crashedHolder).toBeUndefined();
  clean.release();
});

test('[JRN-15] a holder file alone, even of a living process, is no lock', async () => {
  writeFileSync(join(folder, 'venue.holder'), `process ${process.pid} on here\n`);
  (await lockFolder(folder)).release();
});

describe('what is removed or moved from under a holder', () => {
  const isLinux = process.platform === 'linux';

  test.runIf(isLinux)('[JRN-15] a removed lock file lets nobody in, by any path', async () => {
    const lock = await lockFolder(folder);
    rmSync(join(folder, 'venue.lock'));
    symlinkSync(folder, join(above, 'link'));
    for (const path of [folder, join(above, 'link')]) {
      expect(tryElsewhere(path)).toContain(`is in use by process ${process.pid} on `);
    }
    lock.confirm();
    lock.release();
  });

  test('[JRN-15] what was removed is put back without being asked for', async () => {
    const lock = await lockFolder(folder);
    for (const file of ['venue.lock', 'venue.holder']) rmSync(join(folder, file));
    const isBack = () => existsSync(join(folder, 'venue.holder'));
    await vi.waitFor(() => expect(isBack()).toBe(true), { timeout: 30_000 });
    expect(lockFile(join(folder, 'venue.lock'))).toBeUndefined();
    lock.release();
  });

  // As one in another container would: it sees the file and not the claim.
  test('[JRN-15] a holder whose lock another has taken stops', async () => {
    const lock = await lockFolder(folder);
    rmSync(join(folder, 'venue.lock'));
    const other = lockFile(join(folder, 'venue.lock'));
    expect(() => lock.confirm()).toThrow(FolderLost);
    expect(() => lock.confirm()).toThrow(/venue.lock was removed while the venue ran/);
    lock.release();
    other?.release();
  });

  test('[JRN-15] a folder that was moved or replaced is not ours any more', async () => {
    const lock = await lockFolder(folder);
    const moved = join(above, 'moved');
    renameSync(folder, moved);
    expect(() => lock.confirm()).toThrow(`${folder} is gone: it was moved or replaced`);
    mkdirSync(folder);
    expect(() => lock.confirm()).toThrow(`${folder} is another folder now`);
    expect(existsSync(join(folder, 'venue.lock'))).toBe(false);
    rmSync(folder, { recursive: true });
    renameSync(moved, folder);
    lock.confirm();
    lock.release();
  });

  test('[JRN-15] a journal without a lock file is given time to find its holder', async () => {
    mkdirSync(join(folder, 'journal'));
    writeFileSync(join(folder, 'journal', `${'0'.repeat(15)}1.segment`), '');
    const begun = performance.now();
    (await lockFolder(folder)).release();
    expect(performance.now() - begun).toBeGreaterThan(1_000);
  });
});

test('[JRN-15] where names cannot be claimed a file elsewhere stands for the folder', async () => {
  vi.stubEnv('TMPDIR', above);
  onTestFinished(() => void vi.unstubAllEnvs());
  const claim = await claimFolder(folder, 'darwin');
  expect(await claimFolder(folder, 'darwin')).toBeUndefined();
  claim?.release();
  const again = await claimFolder(folder, 'darwin');
  expect(again).toBeDefined();
  again?.release();
});

test('[JRN-15] a lock file that is something else is named, with what to do', async () => {
  writeFileSync(
    join(folder, 'venue.lock'),
    'these words are no lock, but somebody needs them'.repeat(20),
  );
  await expect(lockFolder(folder)).rejects.toThrow(
    `${join(folder, 'venue.lock')} cannot be locked: file is not a database. It should be empty`,
  );
});
