import { describe, expect, test } from 'vitest';
import { checkFloorTable, checkImports, checkReferences, FLOORS, findFloor } from './floors.ts';
import { parseSource } from './source.ts';

function judge(path: string, text: string, others: readonly string[] = []) {
  const sources = [parseSource(path, text), ...others.map((other) => parseSource(other, ''))];
  return checkImports(sources).map(({ message }) => message);
}

test('each floor imports only floors above it in the table', () => {
  expect(FLOORS.length).toBeGreaterThan(20);
  const seen: string[] = [];
  for (const { name, mayImport } of FLOORS) {
    expect(seen).toEqual(expect.arrayContaining([...mayImport]));
    seen.push(name);
  }
});

test('a floor is the folder under src', () => {
  expect(findFloor('src/book/ladder.ts')?.name).toBe('book');
  expect(findFloor('proof/bench/bench-book.ts')?.name).toBe('proof');
  expect(findFloor('src/stray.ts')).toBeUndefined();
  expect(findFloor('test/book/ladder.ts')).toBeUndefined();
});

describe('imports', () => {
  const units = 'src/domain/units.ts';
  const apply = 'src/engine/apply.ts';

  test('downwards and sideways are allowed', () => {
    expect(judge('src/book/a.ts', `import '../domain/units.ts';`, [units])).toEqual([]);
    expect(judge(apply, `import './b.ts';`, ['src/engine/b.ts'])).toEqual([]);
  });

  test('upwards is refused, whatever the form of the import', () => {
    const forms = [
      `import { apply } from '../engine/apply.ts';`,
      `import type { Apply } from '../engine/apply.ts';`,
      `export { apply } from '../engine/apply.ts';`,
      `export * from '../engine/apply.ts';`,
      `type Apply = import('../engine/apply.ts').Apply;`,
      `const loaded = import('../engine/apply.ts');`,
    ];
    for (const form of forms) {
      expect(judge('src/book/a.ts', form, [apply])).toEqual([
        'book may not import engine; it may import domain',
      ]);
    }
  });

  test('a test may import anything', () => {
    const text = `import '../engine/apply.ts'; import 'vitest';`;
    expect(judge('src/book/a.test.ts', text, [apply])).toEqual([]);
  });

  test('a file that does not exist, or lies outside the floors, is refused', () => {
    expect(judge('src/book/a.ts', `import '../domain/units';`, [units])).toEqual([
      'no such source file: src/domain/units',
    ]);
    expect(judge('src/cli/a.ts', `import '../../test/b.ts';`, ['test/b.ts'])).toEqual([
      'cli may not import test/b.ts, which is outside the floors',
    ]);
    expect(judge('src/stray.ts', '')).toEqual(['src holds only the known floors']);
  });

  test('the page is read with its JSX, and may import what it is made with', () => {
    const text = `import { render } from 'preact/hooks';\nexport const A = () => <p>{render}</p>;`;
    expect(judge('src/web/a.tsx', text)).toEqual([]);
    expect(judge('src/web/a.tsx', `import 'node:fs'; const a = <a href="/" />;`)).toEqual([
      'web may not import the package node:fs',
    ]);
  });

  test('only floors that run on Node may import packages', () => {
    expect(judge('src/cli/a.ts', `import 'node:fs';`)).toEqual([]);
    expect(judge('src/book/a.ts', `import 'node:fs';`)).toEqual([
      'book may not import the package node:fs',
    ]);
  });
});

describe('references', () => {
  const base = { types: [], lib: ['ES2024'], strict: true, composite: true };
  const reference = (path: string) => ({ path });
  const good = new Map([
    ['tsconfig.base.json', { compilerOptions: base }],
    ['tsconfig.json', { references: ['src/domain', 'src/book', 'tsconfig.tests.json'] }],
    ['tsconfig.tests.json', { references: ['src/domain', 'src/book'] }],
    ['src/domain/tsconfig.json', { references: [] }],
    ['src/book/tsconfig.json', { references: ['../domain'] }],
  ]);

  function judgeWith(path: string, changed: object) {
    const configs = new Map(
      [...good, [path, changed] as const].map(([file, config]) => {
        const names: string[] = 'references' in config ? (config.references as string[]) : [];
        return [file, { ...config, references: names.map(reference) }];
      }),
    );
    return checkReferences(configs, ['domain', 'book']).map(({ file }) => file);
  }

  test('the table, as far as floors exist, is accepted', () => {
    expect(judgeWith('unrelated.json', {})).toEqual([]);
  });

  test('a missing or an extra reference is refused', () => {
    const book = 'src/book/tsconfig.json';
    expect(judgeWith(book, { references: [] })).toEqual([book]);
    expect(judgeWith(book, { references: ['../domain', '../wire'] })).toEqual([book]);
    expect(judgeWith('tsconfig.json', { references: ['src/domain'] })).toEqual(['tsconfig.json']);
  });

  test('a pure floor may not let Node or the page in', () => {
    const file = 'src/domain/tsconfig.json';
    expect(judgeWith(file, { compilerOptions: { types: ['node'] } })).toEqual([file]);
    expect(judgeWith(file, { compilerOptions: { lib: ['DOM'] } })).toEqual([file]);
  });

  test('the base may not be loosened', () => {
    const file = 'tsconfig.base.json';
    expect(judgeWith(file, { compilerOptions: { ...base, strict: false } })).toEqual([file]);
  });
});

test('the table in the documents has the row of each floor', () => {
  const judge = (text: string) =>
    checkFloorTable('A.md', text, ['domain', 'book']).map(({ message }) => message);
  const domain = '| `src/domain` | nouns | nothing |';
  expect(judge(`${domain}\n| \`src/book\` | the book | domain |`)).toEqual([]);
  expect(judge(`${domain}\n| \`src/book\` | the book | views |`)).toEqual([
    'src/book may import domain; found: views',
  ]);
  expect(judge(domain)).toEqual(['src/book may import domain; found: no row']);
});
