import { expect, test } from 'vitest';
import { findValues, isHelp, parseFlags } from './flags.ts';

const TABLE = { values: ['data', 'port'], switches: ['json'], hasRest: true };
const parse = (words: string, hasRest = true) =>
  parseFlags(words.split(' ').filter(Boolean), { ...TABLE, hasRest });

const flags = (values: Record<string, string> = {}, also = {}) => ({
  values: new Map(Object.entries(values)),
  switches: new Set(),
  words: [],
  rest: [],
  ...also,
});

test.each([
  ['', flags()],
  ['--data here --port 1', flags({ data: 'here', port: '1' })],
  ['--data=here', flags({ data: 'here' })],
  ['--data=a=b', flags({ data: 'a=b' })],
  ['--data --json', flags({ data: '--json' })],
  ['--json word', flags({}, { switches: new Set(['json']), words: ['word'] })],
  ['one --json two', flags({}, { switches: new Set(['json']), words: ['one', 'two'] })],
  ['one -- --json two', flags({}, { words: ['one'], rest: ['--json', 'two'] })],
  ['--data here --', flags({ data: 'here' })],
  ['--data', '--data needs a value'],
  ['--data=', '--data needs a value'],
  ['--prot 1', '--prot is not known here; did you mean --port?'],
  ['--jsno', '--jsno is not known here; did you mean --json?'],
  ['--json=1', '--json is not known here; did you mean --json?'],
  ['--everything', '--everything is not known here'],
])('[CLI-25] the words "%s"', (words, expected) => {
  expect(parse(words)).toEqual(expected);
});

test('[CLI-25] without another program nothing may follow the dashes', () => {
  expect(parse('-- one', false)).toBe('-- is not known here');
});

test('[CLI-25] help is asked for by three words', () => {
  expect(['help', '--help', '-h', 'h', '--h', undefined].map(isHelp)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});

test('the words of a tool, or nothing where it does not understand them', () => {
  const options = { seed: { type: 'string' } } as const;
  expect(findValues(['--seed', '7'], options)).toEqual({ seed: '7' });
  expect(findValues(['--sede', '7'], options)).toBeUndefined();
});
