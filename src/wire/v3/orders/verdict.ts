/** The result fields that every answer of an order endpoint has. */

import type { OrderId } from '../../../domain/ids.ts';
import { voicelessText, type WireError } from '../../errors.ts';
import type { Locale } from '../../locale.ts';
import { flag, integer, record, text } from '../../record-field.ts';
import { v3CodeOf } from '../error-codes.ts';

/** The error text has both names that clients look for. */
export const verdict = {
  success: flag('Whether it was done'),
  errorCode: text('The code of the error; empty on success', ''),
  errorMessage: text('Why it failed; empty on success', ''),
  errorMsg: text('The same', ''),
};

export const DONE = { success: true, errorCode: '', errorMessage: '', errorMsg: '' } as const;

/** Returns the fields of a failure. Clients take an empty code for success. */
export function refused(error: WireError, locale: Locale) {
  const said = voicelessText(error, locale);
  return { success: false, errorCode: v3CodeOf(error), errorMessage: said, errorMsg: said };
}

export const ORDER_DONE = record({ orderId: integer('The order', 1_000_042), ...verdict });

export const orderDone = (order: OrderId) => ({ orderId: order, ...DONE });
