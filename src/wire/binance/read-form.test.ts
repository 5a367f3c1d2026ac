import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { contractField, flagField, idField, objectsField, textField } from '../field.ts';
import { readFormFields } from './read-form.ts';

const SCHEMA = Type.Object({
  symbol: Type.Optional(contractField()),
  reduceOnly: Type.Optional(flagField('')),
  algoId: Type.Optional(idField('')),
  activatePrice: Type.Optional(textField('', { lengthMax: 9 })),
  batchOrders: Type.Optional(objectsField('', { items: {}, countMax: 5 })),
});

function read(query: string, body = ''): unknown {
  const fields = readFormFields({ method: 'PUT', query, body }, SCHEMA);
  return fields instanceof Map ? Object.fromEntries(fields) : fields;
}

test('[BNC-5] query and body are one form, and the query wins', () => {
  expect(read('symbol=A', 'symbol=B&algoId=7')).toEqual({ symbol: 'A', algoId: '7' });
  expect(read('', 'symbol=B+b%2Bc')).toEqual({ symbol: 'B b+c' });
});

test('[BNC-5] an alias gives way to the name itself, wherever the two stand', () => {
  for (const [query, body] of [
    ['orderId=5&algoId=6', ''],
    ['orderId=5', 'algoId=6'],
    ['algoId=6', 'orderId=5'],
  ])
    expect(read(query!, body)).toEqual({ algoId: '6' });
  expect(read('Symbol=A', 'symbol=B')).toEqual({ symbol: 'A' });
});

test('[BNC-5] names in any case, other names, Python words and lists are understood', () => {
  expect(read('SYMBOL=A&reduceonly=True&ALGOID=1')).toEqual({
    symbol: 'A',
    reduceOnly: 'true',
    algoId: '1',
  });
  expect(read('orderId=5&activationPrice=9')).toEqual({ algoId: '5', activatePrice: '9' });
  expect(read('batchOrders=[{"a":"True"}]')).toEqual({ batchOrders: [new Map([['a', 'True']])] });
});

test('[BNC-5] unknown fields are kept for the warning, the proof is not', () => {
  expect(read('stopLossPrice=undefined&timestamp=1&recvWindow=2&signature=3')).toEqual({
    stopLossPrice: 'undefined',
  });
});

test('[BNC-6] an empty field is absent; what is empty in the query may stand in the body', () => {
  expect(read('symbol=&reduceOnly=')).toEqual({});
  expect(read('symbol')).toEqual({});
  expect(read('symbol=', 'symbol=B')).toEqual({ symbol: 'B' });
  expect(read('SYMBOL=', 'symbol=B')).toEqual({ symbol: 'B' });
  expect(read('', 'symbol=A&batchOrders=')).toEqual({ symbol: 'A' });
});

test('[BNC-13] items of a list may be JSON texts of objects', () => {
  const texts = JSON.stringify([JSON.stringify({ a: '1' }), { b: '2' }]);
  expect(read(`batchOrders=${encodeURIComponent(texts)}`)).toEqual({
    batchOrders: [new Map([['a', '1']]), new Map([['b', '2']])],
  });
  // What is no object within the text stays a text, and is refused as one.
  expect(read('batchOrders=["[]","{"]')).toEqual({ batchOrders: ['[]', '{'] });
});

test.each([
  ['symbol=undefined', 'symbol'],
  ['reduceOnly=null', 'reduceOnly'],
  ['symbol=A&symbol=B', 'symbol', '-1101'],
  ['symbol=A&Symbol=B', 'symbol', '-1101'],
  ['batchOrders=[{', 'batchOrders'],
  ['symbol=%E4%', 'symbol'],
])('[BNC-6] %s is a mistake in %s', (query, field, own = '-1102') => {
  for (const fields of [read(query), read('', query)])
    expect(fields).toMatchObject({
      own,
      field,
      text: { en: expect.stringContaining(field) },
    });
});

test('[BNC-6] a form without an end is refused', () => {
  expect(read(`a=${'x'.repeat(70_000)}`)).toMatchObject({ own: '-1102' });
  const many = Array.from({ length: 40 }, (_, at) => `a${at}=1`).join('&');
  expect(read(many)).toMatchObject({ own: '-1102' });
});
