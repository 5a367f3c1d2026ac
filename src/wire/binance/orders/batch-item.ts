/** An item of a batch: an order, or the code and the text of an error. */
import { Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import { integer, record, text } from '../../record-field.ts';
import { formatBinanceError } from '../errors.ts';
import { AMENDED_RECORD } from './amend-order.ts';

export const ORDER_OR_ERROR = Type.Union([
  AMENDED_RECORD,
  record({
    code: integer('The code', -2_011),
    msg: text('What went wrong', 'Unknown order sent.'),
  }),
]);

export const itemOf = (item: object, { locale, now }: Pick<Caller, 'locale' | 'now'>): object =>
  isWireError(item) ? formatBinanceError(item, locale, now).body : item;
