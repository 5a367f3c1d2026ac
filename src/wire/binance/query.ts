/** Windows of time in queries, and answers about one contract or all. */

import { type TSchema, Type } from 'typebox';
import { assert } from '../../domain/assert.ts';
import type { Window } from '../../domain/history.ts';
import type { Millis } from '../../domain/units.ts';
import type { ContractsQuery } from '../endpoint.ts';
import type { WireError } from '../errors.ts';
import { ifSent, integerField, momentField } from '../field.ts';
import { list } from '../record-field.ts';
import { refusal } from './errors.ts';

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
