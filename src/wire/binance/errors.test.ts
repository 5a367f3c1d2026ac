import { expect, test } from 'vitest';
import type { RejectReason } from '../../domain/reject.ts';
import { millis } from '../../domain/units.ts';
import { ERRORS, type ErrorCode, formatPlainError, type WireError, wireError } from '../errors.ts';
import { rejectError } from '../reject-error.ts';
import { formatV3Error } from '../v3/error-codes.ts';
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

test('[GATE-60] a request that came too late is told as one outside its window', () => {
  const reject = { reason: 'command-late', given: 45_000, limit: 5_000 } as const;
  const late = rejectError(reject, { command: null, contract: null });
  expect(told(late)).toEqual({
    status: 400,
    body: {
      code: -1_021,
      msg:
        'Timestamp for this request is outside of the recvWindow: its place in the log came ' +
        '40000 ms too late, nothing was done',
    },
  });
  expect(formatPlainError(late, 'en', millis(0))).toMatchObject({
    status: 400,
    body: { code: '40008' },
  });
  expect(formatV3Error(late, 'en', millis(0))).toMatchObject({
    status: 400,
    body: { code: -1_046 },
  });
});

test('[BNC-7] a missing field is told in the words that programs know', () => {
  expect(told(wireError('40019', { field: 'symbol' })).body).toEqual({
    code: -1_102,
    msg: "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
  });
});
