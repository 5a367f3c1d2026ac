/**
 * The errors of the Binance USDⓈ-M dialect: a negative code and a text. Programs choose their
 * exception by the code, and some compare the text, so those texts are fixed. The reason of the
 * engine decides first, then the field at fault, then the general code.
 */
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
import { BINANCE_ERRORS, type BinanceCode, REJECT_CODES } from './codes.ts';

/** Texts that programs compare, whole. */
const FIXED: Readonly<Partial<Record<BinanceCode, string>>> = {
  '-1007': 'Unknown error, please check your request or try again later.',
  '-2011': 'Unknown order sent.',
  '-2013': 'Order does not exist.',
  '-4046': 'No need to change margin type.',
};

/** Beginnings of texts that programs know. What the venue has to say follows. */
const LEADS: Readonly<Partial<Record<BinanceCode, string>>> = {
  '-1121': 'Invalid symbol.',
  '-1125': 'This listenKey does not exist.',
  '-2015': 'Invalid API-key, IP, or permissions for action.',
  '-2019': 'Margin is insufficient.',
  '-2022': 'ReduceOnly Order is rejected.',
  '-4059': 'No need to change position side.',
  '-4061': "Order's position side does not match user's setting.",
  '-4116': 'ClientOrderId is duplicated.',
};

/** Words of the texts that all dialects share, and how they are called here. */
const WORDS: readonly OwnWord[] = [
  [/\bclient_oid\b/g, 'newClientOrderId'],
  [/^Request timestamp expired\b/, 'Timestamp for this request is outside of the recvWindow'],
  [/\bACCESS_KEY\b/g, 'X-MBX-APIKEY'],
  ...MODE_WORDS,
];

const BY_CODE: Readonly<Record<ErrorCode, BinanceCode>> = {
  '404': '-5000',
  '429': '-1003',
  '40001': '-2014',
  '40002': '-1102',
  '40003': '-1102',
  '40005': '-1102',
  '40006': '-2015',
  '40007': '-1102',
  '40008': '-1021',
  '40009': '-1022',
  '40011': '-2015',
  '40012': '-2015',
  '40013': '-4088',
  '40014': '-2015',
  '40015': '-2010',
  '40017': '-1102',
  '40018': '-2015',
  '40019': '-1102',
  '40020': '-1102',
  '40021': '-2015',
  '40022': '-2015',
  '40753': '-2015',
  '50000': '-1000',
  '50003': '-4087',
  '50004': '-2015',
  '50005': '-2013',
  '50007': '-4028',
};

/** Codes of fields whose value is not allowed. */
const BY_FIELD: Readonly<Record<string, BinanceCode>> = {
  symbol: '-1121',
  pair: '-1121',
  side: '-1117',
  type: '-1116',
  timeInForce: '-1115',
  interval: '-1120',
  limit: '-1130',
  period: '-1130',
  contractType: '-1130',
  batchOrders: '-4082',
  orderIdList: '-4082',
  origClientOrderIdList: '-4082',
  newClientOrderId: '-4015',
  clientAlgoId: '-4015',
  priceMatch: '-5037',
  selfTradePreventionMode: '-5039',
  goodTillDate: '-5040',
  listenKey: '-1125',
  leverage: '-4028',
};

const BY_SHORTAGE: Readonly<Record<Shortage, BinanceCode>> = {
  orders: '-1015',
  patience: '-1003',
  room: '-1008',
  knowledge: '-1007',
};

export function binanceCodeOf({ own, short, reason, code, field }: WireError): BinanceCode {
  return (
    (own as BinanceCode | undefined) ??
    (short === undefined ? undefined : BY_SHORTAGE[short]) ??
    (reason === undefined ? undefined : REJECT_CODES[reason]) ??
    (code === '40020' ? BY_FIELD[field] : undefined) ??
    BY_CODE[code]
  );
}

const STATUSES: Readonly<Partial<Record<BinanceCode, number>>> = {
  '-1000': 500,
  '-1003': 429,
  '-1007': 503,
  '-1008': 503,
  '-1015': 429,
  '-2014': 401,
  '-2015': 401,
  '-5000': 404,
};

/** The status of an address that went on after it was told to wait. */
const SHUT_OUT = 418;

export const formatBinanceError: FormatError = (error, locale) => {
  const status = error.short === 'patience' ? SHUT_OUT : (STATUSES[binanceCodeOf(error)] ?? 400);
  return { status, body: binanceErrorBody(error, locale) };
};

export function binanceErrorBody(error: WireError, locale: Locale) {
  const code = binanceCodeOf(error);
  const said = error.code === '40019' ? absentText(error.field) : voicelessText(error, locale);
  return { code: Number(code), msg: FIXED[code] ?? ledText(code, said) };
}

function ledText(code: BinanceCode, said: string): string {
  const lead = LEADS[code] ?? '';
  const own = inOwnWords(said, WORDS);
  return own.startsWith(lead) ? own : `${lead} ${own}`;
}

export const refusal: (own: BinanceCode, text: string, code?: ErrorCode) => WireError = ownError;

const absentText = (field: string): string =>
  `Mandatory parameter '${field}' was not sent, was empty/null, or malformed.`;

/** An error in a form; without a name it is about all of it. */
export const malformed = (field: string, detail = ''): WireError => ({
  ...refusal(
    '-1102',
    [field === '' ? 'Malformed form:' : absentText(field), detail].join(' ').trim(),
  ),
  field,
});

export const blamedAs = blamedBy<BinanceCode>;

/** An error in a parameter that must not be there. */
export const unasked = (field: string, detail = ''): WireError => ({
  ...refusal('-1106', `Parameter '${field}' sent when not required. ${detail}`.trim()),
  field,
});

/** An error in a parameter that was sent more than once. */
export const doubled = (field: string): WireError => ({
  ...refusal('-1101', `Duplicate values for parameter '${field}' detected.`),
  field,
});

/** An error in a parameter that nobody reads, where that must not be. */
export const unread = (field: string): WireError => ({
  ...refusal(
    '-1104',
    `Not all sent parameters were read: '${field.slice(0, 40)}' is unknown or has no value, and ` +
      'query and body are both used.',
  ),
  field,
});

/** Codes that a caller without a key can get too. */
const OPEN_CODES: ReadonlySet<string> = new Set([
  ...['-1003', '-1023', '-1101', '-1102', '-1104', '-1120', '-1121', '-1127', '-4021'],
]);

export const documentedErrors = (): DocumentedError[] =>
  Object.entries(BINANCE_ERRORS).map(([code, text]) => ({
    code,
    status: STATUSES[code as BinanceCode] ?? 400,
    text,
    isOpen: OPEN_CODES.has(code),
  }));
