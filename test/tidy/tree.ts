/** Reads the files of the repository that the house rules are about. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Import, parseSource, type Source } from './source.ts';

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
  return findPaths(SOURCES).map((path) => {
    const source = parseSource(path, getText(path));
    return { ...source, imports: source.imports.flatMap(expandPattern) };
  });
}

/** The page's builder imports every file that fits a pattern. */
function expandPattern(each: Import): Import[] {
  if (each.target?.includes('*') !== true) return [each];
  return findPaths([each.target]).map((target) => ({ ...each, target }));
}
