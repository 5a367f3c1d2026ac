/**
 * Builds something into a folder named after a hash of everything it is made from. What is built
 * already is left alone, so calling this costs a moment.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Building {
  readonly root: string;
  /** Where the folders of all hashes stand. */
  readonly home: string;
  /** Patterns below the root of what it is made from, itself included. Tests are left out. */
  readonly sources: readonly string[];
  readonly build: (draft: string) => Promise<void>;
}

/** Returns the folder. */
export async function buildOnce({ root, home, sources, build }: Building): Promise<string> {
  const folder = join(home, hashSources(root, sources));
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const draft = `${folder}.${process.pid}`;
  await build(draft);
  publish(draft, folder);
  removeOthers(home, folder);
  return folder;
}

function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  const patterns = [...sources, 'package-lock.json', 'scripts/build-once.ts'];
  const paths = globSync(patterns, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.filter((name) => !name.endsWith('.test.ts')).toSorted())
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Appears whole or not at all, also where two builds end together. */
function publish(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Whoever runs may still read a young one. */
function removeOthers(home: string, folder: string): void {
  const aged = Date.now() - 3_600_000;
  for (const name of readdirSync(home)) {
    const other = join(home, name);
    const isOld = (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? aged) < aged;
    if (other !== folder && isOld) rmSync(other, { recursive: true, force: true });
  }
}
