import { expect, test } from 'vitest';
import { millis } from '../domain/units.ts';
import { both, ERRORS, type ErrorCode, errorBody, isWireError, wireError } from './errors.ts';

const NOW = millis(1_765_776_928_145);

test('[WIRE-10] an error is code, msg, requestTime and null, in this order', () => {
  const body = errorBody(wireError('40020', { field: 'symbol' }), 'en', NOW);
  expect(JSON.stringify(body)).toBe(
    '{"code":"40020","msg":"Parameter symbol is invalid","requestTime":1765776928145,"data":null}',
  );
});

test('[WIRE-10] in Chinese where asked for', () => {
  const error = wireError('40020', { field: 'granularity' });
  expect(errorBody(error, 'zh', NOW).msg).toBe('参数granularity错误');
  for (const { text } of Object.values(ERRORS)) {
    expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(text.en).not.toMatch(/[^\x20-\x7e]/);
  }
});

test('[WIRE-10] a detail follows the text', () => {
  const error = wireError('40009', { detail: both('the query is missing') });
  expect(error.text).toEqual({
    en: 'API verification failed: the query is missing',
    zh: 'API验证失败：the query is missing',
  });
  expect(isWireError(error)).toBe(true);
  expect(isWireError(null)).toBe(false);
  expect(isWireError({ kind: 'place-order' })).toBe(false);
});

test.each<[ErrorCode, number, string]>([
  ['404', 404, 'Request path does not exist'],
  ['429', 429, 'Too many requests'],
  ['40001', 400, 'Header "ACCESS_KEY" is required'],
  ['40002', 400, 'Header "ACCESS_SIGN" is required'],
  ['40003', 400, 'Header "ACCESS_TIMESTAMP" is required'],
  ['40005', 400, 'Invalid ACCESS_TIMESTAMP'],
  ['40006', 400, 'Invalid ACCESS_KEY'],
  ['40007', 400, 'Invalid Content_Type, use "application/json"'],
  ['40008', 400, 'Request timestamp expired'],
  ['40009', 400, 'API verification failed'],
  ['40011', 400, 'Header "ACCESS_PASSPHRASE" is required'],
  ['40012', 400, 'Incorrect API key/Passphrase'],
  ['40013', 403, 'Account frozen'],
  ['40014', 403, 'Invalid permissions'],
  ['40015', 400, 'System error'],
  ['40017', 400, 'Parameter validation failed'],
  ['40018', 521, 'Invalid IP request'],
  ['40021', 403, 'Open API permission check failed'],
  ['40022', 403, 'Insufficient permissions'],
  ['40753', 403, 'API permission disabled'],
  ['50000', 500, 'Internal server error'],
  ['50003', 403, 'The account may not trade this symbol'],
  ['50004', 403, 'The account may not access this API'],
  ['50005', 404, 'Order does not exist'],
  ['50007', 400, 'The leverage is above the limit'],
])('[WIRE-11] %s is sent with %d and says %s', (code, status, text) => {
  const error = wireError(code);
  expect([error.status, error.text.en]).toEqual([status, text]);
});
