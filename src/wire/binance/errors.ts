/**
 * The errors of the Binance USDⓈ-M dialect: a negative code and a text. Programs choose their
 * exception by the code, and some compare the text, so those texts are fixed. The reason of the
 * engine decides first, then the field at fault, then the general code.
 */
import type { RejectReason } from '../../domain/reject.ts';
import type { DocumentedError } from '../document.ts';
import {
  both,
  type ErrorCode,
  type FormatError,
  type Shortage,
  voicelessText,
  type WireError,
  wireError,
} from '../errors.ts';

/** What each code means. A text in `FIXED` is sent in these words alone. */
export const BINANCE_ERRORS = {
  '-1000': 'Internal error',
  '-1003': 'Too many requests: the weight of the minute is used up, or the address is shut out',
  '-1007': 'The venue stopped at work; whether it was done is not known',
  '-1008': 'The venue has too much to do; nothing was done',
  '-1015': 'Too many orders',
  '-1021': 'The timestamp lies outside the recvWindow',
  '-1022': 'Wrong signature',
  '-1023': 'The start lies after the end',
  '-1102': 'A parameter is missing or malformed',
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

/** Texts that programs compare. */
const FIXED: Readonly<Partial<Record<BinanceCode, string>>> = {
  '-1007': 'Unknown error, please check your request or try again later.',
  '-2011': 'Unknown order sent.',
  '-2013': 'Order does not exist.',
  '-4046': 'No need to change margin type.',
};

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

const BY_REASON: Readonly<Partial<Record<RejectReason, BinanceCode>>> = {
  'order-unknown': '-2013',
  'order-not-open': '-2011',
  'contract-unknown': '-1121',
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
  newClientOrderId: '-4015',
  clientAlgoId: '-4015',
  priceMatch: '-5037',
  selfTradePreventionMode: '-5039',
  goodTillDate: '-5040',
  listenKey: '-1125',
};

const BY_SHORTAGE: Readonly<Record<Shortage, BinanceCode>> = {
  orders: '-1015',
  patience: '-1003',
  room: '-1008',
  knowledge: '-1007',
};

export function binanceCodeOf({ own, short, reason, code, field }: WireError): BinanceCode {
  const byReason = reason === undefined ? undefined : BY_REASON[reason];
  return (
    (own as BinanceCode | undefined) ??
    (short === undefined ? undefined : BY_SHORTAGE[short]) ??
    byReason ??
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
  const code = binanceCodeOf(error);
  const status = error.short === 'patience' ? SHUT_OUT : (STATUSES[code] ?? 400);
  const msg = FIXED[code] ?? voicelessText(error, locale);
  return { status, body: { code: Number(code), msg } };
};

/** An error that only this dialect has. The general code is what the log says. */
export const refusal = (own: BinanceCode, text: string, code: ErrorCode = '40017'): WireError => ({
  ...wireError(code),
  text: both(text),
  own,
});

export const malformed = (field: string, detail = ''): WireError => {
  const words = `Mandatory parameter '${field}' was not sent, was empty/null, or malformed`;
  const text = field === '' ? `Malformed request: ${detail}` : words;
  return {
    ...refusal('-1102', field === '' || detail === '' ? text : `${text}: ${detail}`),
    field,
  };
};

/** Codes that a caller without a key can get too. */
const OPEN_CODES: ReadonlySet<string> = new Set([
  ...['-1003', '-1023', '-1102', '-1120', '-1121', '-1127', '-4021'],
]);

export const documentedErrors = (): DocumentedError[] =>
  Object.entries(BINANCE_ERRORS).map(([code, text]) => ({
    code,
    status: STATUSES[code as BinanceCode] ?? 400,
    text,
    isOpen: OPEN_CODES.has(code),
  }));
