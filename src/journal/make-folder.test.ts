import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './files.ts';

const root = mkdtempSync(join(tmpdir(), 'perpetua-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

test('[CLI-21] folders that are missing are made, and those that are there left alone', () => {
  const deep = join(root, 'a', 'b', 'c');
  expect(makeFolder(deep)).toBe(true);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  expect(makeFolder(deep)).toBe(false);
});

test('[CLI-21] where no folder can be made it fails at once', () => {
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'nowhere', 'x'), join(root, 'link'));
  for (const [path, code] of [
    [join(root, 'file'), 'ENOTDIR'],
    [join(root, 'file', 'x'), 'ENOTDIR'],
    [join(root, 'link'), 'EEXIST'],
    [join(root, 'link', 'x'), 'EEXIST'],
  ] as const)
    expect(() => makeFolder(path), path).toThrow(expect.objectContaining({ code }));
});

test.runIf(process.platform === 'linux')('[CLI-21] /proc takes no folder', () => {
  for (const path of ['/proc/x', '/proc/x/y'])
    expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
