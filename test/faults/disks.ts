/** A disk that is full, and one that fails: real ones, where the machine lets us have them. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FailedDisk } from './failing-disk-child.ts';
import { tellSkipped } from './fault.ts';

const CHILD = fileURLToPath(new URL('./failing-disk-child.ts', import.meta.url));
const SOURCE = fileURLToPath(new URL('./failing-disk.c', import.meta.url));

const isRoot = process.getuid?.() === 0;

/** A small file system of its own, or undefined where it may not be mounted. */
export function mountSmall(folder: string, size: string): { unmount: () => void } | undefined {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch {
    tellSkipped('no small disk can be mounted', isRoot);
    return undefined;
  }
  return { unmount: () => execFileSync('umount', ['-l', folder]) };
}

/** Takes all the room there is; answers with how to give it back. */
export function fillUp(folder: string): () => void {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (const bytes of [65_536, 4_096, 512]) {
    const piece = Buffer.alloc(bytes, 1);
    try {
      while (writeSync(file, piece) > 0);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('ENOSPC')) throw error;
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

/** The library that makes syncs fail, or undefined where there is no compiler. */
export function buildFailingDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, 'failing-disk.so');
  const words = ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl'];
  try {
    execFileSync('cc', words, { stdio: 'pipe' });
  } catch {
    tellSkipped('there is no C compiler for a disk that fails', false);
    return undefined;
  }
  return library;
}

export async function runOnFailingDisk(
  library: string,
  dataFolder: string,
  flag: string,
): Promise<FailedDisk> {
  const child = spawn(process.execPath, [CHILD, dataFolder, flag], {
    env: { ...process.env, LD_PRELOAD: library, FAULT_FLAG: flag },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  return JSON.parse(said);
}
