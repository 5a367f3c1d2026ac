import { expect, test } from 'vitest';
import { checkExactNames } from './exact-names.ts';
import { parseSource } from './source.ts';

const linesOf = (path: string, ...lines: string[]): number[] =>
  checkExactNames(parseSource(path, lines.join('\n'))).map(({ line }) => line);

test('a name in a page that may be part of another name is found', () => {
  const lines = [
    "page.getByRole('button', { name: '75%' });",
    "page.getByRole('button', { name: '75%', exact: true });",
    "page.getByRole('tab', { name: /^Positions/ });",
    "page.getByRole('dialog');",
    "page.getByLabel('Size').fill('1');",
    "page.getByLabel('Size', { exact: true }).fill('1');",
    'page.getByLabel(/^Size/);',
    "page.getByRole('link', { name: room });",
  ];
  expect(linesOf('test/web/a.test.ts', ...lines)).toEqual([1, 5, 8]);
  expect(linesOf('test/gateway/a.test.ts', ...lines)).toEqual([]);
});
