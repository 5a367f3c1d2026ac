/**
 * The errors of the Bybit v5 dialect. They come with status 200 and a `retCode`, because its
 * programs read the code only from such answers. Some compare texts, so those begin as they know
 * them. The reason of the engine decides first, then the general code.
 */
import type { RejectReason } from '../../domain/reject.ts';
import type { Millis } from '../../domain/units.ts';
import type { DocumentedError } from '../document.ts';
import {
  blamedBy,
  type ErrorCode,
  type FormatError,
  inOwnWords,
  type Locale,
  MODE_WORDS,
  type OwnWord,
  ownError,
  type Shortage,
  voicelessText,
  type WireError,
} from '../errors.ts';

/** What each code means. */
export const BYBIT_ERRORS = {
  '10000': 'Internal error',
  '10001': 'A parameter is missing, malformed or not allowed; an unknown symbol',
  '10002': 'The timestamp lies outside the recv window',
  '10003': 'Unknown key',
  '10004': 'Wrong signature, or no auth on the socket',
  '10005': 'The key may not do this',
  '10006': 'Too many requests',
  '10010': 'The address is not on the allowlist of the key',
  '10016': 'The venue stopped at work or has too much to do',
  '10017': 'No such path, or not with this method',
  '10027': 'The account may not trade',
  '10404': 'No such operation on this socket',
  '20001': 'The socket is that of another account',
  '20006': 'The reqId was used on this socket before',
  '33004': 'The key is over',
  '34040': 'Nothing to change',
  '100028': 'Not for unified accounts',
  '110001': 'No such order, or it is over',
  '110003': 'The price is out of range',
  '110007': 'The balance is too small',
  '110009': 'Too many conditional orders',
  '110012': 'The available balance is too small',
  '110013': 'Leverage not allowed',
  '110015': 'The position is not isolated',
  '110017': 'An order that reduces has nothing to reduce',
  '110020': 'Too many open orders',
  '110021': 'The position would be above its limit',
  '110023': 'Only orders that reduce are allowed',
  '110024': 'The position mode cannot change while there are positions',
  '110025': 'The position mode is already so',
  '110026': 'The margin mode is already so',
  '110028': 'The position mode cannot change while there are orders',
  '110033': 'There is no position',
  '110035': 'The account is being liquidated',
  '110043': 'The leverage is already so',
  '110057': 'Exits that do not fit the order',
  '110059': 'Exits that cannot be changed so',
  '110064': 'The new size is not above what is filled',
  '110066': 'The contract cannot be traded at the moment',
  '110072': 'The orderLinkId belongs to an open order',
  '110074': 'The contract is halted',
  '110078': 'More margin than can be removed',
  '110092': 'The trigger lies below the price and waits for a rise',
  '110093': 'The trigger lies above the price and waits for a fall',
  '110094': 'The value of the order is below the minimum',
  '3400045': 'The margin mode cannot change now',
} as const;

export type BybitCode = keyof typeof BYBIT_ERRORS;

/** Codes by the engine's reason. Other reasons have a general code and differ in the text. */
export const REJECT_CODES: Readonly<Partial<Record<RejectReason, BybitCode>>> = {
  'account-enrolled': '10001',
  'account-liquidating': '110035',
  'account-role-forbidden': '10005',
  'amount-above-available': '110012',
  'client-order-id-taken': '110072',
  'close-above-position': '110017',
  'close-size-locked': '110017',
  'contract-halted': '110074',
  'exit-exists': '110057',
  'index-missing': '110066',
  'index-stale': '110023',
  'isolated-margin-too-thin': '110007',
  'leverage-invalid': '110013',
  'leverage-open-orders': '110013',
  'margin-insufficient': '110007',
  'margin-mode-in-use': '3400045',
  'margin-mode-orders': '3400045',
  'margin-removal-too-large': '110078',
  'notional-below-minimum': '110094',
  'order-not-open': '110001',
  'orders-too-many': '110020',
  'position-limit': '110021',
  'position-missing': '110017',
  'position-mode-orders': '110028',
  'position-mode-positions': '110024',
  'position-mode-same': '110025',
  'position-not-isolated': '110015',
  'position-value-limit': '110021',
  'preset-on-close': '110057',
  'price-too-far': '110003',
  'season-in-progress': '10027',
  'season-not-started': '10027',
  'season-over': '10027',
  'season-phase': '10027',
  'season-too-early': '10027',
  'stop-loss-wrong-side': '110057',
  'take-profit-wrong-side': '110057',
  'tier-limit': '110021',
  'trigger-already-satisfied': '110092',
  'triggers-too-many': '110009',
};

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
