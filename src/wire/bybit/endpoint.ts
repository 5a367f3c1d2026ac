/** The paths, headers, budgets and the envelope of the Bybit v5 dialect. */

import { type TProperties, type TSchema, type TString, Type } from 'typebox';
import type { Visitor } from '../caller.ts';
import type { RateWindow } from '../dialect.ts';
import { endpointsUnder } from '../endpoint.ts';
import { integer, moment, record, records, word } from '../record-field.ts';

export const KEY_HEADER = 'X-BAPI-API-KEY';
export const SIGN_HEADER = 'X-BAPI-SIGN';
export const TIMESTAMP_HEADER = 'X-BAPI-TIMESTAMP';
export const WINDOW_HEADER = 'X-BAPI-RECV-WINDOW';

export const PREFIX = '/v5';
const SECOND = 1_000;

/** Clients pace themselves by the second one, which every private answer tells. */
export const RATE_WINDOWS: readonly RateWindow[] = [
  { counts: 'weight', millis: 5 * SECOND, limit: 600, header: 'X-Perpetua-Used-Weight-5S' },
  {
    counts: 'orders',
    millis: SECOND,
    limit: 20,
    header: 'X-Bapi-Limit-Status',
    left: { limit: 'X-Bapi-Limit', resetAt: 'X-Bapi-Limit-Reset-Timestamp' },
  },
];

/** Fields that are text. */
export const texts = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<Name, TString>;

const NO_EXTRA = record({});

/** Every answer: its result, in the same envelope. */
export const enveloped = <Result extends TSchema, Extra extends TSchema>(
  result: Result,
  extra: Extra | typeof NO_EXTRA = NO_EXTRA,
) =>
  record({
    retCode: integer('0', 0),
    retMsg: word(['OK'], 'Always OK'),
    result,
    retExtInfo: extra,
    time: moment('When it was answered'),
  });

export const answered = <Result, Extra extends object = Record<string, never>>(
  result: Result,
  { now }: Pick<Visitor, 'now'>,
  retExtInfo: Extra = {} as Extra,
) => ({ retCode: 0, retMsg: 'OK' as const, result, retExtInfo, time: now });

/** Makers of endpoints whose terms speak of the result: `v5.openGet`, `v5.ownGet`, `v5.ownPost`. */
export const v5 = endpointsUnder(PREFIX, { schemaOf: enveloped, format: answered });
/** Those whose envelope says more than its result. */
export const wholeV5 = endpointsUnder(PREFIX);

/** The answer of calls that change something and tell nothing. */
export const DONE = { response: NO_EXTRA, format: () => ({}) };

/** An object with a category and its rows, and where they go on. */
export const pagedRows = <Row extends TProperties>(row: Row) =>
  record({ ...texts('category', 'nextPageCursor'), list: records(row) });

/** The rows of one category. Only one of them is traded here; the others have none. */
export const categoryRows = <Row>(
  { category }: { readonly category: string },
  list: readonly Row[],
  nextPageCursor = '',
) => ({ category, nextPageCursor, list: [...list] });

export const LINEAR = 'linear';
