/**
 * Fields of other exchanges that would change the meaning of an order. Ignoring one would place a
 * different order than the caller asked for: a trailing stop would close at market. So each is
 * refused by name, with a hint what to send instead, unless its value changes nothing.
 */
import type { TObject } from 'typebox';
import type { TimeInForce } from '../domain/order.ts';
import type { Effect } from '../domain/side.ts';
import { invalid } from './caller.ts';
import type { WireError } from './errors.ts';
import { isJsonObject, isNumberText, type Json } from './json.ts';
import { isZeroDecimal } from './quantity.ts';
import type { Fields } from './read-request.ts';

/** An order that works at once, one that waits for a price, or the exit of a position. */
type OrderKind = 'order' | 'trigger' | 'exit';

export interface SentOrder {
  /** The schema of the endpoint. Its own fields are not foreign. */
  readonly schema: TObject;
  readonly fields: Fields;
  readonly kind: OrderKind;
  readonly effect: Effect;
  /** How it executes once it works. */
  readonly execution: TimeInForce;
}

/** The names in a dialect that errors suggest instead. */
export interface OrderWords {
  /** The endpoint for orders that wait for a price. */
  readonly trigger: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** The field or value that makes an order close a position. */
  readonly closing: string;
  readonly closeAll: string;
  readonly postOnly: string;
  readonly execution: string;
  readonly size: string;
  /** The field or value that makes a trigger watch the mark price. */
  readonly watchMark: string;
}

interface ForeignField {
  /** In lower case, without `_` and `-`. */
  readonly names: readonly string[];
  /** The orders that it would change. For others it means nothing. */
  readonly changes: readonly OrderKind[];
  /** Values, written like the names, that ask for what happens anyway. */
  readonly isKept?: (value: string, sent: SentOrder) => boolean;
  readonly problem: (words: OrderWords) => string;
}

const EVERY: readonly OrderKind[] = ['order', 'trigger', 'exit'];
const WAITING: readonly OrderKind[] = ['trigger', 'exit'];

const EXECUTIONS: Readonly<Record<string, TimeInForce>> = {
  gtc: 'normal',
  goodtilcancel: 'normal',
  goodtillcancel: 'normal',
  goodtillcanceled: 'normal',
  normal: 'normal',
  po: 'post-only',
  postonly: 'post-only',
  gtx: 'post-only',
  fok: 'fok',
  fillorkill: 'fok',
  ioc: 'ioc',
  immediateorcancel: 'ioc',
};

/** Of what executes at once nothing is left that could be good till canceled. */
const isSameExecution = (value: string, { execution }: SentOrder): boolean =>
  EXECUTIONS[value] === execution || (execution === 'ioc' && EXECUTIONS[value] === 'normal');

const TIME_IN_FORCE_NAMES = ['timeinforce', 'timeinforcevalue', 'tif', 'force'];
const LAST_PRICE = ['contractprice', 'lastprice', 'last', 'fillprice', '1'];

const FOREIGN_FIELDS: readonly ForeignField[] = [
  {
    names: [
      ...['trailingpercent', 'trailingamount', 'trailingdelta', 'trailingstop', 'trailingvalue'],
      ...['trailingtriggerprice', 'callbackrate', 'callbackratio', 'callbackspread'],
      ...['activationprice', 'activateprice', 'activeprice', 'activepx'],
    ],
    changes: EVERY,
    problem: ({ trigger }) =>
      'this call has no trailing stops; place one with /capi/v2/perpetua/trail, or place a stop ' +
      `with ${trigger} and move it yourself`,
  },
  {
    names: ['stopprice', 'triggerprice', 'triggerpx', 'stoppx'],
    changes: ['order'],
    problem: ({ trigger }) =>
      `this order does not wait for a price; use ${trigger} for one that does`,
  },
  {
    names: [
      ...['takeprofit', 'takeprofitprice', 'tpprice', 'tptriggerprice', 'tptriggerpx'],
      ...['presettakeprofitprice', 'presetstopsurplusprice'],
    ],
    changes: ['order'],
    problem: ({ takeProfit }) => `send ${takeProfit}`,
  },
  {
    names: [
      ...['stoploss', 'stoplossprice', 'slprice', 'sltriggerprice', 'sltriggerpx'],
      'presetstoplossprice',
    ],
    changes: ['order'],
    problem: ({ stopLoss }) => `send ${stopLoss}`,
  },
  {
    names: [
      ...['takeprofit', 'takeprofitprice', 'tptriggerprice', 'presettakeprofitprice'],
      ...['stoploss', 'stoplossprice', 'sltriggerprice', 'presetstoplossprice'],
    ],
    changes: ['trigger'],
    problem: () => 'a trigger order has no exits attached; place them once it has filled',
  },
  {
    names: ['reduceonly', 'closeontrigger'],
    changes: ['order', 'trigger'],
    isKept: (_value, { effect }) => effect === 'close',
    problem: ({ closing }) => `the order opens a position; to close one send ${closing}`,
  },
  {
    names: ['closeposition', 'close'],
    changes: ['order', 'trigger'],
    problem: ({ closing, closeAll }) =>
      `to close a position send its size with ${closing}, or use ${closeAll}`,
  },
  {
    names: ['postonly'],
    changes: ['order'],
    isKept: (_value, { execution }) => execution === 'post-only',
    problem: ({ postOnly }) => `send ${postOnly}`,
  },
  {
    names: ['postonly'],
    changes: WAITING,
    problem: () => 'an order that is sent by a trigger cannot be post-only',
  },
  {
    names: TIME_IN_FORCE_NAMES,
    changes: ['order'],
    isKept: isSameExecution,
    problem: ({ execution }) => `send ${execution}`,
  },
  {
    names: TIME_IN_FORCE_NAMES,
    changes: WAITING,
    isKept: isSameExecution,
    problem: () =>
      'an order that is sent by a trigger is good till canceled, at market immediate-or-cancel',
  },
  {
    names: [
      'goodtilldate',
      'goodtildate',
      'goodtilltime',
      'expiretime',
      'expiredate',
      'expiration',
    ],
    changes: EVERY,
    problem: () => 'orders do not expire; cancel it when its time has come',
  },
  {
    names: ['priceprotect'],
    changes: WAITING,
    problem: () => 'a trigger fires at its price whatever other prices do; leave it out',
  },
  {
    names: ['workingtype', 'triggerpricetype', 'triggertype', 'triggerby'],
    changes: WAITING,
    isKept: (value) => LAST_PRICE.includes(value),
    problem: ({ watchMark }) => `the last price is watched; ${watchMark}`,
  },
  {
    names: ['icebergqty', 'iceberg', 'visiblesize', 'visibleqty', 'displayqty', 'hidden'],
    changes: EVERY,
    problem: () => 'an order shows its whole size; send several smaller ones',
  },
  {
    names: ['quoteorderqty', 'quoteqty', 'quotesize'],
    changes: EVERY,
    problem: ({ size }) => `send ${size}, in the base coin`,
  },
  {
    names: ['pricematch'],
    changes: EVERY,
    problem: () => 'send a price, or a market order',
  },
  {
    names: ['selftradepreventionmode', 'selftradeprevention', 'stpmode', 'stpact', 'smptype'],
    changes: EVERY,
    isKept: (value) => value === 'expiremaker' || value === 'cancelmaker',
    problem: () => 'an order never meets your own: the resting one is canceled; leave it out',
  },
];

const BY_NAME = new Map<string, ForeignField[]>();
for (const field of FOREIGN_FIELDS)
  for (const name of field.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), field]);

/** Returns an error if the order has a foreign field that would change it. */
export function findForeign(sent: SentOrder, words: OrderWords): WireError | undefined {
  const known = sent.schema.properties;
  for (const [name, value] of sent.fields) {
    // Nearly every order has none but known fields, and they come by the thousand.
    if (Object.hasOwn(known, name)) continue;
    const field = BY_NAME.get(fold(name))?.find(({ changes }) => changes.includes(sent.kind));
    if (field === undefined) continue;
    const asked = askedFor(value);
    if (asked === undefined || field.isKept?.(asked, sent) === true) continue;
    return invalid(name, field.problem(words));
  }
  return undefined;
}

/** Returns the same for an exit, which closes at its limit or at market. */
export const refuseForeignExit =
  (schema: TObject, words: OrderWords) =>
  (_exit: unknown, fields: Fields): WireError | undefined => {
    const limit = askedFor(fields.get('executePrice') ?? null);
    const execution = limit === undefined ? 'ioc' : 'normal';
    return findForeign({ schema, fields, kind: 'exit', effect: 'close', execution }, words);
  };

/** Whether a field of this name would change some order. */
export const isForeign = (name: string): boolean => BY_NAME.has(fold(name));

const fold = (text: string): string => text.toLowerCase().replace(/[_-]/g, '');

const NOTHING = ['', 'false', 'no', 'none', 'off', 'null', 'undefined'];

/** Returns the value, written like the names; undefined if it asks for nothing. */
function askedFor(value: Json): string | undefined {
  if (value === null || value === false) return undefined;
  if (value === true) return 'true';
  if (typeof value === 'string' || isNumberText(value)) {
    const text = typeof value === 'string' ? value : value.number;
    return NOTHING.includes(fold(text)) || isZeroDecimal(text) ? undefined : fold(text);
  }
  const isEmpty = isJsonObject(value) ? value.size === 0 : value.length === 0;
  return isEmpty ? undefined : 'something';
}
