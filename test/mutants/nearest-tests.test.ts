import { expect, test } from 'vitest';
import { parseSource } from '../tidy/source.ts';
import { findImporters, findNearestTests } from './nearest-tests.ts';

const TREE = {
  'src/book/ladder.ts': '',
  'src/book/ladder.test.ts': "import './ladder.ts';",
  'src/book/book.ts': "import './ladder.ts';",
  'src/book/book.test.ts': "import './book.ts';",
  'src/book/named.test.ts': "import type { Ladder } from './ladder.ts';",
  'src/cli/main.ts': "import '../book/book.ts';",
  'src/web/main.tsx': '',
  'test/cli/process.ts': "const main = new URL('../../src/cli/main.ts', import.meta.url);",
  'test/cli/start.test.ts': "import './process.ts';",
  'test/oracle/ladder.test.ts': "import '../../src/book/ladder.ts';",
  'test/oracle/years.long.test.ts': "import '../../src/book/ladder.ts';",
  'test/web/page-kit.ts': '',
  'test/web/page.long.test.ts': "import './page-kit.ts';",
};

const importers = findImporters(
  Object.entries(TREE).map(([path, text]) => parseSource(path, text)),
);

test('the tests beside a file, then those that are fewer imports away, long ones last', () => {
  expect(findNearestTests(importers, 'src/book/ladder.ts')).toEqual([
    'src/book/ladder.test.ts',
    'test/oracle/ladder.test.ts',
    'src/book/book.test.ts',
    'test/cli/start.test.ts',
    'test/oracle/years.long.test.ts',
  ]);
});

test('a test that is named as the file is comes before those that are a few imports nearer', () => {
  const nearby = ['one', 'two', 'three', 'four', 'five'].map(
    (word) => `test/oracle/${word}.test.ts`,
  );
  const tree = [
    ['src/gateway/acts/read-portfolio.ts', ''],
    ['src/gateway/serve.ts', "import './acts/read-portfolio.ts';"],
    ['test/gateway/portfolio.test.ts', "import '../../src/gateway/serve.ts';"],
    ...nearby.map((path) => [path, "import '../../src/gateway/acts/read-portfolio.ts';"]),
  ].map(([path = '', text = '']) => parseSource(path, text));
  const [nearest] = findNearestTests(findImporters(tree), 'src/gateway/acts/read-portfolio.ts');
  expect(nearest).toBe('test/gateway/portfolio.test.ts');
});

test('a page is tested where it is opened', () => {
  expect(findNearestTests(importers, 'src/web/main.tsx')).toEqual(['test/web/page.long.test.ts']);
});
