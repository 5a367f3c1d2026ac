/**
 * The errors of the Bybit v5 dialect. They come with status 200 and a `retCode`, because its
 * programs read the code only from such answers. Some compare texts, so those begin as they know
 * them. The reason of the engine decides first, then the general code.
 */
import type { RejectReason } from '../../domain/reject.ts';
import type { Millis } from '../../domain/units.ts';
import type { DocumentedError } from '../document.ts';
import {
  type ErrorCode,
  type FormatError,
  type Locale,
  type Shortage,
  voicelessText,
  type WireError,
} from '../errors.ts';
import { blamedBy, inOwnWords, MODE_WORDS, type OwnWord, ownError } from '../own-errors.ts';
import { BYBIT_ERRORS, type BybitCode, REJECT_CODES } from './codes.ts';

/** Beginnings of texts that programs know. What the venue has to say follows. */
const LEADS: Readonly<Partial<Record<BybitCode, string>>> = {
  '10002': 'The request time exceeds the time window range',
  '10006': 'Too many visits. Exceeded the API Rate Limit.',
  '110001': 'Order does not exist',
  '110025': 'Position mode is not modified',
  '110026': 'Cross/isolated margin mode is not modified',
  '110043': 'Set leverage has not been modified',
  '110072': 'OrderLinkedID is duplicate',
  '3400045': 'Set margin mode failed',
};

/** The same by the engine's reason. */
const REASON_LEADS: Readonly<Partial<Record<RejectReason, string>>> = {
  'position-mode-mismatch': 'position idx not match position mode',
  'position-mode-net': 'position idx not match position mode',
  'contract-unknown': 'Not supported symbols',
};

/** Words of the texts that all dialects share, and how they are called here. */
const WORDS: readonly OwnWord[] = [
  [/\bclient_oid\b/g, 'orderLinkId'],
  [/\bACCESS_KEY\b/g, 'X-BAPI-API-KEY'],
  ...MODE_WORDS,
];

const BY_CODE: Readonly<Record<ErrorCode, BybitCode>> = {
  '404': '10017',
  '429': '10006',
  '40001': '10001',
  '40002': '10001',
  '40003': '10001',
  '40005': '10001',
  '40006': '10003',
  '40007': '10001',
  '40008': '10002',
  '40009': '10004',
  '40011': '10003',
  '40012': '10003',
  '40013': '10027',
  '40014': '10005',
  '40015': '10001',
  '40017': '10001',
  '40018': '10010',
  '40019': '10001',
  '40020': '10001',
  '40021': '10005',
  '40022': '10005',
  '40753': '10005',
  '50000': '10000',
  '50003': '110023',
  '50004': '10003',
  '50005': '110001',
  '50007': '110013',
};

const BY_SHORTAGE: Readonly<Record<Shortage, BybitCode>> = {
  orders: '10006',
  patience: '10006',
  room: '10016',
  knowledge: '10016',
};

export function bybitCodeOf({ own, short, reason, code }: WireError): BybitCode {
  return (
    (own as BybitCode | undefined) ??
    (short === undefined ? undefined : BY_SHORTAGE[short]) ??
    (reason === undefined ? undefined : REJECT_CODES[reason]) ??
    BY_CODE[code]
  );
}

/** The statuses that are not 200: no key, an address that is shut out, no such path. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = { '40001': 401, '404': 404 };
const SHUT_OUT = 403;
const STOPPED = 503;

function statusOf(error: WireError): number {
  if (error.short === 'patience') return SHUT_OUT;
  // A replica that may answer nobody is one that a program asks again.
  if (error.status === STOPPED) return STOPPED;
  return STATUSES[error.code] ?? 200;
}

export const formatBybitError: FormatError = (error, locale, now) => ({
  status: statusOf(error),
  body: bybitErrorBody(error, locale, now),
});

export const bybitErrorBody = (error: WireError, locale: Locale, now: Millis) => ({
  retCode: Number(bybitCodeOf(error)),
  retMsg: errorText(error, locale),
  result: {},
  retExtInfo: {},
  time: now,
});

export function errorText(error: WireError, locale: Locale): string {
  const { reason, field, code: general } = error;
  const code = bybitCodeOf(error);
  const isSymbol = general === '40020' && field === 'symbol';
  const lead = isSymbol
    ? 'Not supported symbols'
    : ((reason === undefined ? undefined : REASON_LEADS[reason]) ?? LEADS[code] ?? '');
  const said = inOwnWords(voicelessText(error, locale), WORDS);
  if (lead === '' || said.startsWith(lead)) return said;
  return `${lead}${lead.endsWith('.') ? '' : '.'} ${said}`;
}

export const refusal: (own: BybitCode, text: string, code?: ErrorCode) => WireError = ownError;

/** A parameter that is not allowed as it is. */
export const wrong = (field: string, problem: string): WireError => ({
  ...refusal('10001', `${field} ${problem}`),
  field,
});

export const blamedAs = blamedBy<BybitCode>;

/** Codes that a caller without a key can get too. */
const OPEN_CODES: ReadonlySet<string> = new Set(['10000', '10001', '10006', '10016', '10017']);

export const documentedErrors = (): DocumentedError[] =>
  Object.entries(BYBIT_ERRORS).map(([code, text]) => ({
    code,
    status: code === '10017' ? 404 : 200,
    text,
    isOpen: OPEN_CODES.has(code),
  }));
