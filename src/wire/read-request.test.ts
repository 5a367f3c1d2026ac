import fc from 'fast-check';
import type { TObject } from 'typebox';
import { expect, test } from 'vitest';
import { callerOf, playMarket } from '../../test/wire/played-market.ts';
import { millis } from '../domain/units.ts';
import { ENDPOINTS } from '../gateway/v2/calls.ts';
import { errorBody, isWireError } from './errors.ts';
import {
  bodyNotText,
  bodyTooLong,
  findMisspeltSymbol,
  findUnknownFields,
  readBody,
  readQueryFields,
  readRequest,
  unknownFieldsText,
} from './read-request.ts';
import { LEVERAGE } from './v2/account/positions.ts';
import { CANDLES, DEPTH, TRADES } from './v2/market/book.ts';
import { CANCEL_PLAN, CLOSE_POSITIONS } from './v2/orders/cancel-orders.ts';
import { PLACE_EXIT, PLACE_ORDER } from './v2/orders/place-order.ts';

const CANDLES_QUERY = CANDLES.request;
const DEPTH_QUERY = DEPTH.request;
const TRADES_QUERY = TRADES.request;
const PLACE_ORDER_BODY = PLACE_ORDER.request;
const CANCEL_PLAN_BODY = CANCEL_PLAN.request;
const CLOSE_POSITIONS_BODY = CLOSE_POSITIONS.request;
const TPSL_BODY = PLACE_EXIT.request;

const market = playMarket();
const caller = callerOf(market);

const fields = (text: string) => {
  const body = readBody(text);
  if (isWireError(body)) throw new Error(body.text.en);
  return body;
};
const query = (text: string) => {
  const read = readQueryFields(text);
  if (isWireError(read)) throw new Error(read.text.en);
  return read;
};
const said = (value: unknown): unknown => (isWireError(value) ? value.text.en : value);

test('[WIRE-7] codes and numbers come as text or as JSON numbers', () => {
  const direction = { effect: 'open', positionSide: 'long' };
  const read = {
    symbol: market.btc,
    size: 100,
    type: direction,
    match_price: 'market',
    price: null,
  };
  const text = '{"symbol":"cmt_btcusdt","size":"0.0100","type":"1","match_price":"1"}';
  expect(readRequest(PLACE_ORDER_BODY, fields(text), caller)).toEqual(read);
  const numbers = '{"symbol":"cmt_btcusdt","size":0.0100,"type":1,"match_price":1}';
  expect(readRequest(PLACE_ORDER_BODY, fields(numbers), caller)).toEqual(read);
});

test('[WIRE-7] empty text and null are as good as absent', () => {
  const body = fields(
    '{"symbol":"cmt_btcusdt","longLeverage":"20","shortLeverage":"","marginMode":null}',
  );
  expect(readRequest(LEVERAGE.request, body, caller)).toEqual({
    symbol: market.btc,
    longLeverage: 20,
  });
});

test.each([
  ['', {}],
  ['{}', {}],
  [' { } ', {}],
])('[WIRE-7] the body %j has no fields', (text, expected) => {
  expect(Object.fromEntries(fields(text))).toEqual(expected);
});

test('[WIRE-8] a required field that is missing or empty is named with 40019', () => {
  const missing = readRequest(PLACE_ORDER_BODY, fields('{"symbol":"","size":"1"}'));
  expect(missing).toMatchObject({ code: '40019', status: 400, field: 'symbol' });
  expect(said(missing)).toBe('Parameter symbol cannot be empty');
});

test('[WIRE-8] a misspelt field is named where the right one is missing', () => {
  const misspelt = readRequest(CANCEL_PLAN_BODY, fields('{"order_id":"42"}'));
  expect(misspelt).toMatchObject({ code: '40017' });
  expect(said(misspelt)).toBe(
    'Parameter validation failed: orderId is missing, order_id is unknown',
  );
  expect(said(readRequest(CANCEL_PLAN_BODY, fields('{}')))).toBe(
    'Parameter validation failed: orderId is missing',
  );
});

const order = (more: string): unknown => {
  const base = '"symbol":"cmt_btcusdt","size":"1","type":"1","match_price":"0"';
  return said(readRequest(PLACE_ORDER_BODY, fields(`{${base},${more}}`), caller));
};

test.each([
  ['"order_type":"4"', "Parameter order_type is invalid: must be one of 0, 1, 2, 3, not '4'"],
  ['"order_type":1.0', "Parameter order_type is invalid: must be one of 0, 1, 2, 3, not '1.0'"],
  ['"order_type":true', 'Parameter order_type is invalid: must be text or a number'],
  ['"client_oid":{}', 'Parameter client_oid is invalid: must be text or a number'],
  [
    '"client_oid":"a b"',
    'Parameter client_oid is invalid: may have only letters, digits and . _ : # / -',
  ],
  [`"client_oid":"${'x'.repeat(41)}"`, 'Parameter client_oid is invalid: at most 40 characters'],
  ['"marginMode":2', "Parameter marginMode is invalid: must be one of 1, 3, not '2'"],
  [
    '"presetTakeProfitPrice":1e5',
    'Parameter presetTakeProfitPrice is invalid: ' +
      "must be a plain decimal without exponent, not '1e5'",
  ],
  [
    '"presetStopLossPrice":"abc"',
    "Parameter presetStopLossPrice is invalid: must be a plain decimal without exponent, not 'abc'",
  ],
])('[WIRE-8] %s is refused and named', (more, message) => {
  expect(order(more)).toBe(message);
});

test.each<[TObject, string, string]>([
  [DEPTH_QUERY, 'symbol=x&limit=5', "Parameter limit is invalid: must be one of 15, 200, not '5'"],
  [TRADES_QUERY, 'symbol=x&limit=0', 'Parameter limit is invalid: must be from 1 to 1000, not 0'],
  [
    TRADES_QUERY,
    'symbol=x&limit=1e2',
    "Parameter limit is invalid: must be a whole number, not '1e2'",
  ],
  [TRADES_QUERY, 'symbol=x&limit=-1', 'Parameter limit is invalid: must be from 1 to 1000, not -1'],
  [CANDLES_QUERY, 'symbol=x&granularity=1H', 'Parameter granularity is invalid'],
  [CANDLES_QUERY, 'symbol=x&granularity=1Dutc', 'Parameter granularity is invalid'],
  [CANDLES_QUERY, 'symbol=x&granularity=60', 'Parameter granularity is invalid'],
  [TPSL_BODY, 'symbol=x&planType=tp', 'Parameter planType is invalid'],
])('[WIRE-8] in queries too: %#', (schema, text, message) => {
  const error = readRequest(schema, query(text));
  expect(error).toMatchObject({ code: '40020' });
  expect(said(error)).toContain(message);
});

test('[WIRE-9] unknown fields are ignored and reported with the nearest name', () => {
  const body = fields(
    '{"symbol":"cmt_btcusdt","order_id":"1","marginCoin":"USDT","clientOID":"a"}',
  );
  const unknown = findUnknownFields(CANCEL_PLAN_BODY, body);
  expect(unknown).toEqual([
    { name: 'symbol', nearest: undefined },
    { name: 'order_id', nearest: 'orderId' },
    { name: 'marginCoin', nearest: undefined },
    { name: 'clientOID', nearest: undefined },
  ]);
  expect(unknownFieldsText(unknown)).toBe(
    'symbol is unknown; order_id is unknown, did you mean orderId?; marginCoin is unknown; ' +
      'clientOID is unknown',
  );
});

test.each(['symbl', 'Symbol', 'symbols', 'sybmol'])('[WIRE-13] %s does not mean all', (name) => {
  const refused = findMisspeltSymbol(CLOSE_POSITIONS_BODY, fields(`{"${name}":"cmt_btcusdt"}`));
  expect(refused).toMatchObject({ code: '40020', status: 400 });
  expect(said(refused)).toContain(`${name} is unknown, and without symbol every contract is meant`);
});

test('[WIRE-13] no symbol, the right one and other unknown names are none of it', () => {
  for (const text of ['{}', '{"symbol":"cmt_btcusdt"}', '{"symbol":"x","symbl":"y"}', '{"size":1}'])
    expect(findMisspeltSymbol(CLOSE_POSITIONS_BODY, fields(text))).toBeUndefined();
});

test('[WIRE-9] a warning is one short line of ASCII whatever the names are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 60 }), (names) => {
      const sent = new Map(names.map((name) => [name, '1']));
      const line = unknownFieldsText(findUnknownFields(CANCEL_PLAN_BODY, sent));
      expect(line).toMatch(/^[\x20-\x7e]{0,400}$/);
    }),
  );
});

test('[WIRE-8] a body that is no object is refused with the place of the fault', () => {
  const message = (text: string): string => {
    const body = readBody(text);
    return isWireError(body) ? errorBody(body, 'en', millis(0)).msg : 'read';
  };
  expect(message('[]')).toBe('Parameter validation failed: the body must be a JSON object');
  expect(message('{"a":1,"a":2}')).toBe(
    'Parameter validation failed: the body is not valid JSON in a at character 7: duplicate field',
  );
  expect(bodyTooLong().text.en).toContain('65536 bytes');
  expect(bodyNotText().text.en).toContain('not UTF-8');
  expect(readQueryFields('a=1&a=2')).toMatchObject({ code: '40017', field: 'a' });
});

test('[WIRE-8] no value of any field of any endpoint is thrown at', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(null, true, '1', '0', '-1', '1e5', '9'.repeat(30), 'NaN'),
    fc.constantFrom({ number: '1' }, { number: '1e400' }, { number: '-0.5' }),
    fc.constantFrom([], [{ number: '1' }], ['a'], new Map()),
  );
  const { btc } = market;
  const knowing = { ...caller, findContract: () => btc, findOrderContract: () => btc };
  for (const { request } of ENDPOINTS) {
    const names = Object.keys(request.properties);
    const sent = fc.dictionary(fc.constantFrom(...names, 'other'), value);
    fc.assert(
      fc.property(sent, (members) => {
        const read = readRequest(request, new Map(Object.entries(members)), knowing);
        if (isWireError(read)) expect(read.status).toBe(400);
      }),
      { numRuns: 20 },
    );
  }
});
