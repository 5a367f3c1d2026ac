import { expect, test } from 'vitest';
import { checkPurity } from './purity.ts';
import { parseSource } from './source.ts';

const judge = (text: string, path = 'src/engine/a.ts') =>
  checkPurity(parseSource(path, text)).map(({ message }) => message);

test.each([
  ['const at = Date.now();', 'Date is banned'],
  ['const at = new Date();', 'Date is banned'],
  ['let at: Date;', 'Date is banned'],
  ['const roll = Math.random();', 'Math.random is banned'],
  ['const root = Math.sqrt(2);', 'Math.sqrt is banned'],
  ['const power = Math.pow(2, 3);', 'Math.pow is banned'],
  ['const half = Math.round(x);', 'Math.round is banned'],
  ['const { sqrt } = Math;', 'Math may only be used as'],
  ['const root = Math["sqrt"](2);', 'Math may only be used as'],
  ['async function f() {}', 'async is banned'],
  ['const f = async () => {};', 'async is banned'],
  ['await f();', 'await is banned'],
  ['let later: Promise<void>;', 'Promise is banned'],
  ['for (const key in order) {}', 'for…in is banned'],
  ['for await (const order of orders) {}', 'for await is banned'],
  ['const home = process.env;', 'process is banned'],
  ['const out = { console };', 'console is banned'],
  ['setTimeout(f, 1);', 'setTimeout is banned'],
  ['fetch(url);', 'fetch is banned'],
  ['const fs = require("fs");', 'require is banned'],
  ['const late = import("./b.ts");', 'import() is banned'],
  ['const price = parseFloat(text);', 'parseFloat is banned'],
  ['const price = Number.parseFloat(text);', '.parseFloat is banned'],
  ['const text = price.toFixed(2);', '.toFixed is banned'],
  ['names.sort((a, b) => a.localeCompare(b));', '.localeCompare is banned'],
  ['const half = 0.5;', 'a fraction is banned'],
  ['const tiny = 1e-8;', 'a fraction is banned'],
  ['const squared = x ** 2;', '** is banned'],
])('refuses %s', (text, message) => {
  expect(judge(text)).toEqual([expect.stringContaining(message)]);
});

test.each([
  'const least = Math.min(1, Math.floor(x), Math.trunc(y), Math.abs(z));',
  'const bits = Math.clz32(Math.imul(x, y)) + Math.ceil(z) + Math.max(1, 2);',
  'const scale = 10n ** 8n * 10n ** BigInt(decimals);',
  'const states = 2 ** 32;',
  'const million = 1e6 + 1.0 + 1_000;',
  'const row = { process: 1, console: 2, Date: 3 }; row.process;',
  'interface Row { readonly fetch: number; console(): void }',
  '// Math.random() and Date.now() in a comment\nconst text = "await fetch(0.5)";',
])('accepts %s', (text) => {
  expect(judge(text)).toEqual([]);
});

test('only pure floors are judged, and not their tests', () => {
  expect(judge('Date.now();', 'src/cli/a.ts')).toEqual([]);
  expect(judge('Date.now();', 'src/engine/a.test.ts')).toEqual([]);
  expect(judge('Date.now();', 'src/views/a.ts')).toHaveLength(1);
});

test('the wire floor may write fractions, and nothing else', () => {
  expect(judge('const half = 0.5;', 'src/wire/a.ts')).toEqual([]);
  expect(judge('const half = Math.sqrt(0.5);', 'src/wire/a.ts')).toHaveLength(1);
});

test.each([
  ['const grown = Math.exp(1);', 'Math.exp is banned'],
  ['const wave = Math.cos(1);', 'Math.cos is banned'],
  ['const root = a ** b;', '** is banned'],
])('in a market, %s', (text, message) => {
  expect(judge(text, 'src/market/a.ts')).toEqual([expect.stringContaining(message)]);
});

test.each(['const all = 2 ** 32;', 'const root = Math.sqrt(2);', 'const half = Math.round(x);'])(
  'in a market nothing is said of %s',
  (text) => expect(judge(text, 'src/market/a.ts')).toEqual([]),
);
