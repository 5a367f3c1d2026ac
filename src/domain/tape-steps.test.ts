import { expect, test } from 'vitest';
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from './limits.ts';
import { decodeSteps, StepWriter, visitSteps } from './tape-steps.ts';
import { lots, ticks } from './units.ts';

/** What a visitor is told of these bytes. */
function read(bytes: Uint8Array): unknown[] | undefined {
  const told: unknown[] = [];
  const words = decodeSteps(bytes);
  if (words === undefined) return undefined;
  visitSteps(words, {
    level: (side, price, sizes) => told.push(['level', side, price, [...sizes]]),
    print: (side, price, size) => told.push(['print', side, price, size]),
  });
  return told;
}

test('[TAPE-8] what is written is read, with sizes of any number of bytes', () => {
  const writer = new StepWriter();
  expect(writer.isEmpty).toBe(true);
  writer.level('buy', ticks(1), []);
  writer.level('sell', ticks(127), [0, 127, 128, ORDER_LOTS_MAX]);
  writer.sole('sell', ticks(128), 16_384);
  writer.sole('buy', ticks(PRICE_TICKS_MAX), 5);
  writer.print('buy', ticks(3), lots(1));
  writer.print('sell', ticks(2 ** 21), lots(2 ** 28));
  expect(writer.isEmpty).toBe(false);
  expect(read(writer.take())).toEqual([
    ['level', 'buy', 1, []],
    ['level', 'sell', 127, [0, 127, 128, ORDER_LOTS_MAX]],
    ['level', 'sell', 128, [16_384]],
    ['level', 'buy', PRICE_TICKS_MAX, [5]],
    ['print', 'buy', 3, 1],
    ['print', 'sell', 2 ** 21, 2 ** 28],
  ]);
  expect([writer.isEmpty, writer.take().length]).toEqual([true, 0]);
});

test('[TAPE-8] the bytes are those of a head, a price and sizes, seven bits each', () => {
  const writer = new StepWriter();
  writer.level('sell', ticks(300), [1, 128]);
  writer.print('buy', ticks(5), lots(7));
  expect([...writer.take()]).toEqual([0b1010, 0xac, 0x02, 1, 0x80, 0x01, 0b101, 5, 7]);
});

test('[TAPE-8] more than the first bytes hold is kept, and the steps of another are added', () => {
  const [one, other] = [new StepWriter(), new StepWriter()];
  const sizes = Array.from({ length: 3_000 }, (_, at) => at * 1_000);
  one.level('buy', ticks(9), sizes);
  for (let price = 1; price <= 2_000; price += 1) other.sole('sell', ticks(price), price);
  one.move(other);
  expect(other.isEmpty).toBe(true);
  const told = read(one.take());
  expect(told?.[0]).toEqual(['level', 'buy', 9, sizes]);
  expect([told?.length, told?.at(-1)]).toEqual([2_001, ['level', 'sell', 2_000, [2_000]]]);
});

/** The last of the bytes that is no part of the number: more follows. */
const number = (value: number): number[] =>
  value > 127 ? [(value % 128) | 0x80, ...number(Math.floor(value / 128))] : [value];

test.each([
  ['without its price', [0b100]],
  ['without its size', [0b100, 5]],
  ['in the middle of a number', [0b100, 0x85]],
  ['a price of nothing', [0b100, 0, 1]],
  ['a price that no book has', [0b100, ...number(PRICE_TICKS_MAX + 1), 1]],
  ['a size that no order has', [0b100, 5, ...number(ORDER_LOTS_MAX + 1)]],
  ['more sizes than bytes', [0b100_0000, 5, 1]],
  ['a print of nothing', [0b101, 5, 0]],
  ['a print of two sizes', [0b1001, 5, 1, 1]],
  ['a print without a size', [0b001, 5]],
  ['a number without an end', [0b100, 5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]],
])('[TAPE-8] %s: these are no steps', (_what, bytes) => {
  expect(decodeSteps(Uint8Array.from(bytes))).toBeUndefined();
});

test('[TAPE-8] the largest that a book can have are steps', () => {
  const bytes = [0b100, ...number(PRICE_TICKS_MAX), ...number(ORDER_LOTS_MAX)];
  expect(decodeSteps(Uint8Array.from(bytes))).toEqual([0b100, PRICE_TICKS_MAX, ORDER_LOTS_MAX]);
  expect(decodeSteps(new Uint8Array())).toEqual([]);
});
