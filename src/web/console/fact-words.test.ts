import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factIn } from './fact-words.ts';

const SOURCES = new URL('../../competition/surveillance/', import.meta.url);

/** Each fact as the source builds it, with a figure for every value. Choices are told below. */
function factsOf(source: string): string[] {
  const lists = [...source.matchAll(/facts: \[([^\]]*)\]/g)].map(([, list]) => list ?? '');
  return lists.flatMap((list) =>
    [...list.matchAll(/`((?:[^`$]|\$\{[^}?]*\})*)`,?$/gm)].map(([, text]) =>
      (text ?? '').replace(/\$\{[^}]*\}/g, '7'),
    ),
  );
}

test('[CONSOLE-6] every fact of a finding is told in Chinese, with its figures', () => {
  const sources = readdirSync(SOURCES)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, SOURCES), 'utf8'));
  const facts = [
    ...sources.flatMap(factsOf),
    'the second of them lost 7 in all',
    'the second of them earned 7 in all',
    '7 teams were seen at one address',
    '7 teams were seen at 3 addresses',
  ];
  expect(facts.length).toBeGreaterThan(16);
  expect(facts.filter((fact) => /[a-z]/i.test(factIn(fact, 'zh')))).toEqual([]);
  expect(factIn('12 of -40 earned within a second after a jump of the index', 'zh')).toBe(
    '-40 的盈利中有 12 在指数跳动后一秒内取得',
  );
  expect(factIn('something new', 'zh')).toBe('something new');
});
