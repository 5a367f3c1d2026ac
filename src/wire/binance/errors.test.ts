import { expect, test } from 'vitest';
import type { RejectReason } from '../../domain/reject.ts';
import { millis } from '../../domain/units.ts';
import { ERRORS, type ErrorCode, type WireError, wireError } from '../errors.ts';
import { binanceCodeOf, documentedErrors, formatBinanceError } from './errors.ts';
import { REJECT_CODES } from './reject-codes.ts';

const told = (error: WireError) => formatBinanceError(error, 'en', millis(0));

test('[BNC-7] every error has a documented code and a status of HTTP', () => {
  const known = new Map(documentedErrors().map(({ code, status }) => [code, status]));
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { status, body } = told(wireError(code, { field: 'x' }));
    expect(body).toEqual({ code: expect.any(Number), msg: expect.any(String) });
    expect(known.get(binanceCodeOf(wireError(code))), code).toBe(status);
  }
  for (const code of Object.values(REJECT_CODES)) expect(known.has(code), code).toBe(true);
});

test.each([
  ['orders', 429, -1_015],
  ['patience', 418, -1_003],
  ['room', 503, -1_008],
  ['knowledge', 503, -1_007],
] as const)('[BNC-7] what is short of %s has status %i and code %i', (short, status, code) => {
  expect(told({ ...wireError('50000'), short })).toMatchObject({ status, body: { code } });
});

const FIXED: readonly (readonly [RejectReason, number, string])[] = [
  ['order-unknown', -2_013, 'Order does not exist.'],
  ['order-not-open', -2_011, 'Unknown order sent.'],
];

test.each(FIXED)('[BNC-8] %s is %i %s', (reason, code, msg) => {
  const error = { ...wireError('50005'), reason };
  expect(told(error).body).toEqual({ code, msg });
});

test('[BNC-7] a missing field is told in the words that programs know', () => {
  expect(told(wireError('40019', { field: 'symbol' })).body).toEqual({
    code: -1_102,
    msg: "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
  });
});
