import { expect, test } from 'vitest';
import { parseSource } from '../tidy/source.ts';
import { describeMutant, findMutants, plant } from './mutate.ts';

const mutate = (text: string, path = 'src/book/example.ts'): readonly string[] =>
  findMutants(parseSource(path, text)).map((mutant) => plant(text, mutant));

test.each([
  ['const x = a < b;', ['const x = a <= b;', 'const x = a >= b;']],
  ['const x = a === b;', ['const x = a !== b;']],
  ['const x = Math.min(a, b);', ['const x = Math.max(a, b);']],
  ['const x = a + b;', ['const x = a - b;']],
  ['const x = a && b;', ['const x = a || b;']],
  ['const x = 3;', ['const x = 4;']],
  ['const x = 50;', ['const x = 100;']],
  ['const x = 7n;', ['const x = 8n;']],
  ['const x = true;', ['const x = false;']],
  ['touch(state);', [';']],
  ['await sent(it);', [';']],
  ['if (a) b = c;', ['if (!(a)) b = c;']],
  [
    "const x = ['a', 'b', 'c'];",
    ["const x = ['b', 'c'];", "const x = ['a', 'c'];", "const x = ['a', 'b'];"],
  ],
])('%s', (text, planted) => {
  expect(mutate(text)).toEqual(planted);
});

test.each([
  'type Few = 1 | 2 | 3;',
  "const x = 'a' + b;",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is a source.
  'const x = `${a < b}`;',
  'assert(a < b, 3);',
  'throw new Error(1 + b);',
  'this.log(a < b);',
  'const PATIENCE_MILLIS = 3_000;',
  'setTimeout(turn, 50);',
])('in %s nothing is planted', (text) => {
  expect(mutate(`import './a.ts'; class A { b() { ${text} } }`)).toEqual([]);
});

test.each([
  'const x = a < b ? a : b;',
  'const x = list[i]! > b ? b : list[i];',
  'if (value < low[minute]!) low[minute] = value;',
  'if (a > b) { b = a; }',
  'const x = a < b ? -1 : 1;',
])('in %s no bound is moved: nobody could tell', (text) => {
  const planted = mutate(text).filter((each) => each.includes('<=') || each.includes('>='));
  expect(planted).toHaveLength(1);
});

test('of a page no measure is changed, and of a list in a function no row', () => {
  expect(mutate('const x = 3;', 'src/web/example.ts')).toEqual([]);
  expect(mutate("const f = () => ['a', 'b', 'c'];")).toEqual([]);
});

test('a fault is told by its line, before and after', () => {
  const text = 'const a = 1;\n  const b = x > y;\n';
  const [, mutant] = findMutants(parseSource('src/book/example.ts', text));
  expect(mutant && describeMutant(text, mutant)).toBe(
    'src/book/example.ts:2 boundary\n  - const b = x > y;\n  + const b = x >= y;',
  );
});
