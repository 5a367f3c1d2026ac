import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unpackBrowser } from './unpack-browser.ts';

test('of two who unpack the browser at once, both get a whole one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const slow = Promise.withResolvers<void>();
  let unpacked = 0;
  const unpack = async (into: string): Promise<void> => {
    unpacked += 1;
    await writeFile(join(into, 'chromium'), 'half');
    if (unpacked === 2) slow.resolve();
    await slow.promise;
    await mkdir(join(into, 'fonts'));
    await writeFile(join(into, 'chromium'), 'whole');
  };
  const found = await Promise.all([unpackBrowser(folder, unpack), unpackBrowser(folder, unpack)]);
  for (const path of [...found, await unpackBrowser(folder, unpack)])
    expect(readFileSync(path, 'utf8')).toBe('whole');
  expect(unpacked).toBe(2);
  expect(readdirSync(folder)).toHaveLength(1);
});
