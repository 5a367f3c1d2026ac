import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isJsonObject,
  isNumberText,
  JSON_DEPTH_MAX,
  type Json,
  readJson,
  writeJson,
} from './json.ts';

/** As JSON.parse would have it. */
function plain(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isJsonObject(value))
    return Object.fromEntries([...value].map(([name, inner]) => [name, plain(inner)]));
  return isNumberText(value) ? Number(value.number) : value.map(plain);
}

const read = (text: string): unknown => {
  const reading = readJson(text);
  return reading.ok ? plain(reading.value) : reading.fault;
};

const json = fc.jsonValue({ maxDepth: JSON_DEPTH_MAX - 1, noUnicodeString: false });

test('[WIRE-1] what JSON.parse reads is read the same, however it is spaced', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      fc.pre(!text.includes('__proto__') && text.isWellFormed());
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('[WIRE-1] written again and read again it is the same, numbers digit for digit', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      fc.pre(text.isWellFormed());
      const reading = readJson(text);
      expect(reading.ok && writeJson(reading.value)).toBe(text);
    }),
  );
  const exact = '{"a":1.50,"b":[0.1000,-0,1e5],"c":12345678901234567890}';
  const reading = readJson(exact);
  expect(reading.ok && writeJson(reading.value)).toBe(exact);
});

test('[WIRE-1] any text is read or refused, never thrown at', () => {
  const odd = fc.string({
    unit: fc.constantFrom(...'{}[]",:\\u0123456789.eE+-tfn ax\u0001\ud800'),
  });
  fc.assert(
    fc.property(odd, (text) => {
      const reading = readJson(text);
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      if (reading.ok) expect(parses).toBe(true);
      else expect(reading.fault.at).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['', 'expected a value, found the end', 0, ''],
  ['{', 'expected a field name in quotes, found the end', 1, ''],
  ['{"size":}', 'expected a value, found "}"', 8, 'size'],
  ['{"size":NaN}', 'expected a value, found "N"', 8, 'size'],
  ['{"size":Infinity}', 'expected a value, found "I"', 8, 'size'],
  ['{"size":nul}', 'unexpected "n"', 8, 'size'],
  ['{"size":01}', 'malformed number', 8, 'size'],
  ['{"size":1.}', 'malformed number', 8, 'size'],
  ['{"size":.5}', 'expected a value, found "."', 8, 'size'],
  ['{"size":+1}', 'expected a value, found "+"', 8, 'size'],
  ['{"size":1e}', 'malformed number', 8, 'size'],
  ['{"size":0x10}', 'expected "," or "}", found "x"', 9, ''],
  ['{"size":1,}', 'expected a field name in quotes, found "}"', 10, ''],
  ['{"size" 1}', 'expected ":", found "1"', 8, 'size'],
  ['{size:1}', 'expected a field name in quotes, found "s"', 1, ''],
  ["{'size':1}", 'expected a field name in quotes, found "\'"', 1, ''],
  ['{"size":1,"size":2}', 'duplicate field', 10, 'size'],
  ['{"s\\u0069ze":1,"size":2}', 'duplicate field', 15, 'size'],
  ['{"a":[1,{"b":[2,x]}]}', 'expected a value, found "x"', 16, 'a[1].b[1]'],
  ['[1 2]', 'expected "," or "]", found "2"', 3, ''],
  ['{} {}', 'unexpected "{" after the value', 3, ''],
  ['{"a":"x', 'text without an end', 7, 'a'],
  ['{"a":"x\ny"}', 'control character in text', 7, 'a'],
  ['{"a":"\\x"}', 'bad escape "\\x"', 6, 'a'],
  ['{"a":"\\u12g4"}', 'bad escape: four hexadecimal digits must follow \\u', 6, 'a'],
  ['{"a":"\\ud800"}', 'text with half a surrogate pair', 5, 'a'],
  ['{"a":"\udc00"}', 'text with half a surrogate pair', 5, 'a'],
  ['{"\\ud800":1}', 'text with half a surrogate pair', 1, ''],
  ['\ufeff{}', 'expected a value, found "\ufeff"', 0, ''],
])('[WIRE-1] %j is refused: %s', (text, problem, at, field) => {
  expect(read(text)).toEqual({ problem, at, field });
});

test('[WIRE-1] eight levels are read, nine are not', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(readJson(nested(JSON_DEPTH_MAX)).ok).toBe(true);
  expect(read(nested(JSON_DEPTH_MAX + 1))).toMatchObject({
    problem: 'nested deeper than 10 levels',
  });
  expect(read('['.repeat(60_000))).toMatchObject({ problem: 'nested deeper than 10 levels' });
});

test('[WIRE-1] a field may be called __proto__ and harms nobody', () => {
  const reading = readJson('{"__proto__":{"admin":true},"constructor":1}');
  expect(reading.ok && isJsonObject(reading.value) && [...reading.value.keys()]).toEqual([
    '__proto__',
    'constructor',
  ]);
});
