import { describe, expect, test, vi } from 'vitest';
import { openProgram, stripTypes } from './node-program.ts';
import type { ProgramBirth } from './program.ts';

const BIRTH: Omit<ProgramBirth, 'text'> = {
  isTyped: false,
  seed: new Uint8Array(16).fill(7),
  startAt: Date.UTC(2026, 0, 5),
  gas: 3,
  memoryMegabytes: 20,
};
const STATE = JSON.stringify({ at: Date.UTC(2026, 0, 5, 12) });

/** What comes of one decision, or of the birth. */
async function attempt(text: string, change: Partial<ProgramBirth> = {}): Promise<string> {
  try {
    const program = await openProgram({ ...BIRTH, text, ...change });
    const decided = program.decide(STATE);
    return decided.kind === 'answer' ? decided.text : decided.reason;
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : error}`;
  }
}

const deciding = (body: string): string => `export function decide(state, memory) { ${body} }`;

const UNDEFINED = /^'\w+' is not defined/;
const GAS = /^out of gas/;
const STACK = /^stack overflow/;
const MEMORY = /^out of memory|^string too long/;
const NOTHING = /^its answer is written as nothing/;
const NO_ANSWER = /^decide returned a/;

/** What is tried, by whom, and what it gets: words that name the cause. */
const ATTACKS: readonly (readonly [what: string, text: string, gets: RegExp])[] = [
  ['the process', deciding('process.exit(1)'), UNDEFINED],
  ['a file', deciding('return require("node:fs")'), UNDEFINED],
  [
    'a module',
    'import fs from "node:fs"; export const decide = () => fs;',
    /could not load module/,
  ],
  ['a module later', deciding('return import("node:fs")'), /promise/],
  ['the network', deciding('return fetch("http://localhost")'), UNDEFINED],
  ['a timer', deciding('setTimeout(() => 0)'), UNDEFINED],
  ['another thread', deciding('return new SharedArrayBuffer(8)'), UNDEFINED],
  ['WebAssembly', deciding('return WebAssembly'), UNDEFINED],
  ['the host by a constructor', deciding('return Function("return process")()'), UNDEFINED],
  ['the host by eval', deciding('return (0, eval)("process")'), UNDEFINED],
  ['an endless loop', deciding('for (;;);'), GAS],
  ['one that catches', deciding('for (;;) try { for (;;); } catch {} finally { continue; }'), GAS],
  ['one before it decides', `for (;;); ${deciding('')}`, /^refused: out of gas/],
  ['one in what it throws', deciding('throw { get message() { for (;;); } }'), GAS],
  ['one of the language', deciding('return [].indexOf.call({ length: 2 ** 53 - 1 }, 1)'), /else/],
  ['a long hole', deciding('const a = []; a.length = 4e9; return a.join();'), GAS],
  ['a hole as text', deciding('const a = []; a.length = 4e9; return a + "";'), GAS],
  ['a long search', deciding('const a = "a".repeat(1e6); a.indexOf(a.slice(1) + "b");'), GAS],
  ['a long sort', deciding('const a = new Float64Array(1e5); for (;;) a.sort();'), GAS],
  ['endless recursion', deciding('const f = () => f() + 1; f();'), STACK],
  ['recursion of the language', deciding('const f = () => [1, 2].sort(f); f();'), STACK],
  ['deep JSON', deciding('JSON.parse("[".repeat(1e5))'), STACK],
  ['a memory bomb', deciding('const a = []; for (;;) a.push(a.length + "x".repeat(2e5));'), MEMORY],
  [
    'a bomb of objects',
    deciding('for (let a = {}; ; ) a = { a, b: new Uint8Array(1e3) };'),
    MEMORY,
  ],
  ['a bomb of text', deciding('let a = "x"; for (;;) a += a;'), MEMORY],
  ['a regular expression', deciding('/(x+x+)+y/.test("x".repeat(40))'), GAS],
  ['a cyclic answer', deciding('const a = {}; a.a = a; return { orders: a };'), /circular/],
  ['a getter that throws', deciding('return { get orders() { throw Error("boo"); } }'), /^boo/],
  [
    'an answer that is nothing',
    deciding('Object.prototype.toJSON = () => {}; return {};'),
    NOTHING,
  ],
  ['a toJSON without end', deciding('Object.prototype.toJSON = () => { for (;;); }'), GAS],
  ['a thenable', deciding('return { then() {} }'), /promise/],
  ['an async function', 'export const decide = async () => ({});', /promise/],
  ['a symbol', deciding('return Symbol("x")'), NO_ANSWER],
  ['a big integer', deciding('return { orders: [1n] }'), /BigInt/],
  ['a thrown text', deciding('throw "x"'), /^it threw something/],
  ['no program', 'export const other = 1;', /^refused: the program has no function decide/],
  ['no JavaScript', 'export const decide = (', /^refused: /],
];

describe('[PGM-2] a program gets nothing but words that name the cause by', () => {
  test.each(ATTACKS)('%s', async (_, text, gets) => {
    expect(await attempt(text)).toMatch(gets);
  });
});

test('[PGM-2] what a program does to its prototypes, the host does not notice', async () => {
  const text = `Object.prototype.side = 'buy'; Array.prototype.toJSON = () => 5; ${deciding('')}`;
  expect(await attempt(text)).toBe('{"said":""}');
  expect(Reflect.get({}, 'side')).toBeUndefined();
  expect(JSON.stringify([1])).toBe('[1]');
});

test('[PGM-3] gas stops a program at the same turn of a loop, in each of its runs', async () => {
  const text = deciding(
    'globalThis.turns ??= 0; if (state.ask) return { orders: turns }; for (;;) turns += 1;',
  );
  const turns = async (): Promise<string> => {
    const program = await openProgram({ ...BIRTH, text });
    expect(program.decide(STATE)).toMatchObject({ kind: 'fault' });
    const decided = program.decide(JSON.stringify({ ask: true }));
    return decided.kind === 'answer' ? decided.text : decided.reason;
  };
  const first = await turns();
  expect(first).toMatch(/"orders":\d{5}/);
  expect(await turns()).toBe(first);
  // Kept, so that another machine finds out if it counts otherwise.
  expect(first).toBe('{"orders":37879,"said":""}');
});

test('[PGM-4] its clock is venue time in UTC, its numbers come from its seed', async () => {
  const text = deciding(`return { orders: [Date.now(), new Date().toString(), Math.random(),
    new Date('2026-01-01T00:00').getTime(), new Date(0).getHours(), new Date(0).getTimezoneOffset(),
    Math.sin(1e6), Math.exp(1.1), Math.pow(1.1, 2.2)] }`);
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Asia/Tokyo';
  try {
    const answer = await attempt(text);
    expect(answer).toBe(await attempt(text));
    const { orders } = JSON.parse(answer);
    expect(orders.slice(0, 2)).toEqual([Date.UTC(2026, 0, 5, 12), '2026-01-05T12:00:00.000Z']);
    expect(orders.slice(3, 6)).toEqual([Date.UTC(2026, 0, 1), 0, 0]);
    expect(await attempt(text, { seed: new Uint8Array(16).fill(8) })).not.toBe(answer);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('[PGM-4] no date tells the zone of the machine, whatever a program has changed', async () => {
  const text = deciding(`Date.prototype.getTime = () => 'Jan 1 2026';
    RegExp.prototype.exec = () => ['', 'Jan 1 2026 ('];
    Array.prototype[Symbol.iterator] = function* () { yield 1; yield 'Jan 1 2026 ('; };
    const said = ['Jan-01-2026', '1-1-2026', 'Jan 1 2026', '2026-13-01', '2026-01-01 10:00',
      '2026-01-01T10:00+0200', '2026', new String('Jan 1 2026'), { toString: () => 'Jan 1 2026' },
      new Date(5), null];
    const orders = [Date.parse('Jan 1 2026'), new Date(2026, 0).valueOf()];
    for (let at = 0; at < said.length; at += 1) orders[at + 2] = new Date(said[at]).valueOf();
    return { orders };`);
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Asia/Tokyo';
  try {
    const { orders } = JSON.parse(await attempt(text));
    const [newYear, hour] = [Date.UTC(2026, 0, 1), 3_600_000];
    expect(orders).toEqual([
      ...[null, newYear, null, null, null, null, newYear + 10 * hour, newYear + 8 * hour],
      ...[newYear, null, null, 5, null],
    ]);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('[PGM-1] a program may be TypeScript, keeps its memory and writes lines', async () => {
  const text = `import type { ProgramState } from 'perpetua/contest';
    export function decide(state: ProgramState, memory = 0) {
      console.log('seen', memory, { at: 1 });
      return { orders: [memory], memory: memory + 1 };
    }`;
  const program = await openProgram({ ...BIRTH, text, isTyped: true });
  const answers = [program.decide(STATE), program.decide(STATE)];
  expect(answers.map((each) => (each.kind === 'answer' ? each.text : each.reason))).toEqual([
    '{"orders":[0],"said":"seen 0 {\\"at\\":1}\\n"}',
    '{"orders":[1],"said":"seen 1 {\\"at\\":1}\\n"}',
  ]);
  expect(await attempt('enum A { B } export const decide = () => 0;', { isTyped: true })).toMatch(
    /^refused: its types cannot be taken away/,
  );
});

test('[PGM-1] whoever takes types away is not told that Node may change how', () => {
  const warn = vi.spyOn(process, 'emitWarning');
  expect(stripTypes('const a: number = 1;')).toBe('const a         = 1;');
  expect(() => stripTypes('enum A { B }')).toThrow('its types cannot be taken away');
  expect(warn).not.toHaveBeenCalled();
  expect(process.emitWarning).toBe(warn);
});
