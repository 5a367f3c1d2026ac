/**
 * The errors of the Hyperliquid dialect. A refused action is told with status 200, as one text or
 * as one text an order; programs look for parts of them. What cannot be read at all is answered
 * with plain text.
 */
import type { RejectReason } from '../../domain/reject.ts';
import type { DocumentedError } from '../document.ts';
import {
  both,
  type ErrorCode,
  type FormatError,
  type Locale,
  ownError,
  voicelessText,
  type WireError,
  wireError,
} from '../errors.ts';

const TICK = 'Price must be divisible by tick size.';
const SIZE = 'Order has invalid size.';
const MARGIN = 'Insufficient margin to place order.';
const REDUCE = 'Reduce only order would increase position.';
const EXIT = 'Invalid TP/SL price.';
const POSITION = 'Order would exceed the max position.';
export const GONE = 'Order was never placed, already canceled, or filled.';
export const POST_ONLY = 'Post only order would have immediately matched, bbo was';
export const UNMATCHED = 'Order could not immediately match against any resting orders.';
export const NO_LIQUIDITY = 'No liquidity available for market order.';
const HALTED = 'Trading is halted.';
const CANNOT = 'Cannot place order.';
const MANY = 'Too many open orders.';
const SWITCH = 'Cannot switch leverage type with open position.';
const LEVERAGE = 'Invalid leverage value';

/** Texts that programs know. What the venue has to say follows. */
const LEADS: Readonly<Partial<Record<RejectReason, string>>> = {
  'client-order-id-taken': 'Duplicate cloid',
  'close-above-position': REDUCE,
  'close-size-locked': REDUCE,
  'contract-halted': HALTED,
  'contract-not-permitted': CANNOT,
  'index-missing': CANNOT,
  'index-stale': HALTED,
  'isolated-margin-too-thin': MARGIN,
  'leverage-above-cap': LEVERAGE,
  'leverage-invalid': LEVERAGE,
  'margin-insufficient': MARGIN,
  'margin-mode-in-use': SWITCH,
  'margin-mode-orders': SWITCH,
  'market-size-above-maximum': SIZE,
  'notional-below-minimum': 'Order must have minimum value of $10.',
  'order-not-open': GONE,
  'order-unknown': GONE,
  'orders-too-many': MANY,
  'position-limit': POSITION,
  'position-missing': REDUCE,
  'position-value-limit': POSITION,
  'price-invalid': TICK,
  'price-too-far': 'Order price cannot be more than 80% away from the reference price',
  'size-above-maximum': SIZE,
  'size-below-minimum': SIZE,
  'size-invalid': SIZE,
  'stop-loss-invalid': EXIT,
  'stop-loss-wrong-side': EXIT,
  'take-profit-invalid': EXIT,
  'take-profit-wrong-side': EXIT,
  'tier-limit': POSITION,
  'trigger-already-satisfied': EXIT,
  'trigger-price-invalid': EXIT,
  'triggers-too-many': MANY,
};

/** Leads that say all there is to say. */
const WHOLE: ReadonlySet<string> = new Set([GONE, TICK]);

/** An error in words that programs of this dialect know. */
export function actionText(error: WireError, locale: Locale = 'en'): string {
  const said = voicelessText(error, locale);
  if (error.own === OWN) return said;
  const lead = error.code === '50005' ? GONE : error.reason && LEADS[error.reason];
  if (lead === undefined) return said;
  return WHOLE.has(lead) ? lead : `${lead} ${said}`;
}

/** The same about an order, with the number of its asset. */
export const orderText = (error: WireError, asset: number): string =>
  `${actionText(error)} asset=${asset}`;

/** The mark of texts that only this dialect has. */
const OWN = 'text';

export const refusal = (text: string, code: ErrorCode = '40015'): WireError =>
  ownError(OWN, text, code);

export const notOffered = (name: string): WireError => refusal(`${name} is not offered here`);

const UNREADABLE = 'Failed to deserialize the JSON body into the target type';

/** An action or a request that is not of the form it should have. */
export const unreadable = (detail: string): WireError => ({
  ...wireError('40017', { detail: both(detail) }),
  own: 'form',
});

/** Errors of the form, whatever the door: a client of the exchange never sends such a thing. */
const FORMS: ReadonlySet<ErrorCode> = new Set(['404', '40007', '40017', '40019', '40020']);

export const formatHyperliquidError: FormatError<object | string> = (error, locale) => {
  const { code, field, own } = error;
  if (own === OWN || error.reason !== undefined) return refused(error, locale);
  if (code === '40020' && (field === 'coin' || field === 'dex'))
    return { status: 500, body: 'null' };
  if (FORMS.has(code))
    return { status: 422, body: `${UNREADABLE}: ${voicelessText(error, locale)}` };
  if (code === '429' || error.status >= 500)
    return { status: error.status, body: voicelessText(error, locale) };
  return refused(error, locale);
};

const refused = (error: WireError, locale: Locale) => ({
  status: 200,
  body: { status: 'err', response: actionText(error, locale) },
});

export const documentedErrors = (): DocumentedError[] => [
  {
    code: '200',
    status: 200,
    text: 'A refused action: `{"status":"err","response":text}`',
    isOpen: false,
  },
  { code: '422', status: 422, text: 'The body is not of the form it should have', isOpen: true },
  { code: '429', status: 429, text: 'Too many requests', isOpen: true },
  { code: '500', status: 500, text: 'Unknown coin, as `null`; or an internal error', isOpen: true },
];
