import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderLocked } from './journal-error.ts';
import { lockFolder } from './lock-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpetua-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const module = new URL('./lock-folder.ts', import.meta.url).href;

/** Another process tries to take the folder, and dies without letting go of it. */
function tryElsewhere(): string {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(module)});
    try {
      lockFolder(${JSON.stringify(folder)});
      console.log('taken');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }
    process.kill(process.pid, 'SIGKILL');`;
  const words = ['--input-type=module', '--eval', program];
  return spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout.trim();
}

test('[JRN-15] a folder in use names its holder, in this process and in another', () => {
  const lock = lockFolder(folder);
  const words = `${folder} is in use by process ${process.pid} on `;
  expect(() => lockFolder(folder)).toThrow(FolderLocked);
  expect(() => lockFolder(folder)).toThrow(words);
  const answer = tryElsewhere();
  expect(answer).toContain(`FolderLocked: ${words}`);
  expect(answer).toMatch(/started \d{4}-\d\d-\d\dT.*stop it first.*PERPETUA_DATA/);
  lock.release();
  lockFolder(folder).release();
});

test('[JRN-15] a killed holder leaves no lock behind, but its name', () => {
  expect(tryElsewhere()).toBe('taken');
  const lock = lockFolder(folder);
  expect(lock.crashedHolder).toMatch(/^process \d+ on /);
  lock.release();
  const clean = lockFolder(folder);
  expect(clean.crashedHolder).toBeUndefined();
  clean.release();
});

test('[JRN-15] a holder file alone, even of a living process, is no lock', () => {
  writeFileSync(join(folder, 'venue.holder'), `process ${process.pid} on here\n`);
  lockFolder(folder).release();
});
