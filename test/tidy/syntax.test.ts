import { expect, test } from 'vitest';
import { parseSource } from './source.ts';
import { checkCasts, checkSeeds, checkSettings, checkSyntax } from './syntax.ts';

const PATH = 'src/engine/a.ts';
const judgeCasts = (text: string, path = PATH) => checkCasts([parseSource(path, text)], []).length;
const judgeSyntax = (text: string) => checkSyntax(parseSource(PATH, text)).length;

test.each(['const a = b as Ticks;', 'const a = <Ticks>b;', 'let a: any;', 'f<any>();'])(
  'refuses the cast in %s',
  (text) => {
    expect(judgeCasts(text)).toBe(1);
  },
);

test.each([
  'const a = [1] as const;',
  'const a = { b } satisfies C;',
  'const a = b!;',
  `import { a as b } from './c.ts'; export { b as d };`,
  'let a: unknown;',
])('accepts %s', (text) => {
  expect(judgeCasts(text)).toBe(0);
});

test('casts are for units, ids, the wire floor and tests', () => {
  const text = 'const a = b as Ticks;';
  for (const path of ['src/domain/units.ts', 'src/domain/ids.ts', 'src/wire/order.ts']) {
    expect(judgeCasts(text, path)).toBe(0);
  }
  expect(judgeCasts(text, 'src/engine/a.test.ts')).toBe(0);
  expect(judgeCasts(text, 'src/engine/units.ts')).toBe(1);
});

test('an exception allows casts in its file, and must be needed', () => {
  const exceptions = [{ where: PATH, reason: 'shown here' }];
  expect(checkCasts([parseSource(PATH, 'const a = b as C;')], exceptions)).toEqual([]);
  expect(checkCasts([parseSource(PATH, 'const a = b;')], exceptions)).toHaveLength(1);
});

test.each([
  'enum Side { Buy, Sell }',
  'namespace book { export const a = 1; }',
  'declare global {}',
  '@sealed class A {}',
  'class A { @logged run() {} }',
  'class A extends B {}',
  'const a = { ...{ b, c }, d };',
])('refuses %s', (text) => {
  expect(judgeSyntax(text)).toBe(1);
});

test('unions, modules and plain classes are accepted', () => {
  expect(judgeSyntax(`type Side = 'buy' | 'sell'; class A { run() {} }`)).toBe(0);
  expect(judgeSyntax('class A extends Error {}')).toBe(0);
  expect(judgeSyntax('const a = { ...b, ...(c ? { d } : {}) };')).toBe(0);
});

test('the environment is read by the command line alone', () => {
  const judge = (path: string) => checkSettings(parseSource(path, 'const { A } = process.env;'));
  expect(judge('src/cli/a.ts')).toEqual([]);
  expect(judge('src/venue/a.test.ts')).toEqual([]);
  expect(judge('src/venue/a.ts')).toHaveLength(1);
});

test('tests draw from seeds', () => {
  const judge = (path: string) => checkSeeds(parseSource(path, 'const a = Math.random();'));
  expect(judge('src/web/a.ts')).toEqual([]);
  expect(judge('test/kit/a.ts')).toHaveLength(1);
});
