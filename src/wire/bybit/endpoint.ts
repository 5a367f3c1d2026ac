/** The paths, headers, budgets and the envelope of the Bybit v5 dialect, and what calls share. */

import { type TProperties, type TSchema, type TString, Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { Window } from '../../domain/history.ts';
import { DAY } from '../../domain/limits.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Visitor } from '../caller.ts';
import { plainContractField } from '../contract-query.ts';
import type { RateWindow } from '../dialect.ts';
import { endpointsUnder } from '../endpoint.ts';
import { isWireError, type WireError } from '../errors.ts';
import { codeField, ifSent, integerField, momentField, textField } from '../field.ts';
import type { ListPlace } from '../order-target.ts';
import { integer, moment, record, records, word } from '../record-field.ts';
import { wrong } from './errors.ts';

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

const CATEGORIES = ['linear', 'spot', 'inverse', 'option'] as const;

/** Reads have empty lists for what is not traded here. */
export const anyCategory = () =>
  codeField(CATEGORIES, 'What is asked for; only linear has anything.', 'linear');
export const linearCategory = () => codeField(['linear'], 'Always linear.', 'linear');

export const symbolIn = () => plainContractField();
export const symbolOrAll = () =>
  ifSent(plainContractField('One contract; all of them where left out.'));

/** Coins narrow nothing down that is not one contract anyway. */
export const coinFields = () => ({
  baseCoin: ifSent(textField('The base coin.', { lengthMax: 20, examples: ['BTC'] })),
  settleCoin: ifSent(textField('The coin of settlement.', { lengthMax: 20, examples: ['USDT'] })),
});

const ROWS_SENT_MAX = 1_000_000;

/** More than the maximum is cut, not refused. */
export const rowsField = (max: number, fallback: number) =>
  ifSent(
    integerField(`How many rows, ${max} at most.`, {
      default: fallback,
      min: 0,
      max: ROWS_SENT_MAX,
    }),
  );

export const rowsAsked = (sent: number | undefined, max: number, fallback: number): number =>
  Math.min(max, sent === undefined || sent === 0 ? fallback : sent);

/** Of a category that is not traded here there are none. */
export const rowsWanted = (
  { category, limit }: { readonly category: string; readonly limit?: number },
  max: number,
  fallback: number,
): number => (category === LINEAR ? rowsAsked(limit, max, fallback) : 0);

export const windowFields = () => ({
  startTime: ifSent(momentField('The earliest.')),
  endTime: ifSent(momentField('The latest.')),
});

interface SentWindow {
  readonly startTime?: Millis;
  readonly endTime?: Millis;
}

export const WEEK = 7 * DAY;

/** A window of at most a week. Where nothing is sent, the last one. */
export function readWindow(
  { startTime, endTime }: SentWindow,
  usual: number,
  venueNow: Millis,
): Window | WireError {
  if (startTime !== undefined && endTime !== undefined) {
    if (endTime < startTime) return wrong('endTime', 'lies before startTime');
    if (endTime - startTime > WEEK)
      return wrong('endTime', 'lies more than 7 days after startTime');
  }
  if (startTime === undefined)
    return { from: millis(Math.max(0, (endTime ?? venueNow) - usual)), to: endTime ?? null };
  return { from: startTime, to: endTime ?? millis(startTime + WEEK) };
}

export const cursorField = () =>
  ifSent(
    textField('Where the page before ended.', { lengthMax: 60, examples: ['1767225600000:4821'] }),
  );

export function readCursor(sent: string | undefined): ListPlace | null | WireError {
  if (sent === undefined) return null;
  const [, at, id] = /^(\d{1,16})(?::|%3A)(\d{1,16})$/i.exec(sent) ?? [];
  return at === undefined || id === undefined
    ? wrong('cursor', 'is none that the venue gave')
    : { at: millis(Number(at)), id: Number(id) };
}

export const cursorText = (place: ListPlace | null): string =>
  place === null ? '' : `${place.at}:${place.id}`;

interface ListSent extends SentWindow {
  readonly category: string;
  readonly symbol?: Contract;
  readonly cursor?: string;
  readonly limit?: number;
}

interface ListTerms {
  readonly max: number;
  readonly fallback: number;
  readonly usual: number;
}

/** What a list of one's own history is asked for. */
export function readList(sent: ListSent, terms: ListTerms, venueNow: Millis) {
  const window = readWindow(sent, terms.usual, venueNow);
  if (isWireError(window)) return window;
  const before = readCursor(sent.cursor);
  if (isWireError(before)) return before;
  const { category } = sent;
  const limit = rowsWanted(sent, terms.max, terms.fallback);
  return { contract: sent.symbol ?? null, category, before, limit, ...window };
}
