import { expect, test } from 'vitest';
import { checkExportedNames } from './exported-names.ts';
import { parseSource } from './source.ts';

const sources = Object.entries({
  'src/domain/order.ts': 'export type Order = 1;\nexport const Order = 1;\nexport const own = 1;',
  'src/web/order.tsx': 'const own = 1;\nexport function Order() {}',
  'src/web/order.test.ts': 'export const Order = 1;',
  'src/wire/v2/orders.ts': 'export const ORDERS = 1;',
  'src/wire/v3/orders.ts': 'export const ORDERS = 2;',
  'src/gateway/v2/price.ts': 'export const price = 1;',
  'src/wire/v2/price.ts': 'export const price = 1;',
  'src/book/level.ts': 'export interface Level {}',
  'src/gateway/v2/level.ts': 'export interface Level {}',
}).map(([path, text]) => parseSource(path, text));

test('a name that is exported by two files is found; the dialects may speak alike', () => {
  const findings = checkExportedNames(sources, []);
  expect(findings.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    'src/web/order.tsx:2 Order is defined in src/domain/order.ts too',
    'src/wire/v2/price.ts:1 price is defined in src/gateway/v2/price.ts too',
    'src/gateway/v2/level.ts:1 Level is defined in src/book/level.ts too',
  ]);
});

test('the list of doubles may only get shorter', () => {
  expect(checkExportedNames(sources, ['Order', 'price', 'Level'])).toEqual([]);
  const [finding] = checkExportedNames(sources, ['Order', 'price', 'Level', 'ORDERS']);
  expect(finding?.message).toBe('ORDERS is defined only once: take it off the list');
});
