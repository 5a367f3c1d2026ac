import { expect, test } from 'vitest';
import { checkBarrels, checkFileName, checkNames } from './naming.ts';
import { parseSource } from './source.ts';

const judgeFile = (path: string) => checkFileName(parseSource(path, '')).length;
const judgeNames = (text: string) => checkNames(parseSource('src/book/a.ts', text)).length;
const judgeBarrel = (text: string) => checkBarrels(parseSource('src/book/a.ts', text)).length;

test.each([
  'src/book/utils.ts',
  'src/book/helpers.test.ts',
  'src/book/types.ts',
  'src/book/index.ts',
  'src/common/order.ts',
  'test/misc/order.ts',
  'src/book/order-manager.ts',
  'src/book/OrderBook.ts',
  'src/book/order_book.ts',
])('refuses the file name %s', (path) => {
  expect(judgeFile(path)).toBe(1);
});

test.each(['src/book/price-index.ts', 'src/book/book.test.ts', 'bin/perpetua.mjs'])(
  'accepts the file name %s',
  (path) => {
    expect(judgeFile(path)).toBe(0);
  },
);

test.each([
  'class OrderManager {}',
  'interface OrderService {}',
  'type FillProcessor = () => void;',
  'const orderHelpers = {};',
  'function bookImpl() {}',
  'interface IOrderBook {}',
  'class BaseOrder {}',
  'class AbstractOrder {}',
])('refuses the name in %s', (text) => {
  expect(judgeNames(text)).toBe(1);
});

test.each([
  'interface Index {}',
  'type Ids = number;',
  'class Basement {}',
  'const baseCoin = 1;',
  'type Branded<Base> = Base;',
])('accepts the name in %s', (text) => {
  expect(judgeNames(text)).toBe(0);
});

test('a file that only passes on exports is a barrel', () => {
  expect(judgeBarrel(`export * from './b.ts'; export { c } from './c.ts';`)).toBe(1);
  expect(judgeBarrel(`export { c } from './c.ts'; export const d = 1;`)).toBe(0);
  expect(judgeBarrel('')).toBe(0);
});
