import { expect, onTestFinished, test } from 'vitest';
import { formatCsv } from './csv.ts';
import { formatTable, whole } from './format-table.ts';
import { didYouMean, noSuchVerb } from './nearest.ts';
import { complain } from './output.ts';

const HEADINGS = ['team', 'one', 'two'];
const ROWS = [
  ['Owls', '1', '12345'],
  ['Foxes', '', '2'],
];

test('[CLI-26] a table has a heading, a rule and its rows, each as wide as the widest', () => {
  const whole = ['team   one  two', '-----  ---  -----', 'Owls   1    12345', 'Foxes       2'];
  expect(formatTable(HEADINGS, ROWS, 17)).toEqual(whole);
  expect(formatTable(HEADINGS, ROWS, Number.POSITIVE_INFINITY)).toEqual(whole);
  expect(formatTable(HEADINGS, [['Owls']], 80)).toEqual([
    'team  one  two',
    '----  ---  ---',
    'Owls',
  ]);
});

test('[CLI-26] one that is too wide comes in parts, each with the first column', () => {
  const parts = [
    ...['team   one', '-----  ---', 'Owls   1', 'Foxes'],
    '',
    ...['team   two', '-----  -----', 'Owls   12345', 'Foxes  2'],
  ];
  expect(formatTable(HEADINGS, ROWS, 16)).toEqual(parts);
  expect(formatTable(HEADINGS, ROWS, 1)).toEqual(parts);
  // Every part begins to count anew.
  const many = formatTable(['a', 'b', 'c', 'd', 'e'], [], 7);
  expect(many.filter((line) => /[a-e]/.test(line))).toEqual(['a  b  c', 'a  d  e']);
});

test('[CLI-26] a table is as wide as the terminal, or as it needs to be without one', () => {
  const { columns } = process.stdout;
  onTestFinished(() => {
    process.stdout.columns = columns;
  });
  process.stdout.columns = 16;
  expect(formatTable(HEADINGS, ROWS)).toHaveLength(9);
  process.stdout.columns = 0;
  expect(formatTable(HEADINGS, ROWS)).toHaveLength(4);
});

test('numbers are rounded, with commas between thousands', () => {
  expect([whole(1_234_567.5), whole(0.4)]).toEqual(['1,234,568', '0']);
});

test('[CLI-25] a word that is nearly known is answered with the known one', () => {
  const known = ['list', 'show'];
  expect(noSuchVerb('perpetua keys', 'lits', known)).toBe(
    'no "perpetua keys lits"; did you mean "perpetua keys list"?',
  );
  expect(noSuchVerb('perpetua keys', 'everything', known)).toBe('no "perpetua keys everything"');
  expect(didYouMean('shwo', known, (meant) => meant.toUpperCase())).toBe('; did you mean SHOW?');
});

test('[CLI-25] a complaint goes beside the results, with its code', () => {
  const lines: string[] = [];
  const output = { out: () => {}, err: (line: string) => lines.push(line) };
  expect([complain('no', 3, output), lines]).toEqual([3, ['perpetua: no']]);
});

test('[CLI-26] a cell of a spreadsheet is quoted where it has to be', () => {
  expect(
    formatCsv([
      ['a', 'b,c'],
      ['say "x"', 'two\nlines'],
      ['d\re', ''],
    ]),
  ).toBe('a,"b,c"\n"say ""x""","two\nlines"\n"d\re",\n');
});
