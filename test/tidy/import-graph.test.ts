import { expect, test } from 'vitest';
import { checkCycles, checkPlainStart, checkUnused } from './import-graph.ts';
import { parseSource } from './source.ts';

const sourcesOf = (files: Record<string, string>) =>
  Object.entries(files).map(([path, text]) => parseSource(path, text));

test('a cycle is found, also through types and through itself', () => {
  const cycle = sourcesOf({
    'src/book/a.ts': `import './b.ts';`,
    'src/book/b.ts': `import type { C } from './c.ts';`,
    'src/book/c.ts': `export * from './a.ts';`,
  });
  expect(checkCycles(cycle).map(({ message }) => message)).toEqual([
    'import cycle: src/book/a.ts → src/book/b.ts → src/book/c.ts → src/book/a.ts',
  ]);
  expect(checkCycles(sourcesOf({ 'src/book/a.ts': `import './a.ts';` }))).toHaveLength(1);
});

test('two ways to one file are no cycle', () => {
  const diamond = sourcesOf({
    'src/book/a.ts': `import './b.ts'; import './c.ts';`,
    'src/book/b.ts': `import './d.ts';`,
    'src/book/c.ts': `import './d.ts';`,
    'src/book/d.ts': '',
  });
  expect(checkCycles(diamond)).toEqual([]);
});

test('a file that no program and no test reaches is found', () => {
  const sources = sourcesOf({
    'src/cli/main.ts': `await import('./start.ts');`,
    'src/cli/start.ts': '',
    'src/book/tested.ts': '',
    'src/book/tested.test.ts': `import './tested.ts';`,
    'src/book/alone.ts': `import './lonely.ts';`,
    'src/book/lonely.ts': '',
  });
  expect(checkUnused(sources).map(({ file }) => file)).toEqual([
    'src/book/alone.ts',
    'src/book/lonely.ts',
  ]);
});

test('a client of a service is found, unless only its types or only a cluster load it', () => {
  const start = (line: string) =>
    sourcesOf({
      'src/cli/start.ts': line,
      'src/facts/open.ts': `import { Pool } from 'pg';`,
      'src/facts/types.ts': `import type { Pool } from 'pg';`,
    });
  const found = checkPlainStart(start(`import { open } from '../facts/open.ts';`));
  expect(found.map(({ file }) => file)).toEqual(['src/facts/open.ts']);
  expect(checkPlainStart(start(`import '../facts/types.ts';`))).toEqual([]);
  expect(checkPlainStart(start(`await import('../facts/open.ts');`))).toEqual([]);
});
