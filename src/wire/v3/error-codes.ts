/**
 * The errors of version 3. Codes are negative integers; client libraries choose their exception by
 * the code. The engine's reason or the field at fault makes a general code more exact.
 */
import type { RejectReason } from '../../domain/reject.ts';
import type { Millis } from '../../domain/units.ts';
import type { DocumentedError } from '../document.ts';
import {
  ERRORS,
  type ErrorCode,
  type FormattedError,
  type Locale,
  voicelessText,
  type WireError,
} from '../errors.ts';

export const V3_ERRORS = {
  '-1054': 'System error, or refused for a reason given in the text',
  '-1040': 'ACCESS-KEY is missing',
  '-1041': 'ACCESS-SIGN is missing',
  '-1042': 'ACCESS-TIMESTAMP is missing',
  '-1043': 'ACCESS-TIMESTAMP is not a time',
  '-1044': 'Unknown key',
  '-1045': 'Content type is not application/json',
  '-1046': 'Timestamp expired',
  '-1047': 'Wrong signature',
  '-1049': 'Wrong or missing passphrase',
  '-1050': 'The account may not do this now',
  '-1051': 'The key may not read',
  '-1052': 'The key may not trade',
  '-1056': 'The address is not on the allowlist of the key',
  '-1057': 'The key is disabled or has expired',
  '-1115': 'Invalid timeInForce, or it cannot be kept',
  '-1116': 'Invalid type of order',
  '-1117': 'Invalid side, or no position on it',
  '-1121': 'Invalid symbol',
  '-1128': 'Parameters that do not go together',
  '-1140': 'Parameters are not valid',
  '-1141': 'A parameter is missing',
  '-1142': 'A parameter is not valid',
  '-1150': 'No such path, or not with this method',
  '-1180': 'Invalid or taken client id',
  '-2200': 'No such order, or it is already finished',
  '-3006': 'Price or size off its step',
  '-3007': 'Too large, or too many',
  '-3235': 'The account may not trade this symbol',
  '-3236': 'The account may not use this endpoint',
  '-3313': 'Leverage not allowed',
  '-1003': 'Too many requests; the text is under `message`, so that clients go by the status',
} as const;

export type V3Code = keyof typeof V3_ERRORS;

const BY_CODE: Readonly<Record<ErrorCode, V3Code>> = {
  '404': '-1150',
  '429': '-1003',
  '40001': '-1040',
  '40002': '-1041',
  '40003': '-1042',
  '40005': '-1043',
  '40006': '-1044',
  '40007': '-1045',
  '40008': '-1046',
  '40009': '-1047',
  '40011': '-1049',
  '40012': '-1049',
  '40013': '-1050',
  '40014': '-1051',
  '40015': '-1054',
  '40017': '-1140',
  '40018': '-1056',
  '40019': '-1141',
  '40020': '-1142',
  '40021': '-1050',
  '40022': '-1052',
  '40753': '-1057',
  '50000': '-1054',
  '50003': '-3235',
  '50004': '-3236',
  '50005': '-2200',
  '50007': '-3313',
};

/** Codes by the engine's reason. Other reasons have a general code and differ in the text. */
const BY_REASON: Readonly<Partial<Record<RejectReason, V3Code>>> = {
  'account-liquidating': '-1050',
  'callback-invalid': '-1142',
  'client-order-id-invalid': '-1180',
  'client-order-id-taken': '-1180',
  'close-above-position': '-1117',
  'close-size-locked': '-1117',
  'contract-unknown': '-1121',
  'exit-exists': '-1116',
  'expiry-invalid': '-1115',
  'leverage-above-cap': '-3313',
  'leverage-invalid': '-3313',
  'leverage-open-orders': '-3313',
  'leverage-sides-differ': '-3313',
  'margin-mode-in-use': '-1128',
  'margin-mode-mismatch': '-1128',
  'margin-mode-orders': '-1128',
  'market-size-above-maximum': '-3007',
  'notional-below-minimum': '-3006',
  'order-not-open': '-2200',
  'order-unknown': '-2200',
  'orders-too-many': '-3007',
  'position-limit': '-3007',
  'position-missing': '-1117',
  'position-mode-mismatch': '-1117',
  'position-mode-net': '-1117',
  'position-not-isolated': '-1128',
  'post-only-would-take': '-1115',
  'preset-on-close': '-1116',
  'price-invalid': '-3006',
  'price-match-empty': '-1128',
  'price-match-invalid': '-1142',
  'price-too-far': '-3006',
  'size-above-maximum': '-3007',
  'size-below-minimum': '-3006',
  'size-invalid': '-3006',
  'stop-loss-invalid': '-3006',
  'stop-loss-wrong-side': '-1116',
  'take-profit-invalid': '-3006',
  'take-profit-wrong-side': '-1116',
  'tier-limit': '-3007',
  'trigger-already-satisfied': '-1116',
  'trigger-price-invalid': '-3006',
  'trigger-trails': '-1116',
  'triggers-too-many': '-3007',
};

const BY_FIELD: Readonly<Record<string, V3Code>> = {
  symbol: '-1121',
  side: '-1117',
  positionSide: '-1117',
  type: '-1116',
  planType: '-1116',
  timeInForce: '-1115',
  newClientOrderId: '-1180',
  clientAlgoId: '-1180',
  separatedType: '-1128',
  presetTakeProfitPrice: '-1128',
  presetStopLossPrice: '-1128',
  TpWorkingType: '-1128',
  SlWorkingType: '-1128',
  reduceOnly: '-1128',
};

export function v3CodeOf({ code, reason, field }: WireError): V3Code {
  const byReason = reason === undefined ? undefined : BY_REASON[reason];
  if (byReason !== undefined) return byReason;
  return (code === '40020' ? BY_FIELD[field] : undefined) ?? BY_CODE[code];
}

/** Replaces statuses that HTTP does not have. */
const STATUSES: Readonly<Record<number, number>> = { 521: 403 };

/**
 * Returns the error as JSON. Client libraries recognise too many requests by the status alone, and
 * only if there is no `msg`. So that error has its text under `message`.
 */
export function formatV3Error(error: WireError, locale: Locale, now: Millis): FormattedError {
  const said = voicelessText(error, locale);
  const code = Number(v3CodeOf(error));
  const words = error.code === '429' ? { message: said } : { msg: said };
  return {
    status: STATUSES[error.status] ?? error.status,
    body: { code, ...words, requestTime: now },
  };
}

/** Codes that a caller without a key can get too. */
const OPEN_CODES: ReadonlySet<string> = new Set(['-1003', '-1121', '-1140', '-1141', '-1142']);

export function documentedErrors(): DocumentedError[] {
  const statuses = new Map<V3Code, number>();
  for (const code of [...Object.values(BY_REASON), ...Object.values(BY_FIELD)])
    statuses.set(code, 400);
  for (const [code, { status }] of Object.entries(ERRORS))
    if (code !== '50000') statuses.set(BY_CODE[code as ErrorCode], STATUSES[status] ?? status);
  return [...statuses]
    .map(([code, status]) => ({
      code,
      status,
      text: V3_ERRORS[code],
      isOpen: OPEN_CODES.has(code),
    }))
    .sort((first, second) => Number(second.code) - Number(first.code));
}
