import { expect, test } from 'vitest';
import { formatMarkdownTable } from '../../proof/markdown-table.ts';
import { formatTable } from './format-table.ts';
import { textWidth } from './text-width.ts';

test.each([
  ['Foxes', 5],
  ['飞狐队', 6],
  ['キツネ', 6],
  ['여우', 4],
  ['Zoë', 3],
  ['Zoë'.normalize('NFD'), 3],
  ['ｆｏｘ', 6],
  ['🦊', 2],
  ['👩‍🚀 crew', 7],
  ['…', 1],
])('[CLI-26] "%s" takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('[CLI-26] columns stay straight under Chinese, Korean and emoji', () => {
  const teams = ['飞狐队', 'Foxes', '🦊 여우'];
  const lines = formatTable(
    ['team', 'rank'],
    teams.map((team, at) => [team, String(at)]),
  );
  expect(lines.map((line) => textWidth(line.replace(/\S+$/, '')))).toEqual([9, 9, 9, 9, 9]);
  const pages = formatMarkdownTable([['team', 'rank'], ...teams.map((team) => [team, '1'])]);
  expect(new Set(pages.map(textWidth)).size).toBe(1);
});
