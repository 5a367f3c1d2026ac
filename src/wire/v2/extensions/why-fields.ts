/** Fields that the endpoints about liquidations and about funding share. */
import { Type } from 'typebox';
import { isWireError } from '../../errors.ts';
import { integerField, momentField } from '../../field.ts';
import { parseWindow } from '../../parse-window.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { decimal, text, word } from '../../record-field.ts';

export const WHY_QUERY = Type.Object({
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
  limit: Type.Optional(
    integerField({ description: 'How many records.', default: 20, min: 1, max: 100 }),
  ),
});

export function readWhy(_caller: unknown, fields: Fields) {
  const asked = readRequest(WHY_QUERY, fields);
  if (isWireError(asked)) return asked;
  const window = parseWindow(asked);
  return isWireError(window) ? window : { ...window, limit: asked.limit ?? 20 };
}

export const symbolText = () => text('The contract', 'cmt_btcusdt');
export const amountText = (description: string) => decimal(description, '1000.00000000');
export const price = (description: string) => decimal(description, '90000.0');
export const size = (description: string) => decimal(description, '0.0200');
export const side = () => word(['LONG', 'SHORT'], 'Side of the position');
export const scope = () =>
  word(['SHARED', 'ISOLATED'], 'The cross account, or one isolated position');
