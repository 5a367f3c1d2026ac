import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTemporaryFolder } from './temporary-folder.ts';

test('a folder is there for the work and gone afterwards, with everything in it', async () => {
  let there = '';
  const result = await inTemporaryFolder(async (folder) => {
    there = folder;
    writeFileSync(join(folder, 'file'), 'text');
    return 7;
  });
  expect(result).toBe(7);
  expect(existsSync(there)).toBe(false);
});

test('work that fails, or removes its folder itself, leaves nothing either', () =>
  inTemporaryFolder(async (parent) => {
    let there = '';
    const failing = inTemporaryFolder(async (folder) => {
      there = folder;
      throw new Error('work');
    }, parent);
    await expect(failing).rejects.toThrow('work');
    expect(existsSync(there)).toBe(false);
    await inTemporaryFolder(async (folder) => rmSync(folder, { recursive: true }), parent);
  }));

test('the folder that it is to be in is made, and stays', () =>
  inTemporaryFolder(async (folder) => {
    const parent = join(folder, 'not', 'there');
    await inTemporaryFolder(async (inner) => expect(inner.startsWith(parent)).toBe(true), parent);
    expect(existsSync(parent)).toBe(true);
  }));
