/**
 * The codes of the third dialect row by row, by the names that the reference of Binance USDⓈ-M
 * futures gives them. The numbers are those of the reference: one that slips in a table of the
 * venue is no longer the one of its name.
 */
import { expect, test } from 'vitest';
import type { RejectReason } from '../../src/domain/reject.ts';
import { millis } from '../../src/domain/units.ts';
import {
  documentedErrors,
  formatBinanceError,
  REJECT_CODES,
} from '../../src/wire/binance/errors.ts';
import { ERRORS, type ErrorCode, wireError } from '../../src/wire/errors.ts';

const told = (code: ErrorCode, reason?: RejectReason) =>
  formatBinanceError({ ...wireError(code), ...(reason && { reason }) }, 'en', millis(0));

type Row = readonly [name: string, code: number, reasons: readonly RejectReason[]];

const REASONS: readonly Row[] = [
  ['INVALID_TIMESTAMP', -1_021, ['command-late', 'nonce-invalid']],
  ['BAD_SYMBOL', -1_121, ['contract-unknown']],
  ['INVALID_SYMBOL_STATUS', -1_122, ['index-missing']],
  ['INVALID_PARAMETER', -1_130, ['callback-invalid', 'countdown-invalid', 'latency-invalid']],
  [
    'NEW_ORDER_REJECTED',
    -2_010,
    [
      'account-enrolled',
      'account-not-empty',
      'account-not-enrolled',
      'contract-exists',
      'contract-terms-unsound',
      'duty-held',
      'duty-term-wrong',
      'fee-rate-invalid',
      'margin-mode-mismatch',
      'note-too-long',
      'preset-on-close',
      'sanction-stands',
      'sanction-text-invalid',
      'season-empty',
      'season-full',
      'season-rules-invalid',
      'season-times-invalid',
      'season-unknown',
      'team-enrolled',
      'team-name-invalid',
      'trigger-trails',
    ],
  ],
  ['CANCEL_REJECTED', -2_011, ['order-not-open']],
  ['NO_SUCH_ORDER', -2_013, ['order-unknown']],
  ['REJECTED_MBX_KEY', -2_015, ['account-role-forbidden', 'account-unknown']],
  ['BALANCE_NOT_SUFFICIENT', -2_018, ['amount-above-available']],
  ['MARGIN_NOT_SUFFICIENT', -2_019, ['isolated-margin-too-thin', 'margin-insufficient']],
  [
    'ORDER_WOULD_IMMEDIATELY_TRIGGER',
    -2_021,
    ['stop-loss-wrong-side', 'take-profit-wrong-side', 'trigger-already-satisfied'],
  ],
  ['REDUCE_ONLY_REJECT', -2_022, ['close-above-position', 'close-size-locked', 'position-missing']],
  ['USER_IN_LIQUIDATION', -2_023, ['account-liquidating']],
  ['MAX_OPEN_ORDER_EXCEEDED', -2_025, ['orders-too-many']],
  ['MAX_LEVERAGE_RATIO', -2_027, ['position-limit', 'position-value-limit', 'tier-limit']],
  ['QTY_LESS_THAN_MIN_QTY', -4_004, ['size-below-minimum']],
  ['QTY_GREATER_THAN_MAX_QTY', -4_005, ['market-size-above-maximum', 'size-above-maximum']],
  [
    'PRICE_NOT_INCREASED_BY_TICK_SIZE',
    -4_014,
    ['price-invalid', 'stop-loss-invalid', 'take-profit-invalid', 'trigger-price-invalid'],
  ],
  ['INVALID_CL_ORD_ID_LEN', -4_015, ['client-order-id-invalid']],
  ['PRICE_HIGHTER_THAN_MULTIPLIER_UP', -4_016, ['price-too-far']],
  ['QTY_NOT_INCREASED_BY_STEP_SIZE', -4_023, ['size-invalid']],
  [
    'INVALID_LEVERAGE',
    -4_028,
    ['leverage-above-cap', 'leverage-invalid', 'leverage-open-orders', 'leverage-sides-differ'],
  ],
  ['MAX_STOP_ORDER_EXCEEDED', -4_045, ['triggers-too-many']],
  ['THERE_EXISTS_OPEN_ORDERS', -4_047, ['margin-mode-orders']],
  ['THERE_EXISTS_QUANTITY', -4_048, ['margin-mode-in-use']],
  ['ADD_ISOLATED_MARGIN_REJECT', -4_049, ['position-not-isolated']],
  ['ISOLATED_BALANCE_INSUFFICIENT', -4_051, ['margin-removal-too-large']],
  ['AMOUNT_MUST_BE_POSITIVE', -4_055, ['amount-invalid']],
  ['NO_NEED_TO_CHANGE_POSITION_SIDE', -4_059, ['position-mode-same']],
  ['INVALID_POSITION_SIDE', -4_061, ['position-mode-mismatch', 'position-mode-net']],
  ['POSITION_SIDE_CHANGE_EXISTS_OPEN_ORDERS', -4_067, ['position-mode-orders']],
  ['POSITION_SIDE_CHANGE_EXISTS_QUANTITY', -4_068, ['position-mode-positions']],
  ['INVALID_BATCH_PLACE_ORDER_SIZE', -4_082, ['batch-too-large']],
  ['REDUCE_ONLY_ORDER_PERMISSION', -4_087, ['contract-not-permitted']],
  [
    'NO_PLACE_ORDER_PERMISSION',
    -4_088,
    [
      'account-closed',
      'account-disqualified',
      'account-frozen',
      'season-in-progress',
      'season-not-started',
      'season-over',
      'season-phase',
      'season-too-early',
    ],
  ],
  ['DUPLICATED_CLIENT_ORDER_ID', -4_116, ['client-order-id-taken']],
  ['CLOSE_POSITION_ORDER_EXISTS', -4_130, ['exit-exists']],
  ['INVALID_OPENING_POSITION_STATUS', -4_140, ['index-stale']],
  ['SYMBOL_ALREADY_CLOSED', -4_141, ['contract-halted']],
  ['MIN_NOTIONAL', -4_164, ['notional-below-minimum']],
  ['GTX_ORDER_REJECT', -5_022, ['post-only-would-take']],
  ['INVALID_PRICE_MATCH', -5_037, ['price-match-invalid']],
  ['INVALID_GOOD_TILL_DATE', -5_040, ['expiry-invalid']],
  ['NO_DEPTH_MATCHES', -5_041, ['price-match-empty']],
];

test.each(REASONS)('[BNC-7] %s is %i', (_name, code, reasons) => {
  for (const reason of reasons)
    expect([reason, Object(told('40015', reason).body).code]).toEqual([reason, code]);
});

test('[BNC-7] every reason of the engine is among them, once', () => {
  const rows = REASONS.flatMap(([, , reasons]) => reasons);
  expect(rows.toSorted()).toEqual(Object.keys(REJECT_CODES).toSorted());
});

/** What refuses a call before the engine sees it. */
const GENERAL: readonly (readonly [name: string, code: number, of: readonly ErrorCode[]])[] = [
  ['UNKNOWN', -1_000, ['50000']],
  ['TOO_MANY_REQUESTS', -1_003, ['429']],
  ['INVALID_TIMESTAMP', -1_021, ['40008']],
  ['INVALID_SIGNATURE', -1_022, ['40009']],
  [
    'MANDATORY_PARAM_EMPTY_OR_MALFORMED',
    -1_102,
    ['40002', '40003', '40005', '40007', '40017', '40019', '40020'],
  ],
  ['NEW_ORDER_REJECTED', -2_010, ['40015']],
  ['NO_SUCH_ORDER', -2_013, ['50005']],
  ['BAD_API_KEY_FMT', -2_014, ['40001']],
  [
    'REJECTED_MBX_KEY',
    -2_015,
    ['40006', '40011', '40012', '40014', '40018', '40021', '40022', '40753', '50004'],
  ],
  ['INVALID_LEVERAGE', -4_028, ['50007']],
  ['REDUCE_ONLY_ORDER_PERMISSION', -4_087, ['50003']],
  ['NO_PLACE_ORDER_PERMISSION', -4_088, ['40013']],
  ['PATH_NOT_FOUND', -5_000, ['404']],
];

test.each(GENERAL)('[BNC-7] a call refused as %s has code %i', (_name, code, of) => {
  for (const general of of)
    expect([general, Object(told(general).body).code]).toEqual([general, code]);
});

test('[BNC-7] every general error is among them, once', () => {
  const rows = GENERAL.flatMap(([, , of]) => of);
  expect(rows.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
});

test('[BNC-7] what is no 400 by HTTP is one of eight', () => {
  const others = documentedErrors().filter(({ status }) => status !== 400);
  expect(Object.fromEntries(others.map(({ code, status }) => [code, status]))).toEqual({
    '-1000': 500,
    '-1003': 429,
    '-1007': 503,
    '-1008': 503,
    '-1015': 429,
    '-2014': 401,
    '-2015': 401,
    '-5000': 404,
  });
});
