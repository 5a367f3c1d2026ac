import { expect, test } from 'vitest';
import { parseSource } from './source.ts';
import { checkSpec, findCitations } from './spec-rules.ts';

function judge(spec: string, text: string, scenarios: readonly string[] = []) {
  const series = [...spec.matchAll(/^[ -]*\*\*([A-Z]+)/gm)].map((match) => match[1]);
  const contents = `| [a](spec/a.md) | ${series.join(' words, ')} |`;
  const sources = [parseSource('src/book/a.test.ts', text)];
  const book = { contents, files: new Map([['docs/spec/a.md', spec]]) };
  return checkSpec(book, findCitations(sources, scenarios)).map(({ message }) => message);
}

test('a rule without a test, and a test without a rule, are refused', () => {
  expect(judge('**MON-1** Money is exact.', '')).toEqual(['no test name starts with [MON-1]']);
  expect(judge('', `test('[MON-1] exact', () => {});`)).toEqual(['docs/spec has no rule MON-1']);
});

test('a rule written twice is refused', () => {
  const spec = '**MON-1** Money is exact.\n\n- **MON-1** Money is exact again.';
  expect(judge(spec, `test('[MON-1] exact', () => {});`)).toEqual(['MON-1 is written twice']);
});

test('a mention inside a sentence is no rule', () => {
  expect(judge('As **MON-1** says, money is exact.', '')).toEqual([]);
});

test.each([
  `test('[MON-1] exact', () => {});`,
  `it('[MON-1] exact', () => {});`,
  'test(`[MON-1] exact`, () => {});',
  `test.only('[MON-1] exact', () => {});`,
  `test.each([1, 2])('[MON-1] exact for %i', () => {});`,
  `describe('money', () => { test('[MON-1] exact', () => {}); });`,
])('cites in %s', (text) => {
  expect(judge('**MON-1** Money is exact.', text)).toEqual([]);
});

test.each([
  `describe('[MON-1] money', () => {});`,
  `test('exact, see [MON-1]', () => {});`,
  `// test('[MON-1] exact')`,
])('does not cite in %s', (text) => {
  expect(judge('**MON-1** Money is exact.', text)).toHaveLength(1);
});

test('one name may cite several rules, and a scenario file cites by its name', () => {
  const spec = '**MON-1** Exact.\n**MON-2** Conserved.\n**ORD-10** Rests.';
  const text = `test('[MON-1] [MON-2] exact and conserved', () => {});`;
  expect(judge(spec, text, ['test/scenarios/[ORD-10] rests.txt'])).toEqual([]);
});

test('the table of contents names the file of every series, and no series without a rule', () => {
  const files = new Map([['docs/spec/a.md', '**MON-1** Exact.']]);
  const citations = [{ id: 'MON-1', file: 'a.test.ts', line: 1 }];
  const judgeContents = (contents: string) =>
    checkSpec({ contents, files }, citations).map(({ message }) => message);
  expect(judgeContents('| [a](spec/a.md) | MON money |')).toEqual([]);
  expect(judgeContents('')).toEqual(['docs/SPEC.md says that MON-1 is in no file']);
  expect(judgeContents('| [b](spec/b.md) | MON money |')).toEqual([
    'docs/SPEC.md says that MON-1 is in docs/spec/b.md',
  ]);
  expect(judgeContents('| [a](spec/a.md) | MON a, ORD b |')).toEqual(['ORD has no rule']);
});
