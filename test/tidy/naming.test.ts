import { expect, test } from 'vitest';
import {
  checkBarrels,
  checkFileName,
  checkGlossary,
  checkKinds,
  checkNames,
  checkQuestions,
  readAvoided,
} from './naming.ts';
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
  'interface orderRow {}',
  'type HTTPFeed = string;',
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

test('a question returns a boolean', () => {
  const judge = (text: string) => checkQuestions(parseSource('src/book/a.ts', text)).length;
  expect(judge('function isFull(): boolean { return true; }')).toBe(0);
  expect(judge('const isOrder = (given: unknown): given is Order => true;')).toBe(0);
  expect(judge('const isolate = (): string => "";')).toBe(0);
  expect(judge('const isFull = (): number => 1;')).toBe(1);
  expect(judge('function mayTrade(): string | undefined { return undefined; }')).toBe(1);
});

test('the kind of a union is kebab-case', () => {
  const judge = (text: string) => checkKinds(parseSource('src/book/a.ts', text)).length;
  expect(judge("interface Placed { readonly kind: 'order-placed' }")).toBe(0);
  expect(judge("interface Placed { readonly kind: 'orderPlaced' | 'order_gone' }")).toBe(2);
});

const GLOSSARY = `
| Word | Meaning | Never |
|---|---|---|
| Equity | collateral and result | net worth, Worth |
| Fill | one match | |

| Prefix | Promise |
|---|---|
| isX | boolean |
`;

test('the glossary says which words are avoided', () => {
  const avoided = readAvoided(GLOSSARY);
  expect(avoided).toEqual([['net', 'worth'], ['worth']]);
  const judge = (path: string, text: string) => checkGlossary(parseSource(path, text), avoided);
  expect(judge('src/engine/a.ts', 'interface NetWorthRow {}')).toHaveLength(2);
  expect(judge('src/engine/a.ts', 'interface Worthy {}\nconst netWorth = 1;')).toEqual([]);
  expect(judge('src/wire/a.ts', 'interface NetWorthRow {}')).toEqual([]);
});
