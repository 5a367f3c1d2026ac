import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveSocket } from './serve-lab.ts';

test('[LAB-6] a file that is not a socket is kept, and a living lab is left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-lab-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, link, socket] = ['notes.txt', 'link', 'lab.sock'].map((name) => join(folder, name));
  writeFileSync(file!, 'keep me');
  symlinkSync(file!, link!);
  for (const path of [file!, link!, folder])
    await expect(serveSocket(path, []), path).rejects.toThrow(/not a socket, and it is kept/);
  expect(readFileSync(link!, 'utf8')).toBe('keep me');
  const lab = await serveSocket(socket!, []);
  await expect(serveSocket(socket!, [])).rejects.toThrow('EADDRINUSE');
  lab.close();
  await expect(serveSocket(socket!, [])).resolves.toSatisfy((next) => {
    next.close();
    return true;
  });
});
