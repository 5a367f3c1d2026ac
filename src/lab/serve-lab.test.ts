import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
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

test('[LAB-6] a client that goes while it waits keeps no place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-lab-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lab.sock');
  const lab = await serveSocket(path, []);
  onTestFinished(lab.close);
  const enter = async () => {
    const socket = connect(path);
    await once(socket, 'connect');
    return socket;
  };
  const [first, second] = [await enter(), await enter()];
  second.destroy();
  first.destroy();
  // Whoever is refused is told so. It may come before the lab has noticed that the others went.
  const next = async (): Promise<string> => {
    const third = await enter();
    onTestFinished(() => void third.destroy());
    const told = once(third, 'data').then(() => 'refused');
    const rest = new Promise((resolve) => setTimeout(resolve, 500)).then(() => 'served');
    return Promise.race([told, rest]);
  };
  await expect.poll(next).toBe('served');
});
