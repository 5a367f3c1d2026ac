/** Reads the files of the repository that the house rules are about. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSource, type Source } from './source.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  'src/**/*.{ts,tsx}',
  'proof/**/*.ts',
  'test/**/*.ts',
  'bin/*.mjs',
  'scripts/*.{mjs,ts}',
  '*.config.ts',
];

export function findPaths(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: ROOT, withFileTypes: false })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

export function getText(path: string): string {
  return readFileSync(`${ROOT}/${path}`, 'utf8');
}

export function readSources(): Source[] {
  return findPaths(SOURCES).map((path) => parseSource(path, getText(path)));
}
