/** The paths and budgets of the Binance USDⓈ-M dialect, and what many of its calls share. */

import { type Static, type TSchema, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';
import type { Window } from '../../domain/history.ts';
import type { Millis } from '../../domain/units.ts';
import type { RateWindow } from '../dialect.ts';
import { type ContractsQuery, endpointsUnder } from '../endpoint.ts';
import type { WireError } from '../errors.ts';
import { ifSent, integerField, momentField } from '../field.ts';
import type { Fields } from '../read-request.ts';
import { integer, list, record, word } from '../record-field.ts';
import { refusal } from './errors.ts';

/** The header with the key; everything else that shows who calls is a field. */
export const KEY_HEADER = 'X-MBX-APIKEY';

export const PREFIX = '/fapi';
export const V1 = `${PREFIX}/v1`;
/** Statistics. */
export const DATA_PREFIX = '/futures/data';
/** Paths outside futures that client libraries call while loading markets. */
export const WALLET_PREFIX = '/sapi/v1';
export const COIN_PREFIX = '/dapi/v1';

/** Makers of endpoints: `v1.openGet`, `v1.ownPost`, `v1.keyPut` and so on. */
export const v1 = endpointsUnder(V1);
export const v2 = endpointsUnder(`${PREFIX}/v2`);
export const v3 = endpointsUnder(`${PREFIX}/v3`);
export const data = endpointsUnder(DATA_PREFIX);
export const walletV1 = endpointsUnder(WALLET_PREFIX);
export const coinMarginedV1 = endpointsUnder(COIN_PREFIX);

/** The weight of a call for all contracts, less that of a call for one. */
export const extraForAll =
  (extra: number) =>
  (fields: Fields): number =>
    fields.has('symbol') ? 0 : extra;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Clients pace themselves by these numbers, so they hold for everybody. */
export const RATE_WINDOWS: readonly RateWindow[] = [
  { counts: 'weight', millis: MINUTE, limit: 2_400, header: 'X-MBX-USED-WEIGHT-1M' },
  { counts: 'order-calls', millis: MINUTE, limit: 1_200, header: 'X-MBX-ORDER-COUNT-1M' },
  { counts: 'orders', millis: 10 * SECOND, limit: 300, header: 'X-MBX-ORDER-COUNT-10S' },
];

export const RATE_LIMIT = record({
  rateLimitType: word(['REQUEST_WEIGHT', 'ORDERS'], 'What is counted'),
  interval: word(['SECOND', 'MINUTE'], 'The unit of its time'),
  intervalNum: integer('How many units', 1),
  limit: integer('How much may be used in that time', 2_400),
});

export const RATE_LIMITS: readonly Static<typeof RATE_LIMIT>[] = RATE_WINDOWS.map(
  ({ counts, millis, limit }) => ({
    rateLimitType: counts === 'weight' ? 'REQUEST_WEIGHT' : 'ORDERS',
    interval: millis < MINUTE ? 'SECOND' : 'MINUTE',
    intervalNum: Math.floor(millis / (millis < MINUTE ? SECOND : MINUTE)),
    limit,
  }),
);

export const ORDER_LIMITS = RATE_LIMITS.filter(({ rateLimitType }) => rateLimitType === 'ORDERS');

export const windowFields = () => ({
  startTime: ifSent(momentField('The earliest; the first rows from here on.')),
  endTime: ifSent(momentField('The latest.')),
});

export const rowsField = (max: number, fallback: number) =>
  ifSent(integerField('How many rows.', { default: fallback, min: 1, max }));

interface SentWindow {
  readonly startTime?: Millis;
  readonly endTime?: Millis;
}

/** Returns the rest of what is asked together with its window. */
export function readWindow<Rest extends object>(
  { startTime, endTime }: SentWindow,
  rest: Rest,
  lengthMax = Number.POSITIVE_INFINITY,
): (Rest & Window) | WireError {
  if (startTime !== undefined && endTime !== undefined) {
    if (endTime < startTime) return refusal('-1023', 'Start time is greater than end time.');
    if (endTime - startTime > lengthMax)
      return refusal('-1127', `Lookup interval is too big: at most ${lengthMax} ms.`);
  }
  return { ...rest, from: startTime ?? null, to: endTime ?? null };
}

export const oneOrAll = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, list(schema)]);

export const formatOneOrAll =
  <Row, Formed extends object>(format: (row: Row) => Formed) =>
  (rows: readonly Row[], { contract }: ContractsQuery): Formed | Formed[] => {
    if (contract === null) return rows.map(format);
    const [row] = rows;
    assert(row !== undefined, 'a contract has no row', contract.symbol);
    return format(row);
  };
