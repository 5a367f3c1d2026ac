/** A folder that exists while a function works in it, and is deleted afterwards. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function inTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
  parent = tmpdir(),
): Promise<Result> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'perpetua-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
