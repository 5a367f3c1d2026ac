import { expect, test } from 'vitest';
import { checkLiveFiles, checkLiveNames } from './live-code.ts';
import { parseSource } from './source.ts';

const sourcesOf = (files: Record<string, string>) =>
  Object.entries(files).map(([path, text]) => parseSource(path, text));

test('a file that only tests and proofs reach is found', () => {
  const sources = sourcesOf({
    'src/cli/main.ts': `await import('./start.ts'); import '../../proof/sim.ts';`,
    'src/cli/start.ts': '',
    'proof/sim.ts': `import '../src/book/proven.ts';`,
    'src/book/proven.ts': '',
    'src/book/tested.ts': '',
    'src/book/tested.test.ts': `import './tested.ts';`,
  });
  expect(checkLiveFiles(sources).map(({ file }) => file)).toEqual([
    'src/book/proven.ts',
    'src/book/tested.ts',
  ]);
});

test('a name that only tests and proofs import is found, unless its own file uses it', () => {
  const sources = sourcesOf({
    'src/cli/main.ts': `import { used, type Used } from '../book/names.ts'; import('./lazy.ts');`,
    'src/cli/lazy.ts': `export const run = 1;`,
    'src/book/names.ts': [
      'export const used = 1;',
      'export interface Used { readonly tested: number }',
      'export const own = 2;',
      'export const tested = own;',
      'export const { taken, proven } = pair.tested;',
      'export function alone() {}',
    ].join('\n'),
    'src/book/names.test.ts': `import { tested, alone } from './names.ts';`,
    'proof/sim.ts': `import { proven } from '../src/book/names.ts';`,
    'src/web/main.tsx': `import { taken } from '../book/names.ts';`,
  });
  expect(checkLiveNames(sources).map(({ line, message }) => `${line} ${message}`)).toEqual([
    '4 only tests and proofs use tested',
    '5 only tests and proofs use proven',
    '6 only tests and proofs use alone',
  ]);
});

test('of a file that is imported whole the names that are taken from it are used', () => {
  const names = 'export const used = 1;\nexport const forgotten = 2;';
  const sources = sourcesOf({
    'src/cli/main.ts': [
      `import * as table from '../book/table.ts';`,
      `import * as passed from '../book/passed.ts';`,
      'list(table.used, { table: 1 });',
      'list(passed);',
    ].join('\n'),
    'src/book/table.ts': names,
    'src/book/passed.ts': names,
  });
  expect(checkLiveNames(sources).map(({ file, line }) => `${file} ${line}`)).toEqual([
    'src/book/table.ts 2',
  ]);
});
