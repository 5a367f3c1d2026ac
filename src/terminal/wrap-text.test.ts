import { expect, test } from 'vitest';
import { EXIT } from './output.ts';
import { formatMeanings, indentText, wrapText } from './wrap-text.ts';

test('a line is as long as it may be, and no longer', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('one two three', 6)).toEqual(['one', 'two', 'three']);
  expect(wrapText('one two three', 13)).toEqual(['one two three']);
  expect(wrapText('', 10)).toEqual(['']);
});

test('a word that is longer stays whole, and a flag with its value is one', () => {
  expect(wrapText('a incomprehensibilities b', 5)).toEqual(['a', 'incomprehensibilities', 'b']);
  expect(wrapText('run [--data FOLDER] now', 12)).toEqual(['run', '[--data FOLDER]', 'now']);
});

test('text is indented within eighty columns, the first line by its own', () => {
  const text = `${'word '.repeat(30)}end`;
  const lines = indentText(text, 10, 2).split('\n');
  expect(lines.map((line) => line.search(/\S/))).toEqual([2, 10, 10]);
  expect(lines[0]).toHaveLength(2 + 14 * 5 - 1);
  expect(indentText('word', 4)).toBe('    word');
});

test('meanings stand in a column of their own', () => {
  const words = 'word '.repeat(20).trim();
  const [first = '', second = '', third] = formatMeanings([
    ['data', words],
    ['a', 'b'],
  ]).split('\n');
  expect(first).toBe(`  data  ${'word '.repeat(14).trim()}`);
  expect(second).toBe(`        ${'word '.repeat(6).trim()}`);
  expect(third).toBe('  a     b');
});

test('[CLI-25] exit codes are those of the manual', () => {
  expect(EXIT).toEqual({ done: 0, failed: 1, misunderstood: 2, absent: 3 });
});
