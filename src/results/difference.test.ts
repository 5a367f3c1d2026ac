import { expect, test } from 'vitest';
import { formatCsv } from '../terminal/csv.ts';
import { findDifference, formatDifference } from './difference.ts';

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(
    formatCsv([
      ['a', 'b, c'],
      ['"d"', 'e\nf'],
    ]),
  ).toBe('a,"b, c"\n"""d""","e\nf"\n');
});

test('[PUB-3] a difference in a table names row and column', () => {
  const table = 'rank,team,roi\n1,Owls,0.1\n2,Foxes,0.05\n';
  const found = findDifference('standings.csv', table, table.replace('0.05', '0.5'))!;
  expect(formatDifference(found)).toBe('standings.csv, row 2, roi: expected 0.05, found 0.5');
  const short = findDifference('standings.csv', table, 'rank,team,roi\n1,Owls,0.1\n')!;
  expect(formatDifference(short)).toBe('standings.csv, row 2, rank: expected 2, found nothing');
  expect(findDifference('standings.csv', table, table)).toBeUndefined();
});

test('[PUB-3] a difference in JSON names the path, also of what is missing or too much', () => {
  const value = { rows: [{ team: 'Owls', roi: '0.1' }, { team: 'Foxes' }] };
  const text = JSON.stringify(value);
  const say = (other: object) => {
    const found = findDifference('a.json', text, JSON.stringify(other));
    return found === undefined ? '' : formatDifference(found);
  };
  const [owls, foxes] = value.rows;
  expect(say({ rows: [owls, { team: 'Cats' }] })).toBe(
    'a.json, row rows.1, team: expected "Foxes", found "Cats"',
  );
  expect(say({ rows: [owls] })).toBe(
    'a.json, row rows, 1: expected {"team":"Foxes"}, found nothing',
  );
  expect(say({ rows: [owls, { ...foxes, more: 1 }] })).toContain('more: expected nothing, found 1');
  expect(say(value)).toBe('');
  const spaced = findDifference('a.json', text, `${text} `)!;
  expect(formatDifference(spaced)).toContain('other bytes with the same meaning');
  const none = findDifference('a.json', text, '{')!;
  expect(formatDifference(none)).toBe('a.json: expected JSON, found something else');
});
