import { expect, test } from 'vitest';
import { parseArena } from './arena-terms.ts';

const COMMAND = { kind: 'command', name: 'ann', command: ['node', 'a.js'] };
const MODEL = { kind: 'model', name: 'gpt', url: 'https://api.example.com/v1', model: 'm' };

const parse = (more: object) => parseArena({ name: 'Test', contestants: [COMMAND], ...more });
const parseOne = (contestant: object) => parse({ contestants: [contestant] }).contestants[0];

test('what the organiser does not say is as usual', () => {
  expect(parse({})).toEqual({
    ...{ rules: { name: 'Test' }, prompt: '', contestants: [COMMAND], answerSeconds: 60 },
    ...{ thinkingRate: 0, orderValueMax: 0, dayValueMax: 0, lossMax: 0 },
  });
  expect(parse({ rules: { hours: 2 } }).rules).toEqual({ hours: 2, name: 'Test' });
});

test.each([
  ['answerSeconds', 1, 3_600, [0.5, 3_601]],
  ['thinkingRate', 0, 1_000, [-1, 1_001]],
  ['orderValueMax', 0, 1e12, [-1, 1e12 + 1]],
  ['dayValueMax', 0, 1e12, [-1, 1e12 + 1]],
  ['lossMax', 0, 1e12, [-1, 1e12 + 1]],
])('%s is from %d to %d', (name, least, most, wrong) => {
  for (const value of [least, most])
    expect(parse({ [name]: value })).toMatchObject({ [name]: value });
  for (const value of [...wrong, 'x'])
    expect(() => parse({ [name]: value }), String(value)).toThrow(`${name} must be`);
});

test.each([
  COMMAND,
  { ...COMMAND, kind: 'mcp' },
  { kind: 'program', name: 'p', file: 'a.js' },
  { kind: 'python', name: 'p', file: 'a.py' },
  MODEL,
  { ...MODEL, url: 'http://localhost:11434/v1', keyVariable: 'KEY_1' },
  { ...MODEL, temperature: 0, maxTokens: 100, inputPrice: 0.5, outputPrice: 2, keyVariable: '_k' },
  { ...COMMAND, name: `a${'b'.repeat(39)}` },
])('%j takes part', (contestant) => {
  expect(parseOne(contestant)).toEqual(contestant);
});

test.each([
  [{ ...COMMAND, name: '' }, 'a contestant has a name of 1 to 40'],
  [{ ...COMMAND, name: `a${'b'.repeat(40)}` }, 'a contestant has a name of 1 to 40'],
  [{ ...COMMAND, name: '../up' }, 'a contestant has a name of 1 to 40'],
  [{ ...COMMAND, name: 7 }, 'a contestant has a name of 1 to 40'],
  [{ ...COMMAND, kind: 'human' }, 'the kind of ann is one of model, command, mcp, program, python'],
  [{ ...COMMAND, kind: 'toString' }, 'the kind of ann is one of'],
  [{ ...COMMAND, command: [] }, 'is a list of words'],
  [{ ...COMMAND, command: 'node' }, 'is a list of words'],
  [{ ...COMMAND, command: ['node', 7] }, 'is a list of words'],
  [{ ...COMMAND, command: undefined }, 'ann, a contestant of the kind command, has no command'],
  [{ ...COMMAND, file: 'a' }, 'has no field file; it has kind, name, command'],
  [
    { kind: 'program', name: 'p', file: '' },
    'file of p, a contestant of the kind program, is a text',
  ],
  [{ kind: 'python', name: 'p', file: 7 }, 'file of p, a contestant of the kind python, is a text'],
  [{ kind: 'mcp', name: 'p' }, 'has no command'],
  [{ ...MODEL, url: undefined }, 'has no url'],
  [{ ...MODEL, model: undefined }, 'has no model'],
  [{ ...MODEL, model: '' }, 'model of gpt, a contestant of the kind model, is a text'],
  [{ ...MODEL, model: '', keyVariable: 'K' }, 'model of gpt'],
  [{ ...MODEL, url: 'here' }, 'is not an address such as'],
  [{ ...MODEL, url: 'ftp://a/v1' }, 'is not an address such as'],
  [{ ...MODEL, url: 'https://user@a/v1' }, 'has no key in it'],
  [{ ...MODEL, url: 'https://:pass@a/v1' }, 'has no key in it'],
  [{ ...MODEL, url: 'https://a/v1?key=sk-1' }, 'has no key in it'],
  [{ ...MODEL, url: 'https://a/v1#sk-1' }, 'has no key in it'],
  [{ ...MODEL, keyVariable: 'sk-123' }, 'is the name of a variable, such as OPENAI_API_KEY'],
  [{ ...MODEL, keyVariable: 7 }, 'is the name of a variable'],
  [{ ...MODEL, temperature: -1 }, 'temperature of gpt'],
  [{ ...MODEL, maxTokens: 'x' }, 'maxTokens of gpt'],
  [{ ...MODEL, inputPrice: Number.NaN }, 'inputPrice of gpt'],
  [{ ...MODEL, outputPrice: -0.1 }, 'outputPrice of gpt'],
  [{ ...MODEL, key: 'k' }, 'has no field key'],
])('%j does not', (contestant, reason) => {
  expect(() => parseOne(contestant)).toThrow(reason);
});

test.each([
  [{ contestants: [] }, 'contestants lists 1 to 64 of them'],
  [{ contestants: {} }, 'contestants lists 1 to 64 of them'],
  [{ contestants: [COMMAND, COMMAND] }, 'two contestants have one name'],
  [{ contestants: [[]] }, 'a contestant is written as { … }'],
  [{ rules: [] }, 'rules is written as { … }'],
  [{ prompt: 7 }, 'prompt is a text of at most 20000 characters'],
  [{ prompt: 'x'.repeat(20_001) }, 'prompt is a text of at most 20000 characters'],
  [{ readOnly: 1 }, 'readOnly is true or false'],
  [{ colour: 'red' }, 'an arena has no field colour; it has name, rules, prompt, contestants'],
])('an arena with %j is refused', (more, reason) => {
  expect(() => parse(more)).toThrow(reason);
});

test('an arena has up to 64 contestants and a long prompt', () => {
  const crowd = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...COMMAND, name: `c${at}` }));
  expect(parse({ contestants: crowd(64) }).contestants).toHaveLength(64);
  expect(() => parse({ contestants: crowd(65) })).toThrow('1 to 64');
  expect(parse({ prompt: 'x'.repeat(20_000) }).prompt).toHaveLength(20_000);
  expect(() => parseArena(null)).toThrow('an arena is written as { … }');
});
