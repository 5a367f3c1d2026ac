import { expect, test } from 'vitest';
import type { RejectReason } from '../../domain/reject.ts';
import { millis } from '../../domain/units.ts';
import { ERRORS, type ErrorCode, formatPlainError, type WireError, wireError } from '../errors.ts';
import { rejectError } from '../reject-error.ts';
import { formatV3Error } from '../v3/error-codes.ts';
import { binanceCodeOf, documentedErrors, formatBinanceError, REJECT_CODES } from './errors.ts';

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

test.each([
  ['symbol', -1_121],
  ['pair', -1_121],
  ['side', -1_117],
  ['type', -1_116],
  ['timeInForce', -1_115],
  ['interval', -1_120],
  ['limit', -1_130],
  ['period', -1_130],
  ['contractType', -1_130],
  ['batchOrders', -4_082],
  ['orderIdList', -4_082],
  ['origClientOrderIdList', -4_082],
  ['newClientOrderId', -4_015],
  ['clientAlgoId', -4_015],
  ['priceMatch', -5_037],
  ['selfTradePreventionMode', -5_039],
  ['goodTillDate', -5_040],
  ['listenKey', -1_125],
  ['leverage', -4_028],
  ['anyOther', -1_102],
])('[BNC-7] a value of %s that is not allowed has code %i', (field, code) => {
  expect(told(wireError('40020', { field })).body).toMatchObject({ code });
});

test.each<[ErrorCode, number, number]>([
  ['404', -5_000, 404],
  ['429', -1_003, 429],
  ['40001', -2_014, 401],
  ['40006', -2_015, 401],
  ['40008', -1_021, 400],
  ['40009', -1_022, 400],
  ['40013', -4_088, 400],
  ['40015', -2_010, 400],
  ['50000', -1_000, 500],
  ['50003', -4_087, 400],
  ['50005', -2_013, 400],
  ['50007', -4_028, 400],
])('[BNC-7] %s is told as %i with status %i', (general, code, status) => {
  expect(told(wireError(general))).toMatchObject({ status, body: { code } });
});

test.each<[RejectReason, string]>([
  ['contract-unknown', 'Invalid symbol.'],
  ['account-unknown', 'Invalid API-key, IP, or permissions for action.'],
  ['margin-insufficient', 'Margin is insufficient.'],
  ['position-missing', 'ReduceOnly Order is rejected.'],
  ['position-mode-same', 'No need to change position side.'],
  ['position-mode-net', "Order's position side does not match user's setting."],
  ['client-order-id-taken', 'ClientOrderId is duplicated.'],
])('[BNC-8] the text of %s begins with "%s"', (reason, lead) => {
  const { msg } = Object(told({ ...wireError('40015'), reason }).body);
  expect(msg).toMatch(new RegExp(`^${lead.replaceAll('.', '\\.')} \\S`));
});

test.each([
  ['client_oid is too long', 'newClientOrderId is too long'],
  ['ACCESS_KEY is missing', 'X-MBX-APIKEY is missing'],
  ['the account has net position mode', 'the account has one-way mode'],
  ['the account has hedge position mode', 'the account has hedge mode'],
  ['it is not net', 'it is not one-way'],
])('[BNC-7] "%s" is said as "%s"', (text, said) => {
  const error = { ...wireError('40017'), text: { en: text, zh: text } };
  expect(Object(told(error).body).msg).toBe(said);
});
