/**
 * A segment that is full is never written again, so a fork shares its file with the journal that it
 * came from. Where one is written after all, because the end of the journal was cut off, it first
 * becomes a file of its own.
 */
import { copyFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeFiles } from './files.ts';
import { SPARE_NAME } from './segment-name.ts';

export async function ownFile(path: string): Promise<void> {
  if ((statSync(path, { throwIfNoEntry: false })?.nlink ?? 1) < 2) return;
  // A start removes what a crash leaves under this name.
  const copy = join(dirname(path), SPARE_NAME);
  copyFileSync(path, copy);
  await syncFile(copy);
  renameSync(copy, path);
  await nodeFiles.syncFolder(dirname(path));
}

export async function syncFile(path: string): Promise<void> {
  const file = nodeFiles.open(path, 'change');
  try {
    await nodeFiles.sync(file);
  } finally {
    nodeFiles.close(file);
  }
}
