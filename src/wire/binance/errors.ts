/**
 * The errors of the Binance USDⓈ-M dialect: a negative code and a text. Programs choose their
 * exception by the code, and some compare the text, so those texts are fixed. The reason of the
 * engine decides first, then the field at fault, then the general code.
 */
import type { RejectReason } from '../../domain/reject.ts';
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
export const BINANCE_ERRORS = {
  '-1000': 'Internal error',
  '-1003': 'Too many requests: the weight of the minute is used up, or the address is shut out',
  '-1007': 'The venue stopped at work; whether it was done is not known',
  '-1008': 'The venue has too much to do; nothing was done',
  '-1015': 'Too many orders',
  '-1021': 'The timestamp lies outside the recvWindow',
  '-1022': 'Wrong signature',
  '-1023': 'The start lies after the end',
  '-1101': 'A parameter was sent twice',
  '-1102': 'A parameter is missing or malformed',
  '-1104': 'A parameter is unknown while query and body are both used',
  '-1106': 'A parameter that must not be sent here',
  '-1111': 'More decimals than the symbol has',
  '-1115': 'Invalid timeInForce',
  '-1116': 'Invalid type of order',
  '-1117': 'Invalid side',
  '-1120': 'Invalid interval',
  '-1121': 'Invalid symbol',
  '-1122': 'The symbol has no prices yet',
  '-1125': 'Unknown listenKey',
  '-1127': 'The window is too long',
  '-1128': 'Parameters that do not go together',
  '-1130': 'A value that is not allowed',
  '-1131': 'recvWindow is above 60000',
  '-2010': 'The order is refused for a reason given in the text',
  '-2011': 'Cancel: no such order, or it is over',
  '-2013': 'Query or amendment: no such order',
  '-2014': 'The key is missing',
  '-2015': 'Unknown, disabled or forbidden key; foreign address',
  '-2018': 'The balance is too small',
  '-2019': 'The margin is too small',
  '-2021': 'The trigger is already satisfied',
  '-2022': 'An order that closes has nothing to close',
  '-2023': 'The account is being liquidated',
  '-2025': 'Too many open orders',
  '-2027': 'The position would be above what the leverage allows',
  '-2028': 'The leverage is too low for the margin there is',
  '-4001': 'The price is not above zero',
  '-4002': 'The price is too high',
  '-4003': 'The quantity is not above zero',
  '-4004': 'The quantity is below the minimum',
  '-4005': 'The quantity is above the maximum',
  '-4006': 'The stop price is not above zero',
  '-4014': 'The price is off its step',
  '-4015': 'Invalid client id',
  '-4016': 'The price is above the band',
  '-4021': 'Invalid limit of depth',
  '-4023': 'The quantity is off its step',
  '-4024': 'The price is below the band',
  '-4028': 'Leverage not allowed',
  '-4045': 'Too many conditional orders',
  '-4046': 'The margin type is already so',
  '-4047': 'The margin type cannot change while there are orders',
  '-4048': 'The margin type cannot change while there is a position',
  '-4049': 'The position is not isolated',
  '-4050': 'The cross balance is too small',
  '-4051': 'The isolated balance is too small',
  '-4054': 'There is no position',
  '-4055': 'The amount is not above zero',
  '-4056': 'Sessions need a key of another kind',
  '-4059': 'The position mode is already so',
  '-4061': 'positionSide does not fit the position mode',
  '-4067': 'The position mode cannot change while there are orders',
  '-4068': 'The position mode cannot change while there are positions',
  '-4082': 'Too many orders in a batch, or none',
  '-4087': 'Only orders that reduce are allowed',
  '-4088': 'The account may not trade',
  '-4116': 'The client id belongs to an open order',
  '-4120': 'Conditional orders belong to algoOrder',
  '-4130': 'There is such a closePosition order already',
  '-4131': 'No counterparty within the band',
  '-4135': 'Invalid activation price',
  '-4136': 'closePosition is not for this type',
  '-4137': 'closePosition goes without quantity',
  '-4138': 'closePosition goes without reduceOnly',
  '-4140': 'No position can be opened now',
  '-4141': 'The symbol is closed',
  '-4164': 'The notional is below the minimum',
  '-4167': 'Multi-assets mode is not offered',
  '-4171': 'Multi-assets mode is off already',
  '-5000': 'No such path, or not with this method',
  '-5021': 'A FOK order that cannot be filled at once',
  '-5022': 'A GTX order that would take',
  '-5024': 'The order is not open for changes',
  '-5025': 'Only LIMIT orders can be amended',
  '-5026': 'Amended too often',
  '-5027': 'The amendment changes nothing',
  '-5037': 'Invalid priceMatch',
  '-5038': 'priceMatch is not for this order',
  '-5039': 'Invalid selfTradePreventionMode',
  '-5040': 'Invalid goodTillDate',
  '-5041': 'No such depth for priceMatch',
  '-5047': 'The order is not reduceOnly',
} as const;

export type BinanceCode = keyof typeof BINANCE_ERRORS;

export const REJECT_CODES: Readonly<Record<RejectReason, BinanceCode>> = {
  'account-closed': '-4088',
  'account-disqualified': '-4088',
  'account-enrolled': '-2010',
  'account-frozen': '-4088',
  'account-liquidating': '-2023',
  'account-not-empty': '-2010',
  'account-not-enrolled': '-2010',
  'account-role-forbidden': '-2015',
  'account-unknown': '-2015',
  'amount-above-available': '-2018',
  'amount-invalid': '-4055',
  'batch-too-large': '-4082',
  'callback-invalid': '-1130',
  'client-order-id-invalid': '-4015',
  'client-order-id-taken': '-4116',
  'close-above-position': '-2022',
  'close-size-locked': '-2022',
  'command-late': '-1021',
  'contract-exists': '-2010',
  'contract-halted': '-4141',
  'contract-not-permitted': '-4087',
  'contract-terms-unsound': '-2010',
  'contract-unknown': '-1121',
  'countdown-invalid': '-1130',
  'duty-held': '-2010',
  'duty-term-wrong': '-2010',
  'exit-exists': '-4130',
  'expiry-invalid': '-5040',
  'fee-rate-invalid': '-2010',
  'latency-invalid': '-1130',
  'index-missing': '-1122',
  'index-stale': '-4140',
  'isolated-margin-too-thin': '-2019',
  'leverage-above-cap': '-4028',
  'leverage-invalid': '-4028',
  'leverage-open-orders': '-4028',
  'leverage-sides-differ': '-4028',
  'margin-insufficient': '-2019',
  'margin-mode-in-use': '-4048',
  'margin-mode-mismatch': '-2010',
  'margin-mode-orders': '-4047',
  'margin-removal-too-large': '-4051',
  'market-size-above-maximum': '-4005',
  'nonce-invalid': '-1021',
  'note-too-long': '-2010',
  'notional-below-minimum': '-4164',
  'order-not-open': '-2011',
  'order-unknown': '-2013',
  'orders-too-many': '-2025',
  'position-limit': '-2027',
  'position-missing': '-2022',
  'position-mode-mismatch': '-4061',
  'position-mode-net': '-4061',
  'position-mode-orders': '-4067',
  'position-mode-positions': '-4068',
  'position-mode-same': '-4059',
  'position-not-isolated': '-4049',
  'position-value-limit': '-2027',
  'post-only-would-take': '-5022',
  'preset-on-close': '-2010',
  'price-invalid': '-4014',
  'price-match-empty': '-5041',
  'price-match-invalid': '-5037',
  'price-too-far': '-4016',
  'sanction-stands': '-2010',
  'sanction-text-invalid': '-2010',
  'season-empty': '-2010',
  'season-full': '-2010',
  'season-in-progress': '-4088',
  'season-not-started': '-4088',
  'season-over': '-4088',
  'season-phase': '-4088',
  'season-rules-invalid': '-2010',
  'season-times-invalid': '-2010',
  'season-too-early': '-4088',
  'season-unknown': '-2010',
  'size-above-maximum': '-4005',
  'size-below-minimum': '-4004',
  'size-invalid': '-4023',
  'stop-loss-invalid': '-4014',
  'stop-loss-wrong-side': '-2021',
  'take-profit-invalid': '-4014',
  'take-profit-wrong-side': '-2021',
  'team-enrolled': '-2010',
  'team-name-invalid': '-2010',
  'tier-limit': '-2027',
  'trigger-already-satisfied': '-2021',
  'trigger-price-invalid': '-4014',
  'trigger-trails': '-2010',
  'triggers-too-many': '-4045',
};

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
