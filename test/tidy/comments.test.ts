import { expect, test } from 'vitest';
import { checkComments, checkHeader } from './comments.ts';
import { parseSource } from './source.ts';

const judge = (text: string) => checkComments(parseSource('src/book/a.ts', text));

test.each([
  '// const a = 1;',
  '// if (order.size > 0) {',
  '// }',
  '// return settle(order);',
  '// } else {',
  '// orders.forEach((order) => {',
  '// assert(order.size > 0)',
  '/* order.size -= fill.size; */',
])('refuses the code in %s', (text) => {
  expect(judge(text)).toEqual([
    { file: 'src/book/a.ts', line: 1, message: 'commented-out code: delete it' },
  ]);
});

test.each([
  '// The price is in ticks; the size is in lots;',
  '// What an account owes is never understated (see rounding);',
  '// Sorted by price, then by age.',
  '// biome-ignore lint/style/useConst: shown here',
  '/** Like `const a = b;` but exact. */',
  'const text = "// const a = 1;";',
])('accepts %s', (text) => {
  expect(judge(text)).toEqual([]);
});

test('loose ends are refused, a TODO with its issue is not', () => {
  expect(judge('// FIXME later')).toHaveLength(1);
  expect(judge('// XXX later')).toHaveLength(1);
  expect(judge('// TODO later')).toHaveLength(1);
  expect(judge('// TODO(#12) Round the other way.')).toEqual([]);
});

test('silencing the compiler is refused', () => {
  expect(judge('// @ts-ignore')).toHaveLength(1);
  expect(judge('// @ts-expect-error wrong on purpose')).toHaveLength(1);
});

test('a finding names the line inside a longer comment', () => {
  const text = '\n/**\n * What it is for.\n * FIXME\n */\n';
  expect(judge(text).map(({ line }) => line)).toEqual([4]);
});

test('tags that repeat a parameter are refused', () => {
  expect(judge('/**\n * @param size - the size\n */')).toHaveLength(1);
  expect(judge('// Someone@param.org is an address.')).toEqual([]);
});

test('a source file begins with a comment, a test need not', () => {
  const judgeHeader = (path: string, text: string) => checkHeader(parseSource(path, text)).length;
  expect(judgeHeader('src/book/a.ts', '/** Levels by price. */\nconst a = 1;')).toBe(0);
  expect(judgeHeader('src/book/a.ts', 'const a = 1;')).toBe(1);
  expect(judgeHeader('src/book/a.test.ts', 'const a = 1;')).toBe(0);
});
