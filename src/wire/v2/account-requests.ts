/** What may be asked about an account, and of it. */
import { Type } from 'typebox';
import { BUSINESS_TYPES } from '../bill-kinds.ts';
import {
  codeField,
  decimalField,
  idField,
  integerField,
  momentField,
  signedDecimalField,
  symbolField,
  textField,
} from '../field.ts';
import { MARGIN_MODE_CODES } from './codes.ts';

export const COIN_QUERY = Type.Object({
  coin: textField({ description: 'The coin.', examples: ['USDT'], lengthMax: 16 }),
});

/** The older name of the same question numbers the coin. */
export const COIN_ID_QUERY = Type.Object({
  coinId: Type.Optional(codeField(['2'], { description: 'The coin: 2 is USDT.', default: 2 })),
});

export const BILLS_BODY = Type.Object({
  coin: Type.Optional(
    textField({ description: 'One coin; all where empty.', examples: ['USDT'], lengthMax: 16 }),
  ),
  symbol: Type.Optional(symbolField('One contract; all where empty.')),
  businessType: Type.Optional(
    codeField(BUSINESS_TYPES, { description: 'One kind of bill; all where empty.' }),
  ),
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
  limit: Type.Optional(
    integerField({ description: 'How many bills.', default: 20, min: 1, max: 100 }),
  ),
});

export const marginModeField = (description = 'Margin mode: 1 cross, 3 isolated.') =>
  codeField(MARGIN_MODE_CODES, { description, examples: [1] });

const leverageField = (description: string) => decimalField({ description, examples: ['20'] });

export const LEVERAGE_BODY = Type.Object({
  symbol: symbolField(),
  marginMode: Type.Optional(
    marginModeField('Margin mode: 1 cross, 3 isolated; the current one where left out.'),
  ),
  longLeverage: leverageField('Leverage of long positions, a whole number.'),
  shortLeverage: Type.Optional(
    leverageField('Leverage of short positions; that of long positions where left out.'),
  ),
});

export const ADJUST_MARGIN_BODY = Type.Object({
  coinId: Type.Optional(codeField(['2'], { description: 'The coin: 2 is USDT.', default: 2 })),
  isolatedPositionId: idField('The `id` of an isolated position.'),
  collateralAmount: signedDecimalField({
    description: 'Margin to add; negative to remove.',
    examples: ['12.5', '-3'],
  }),
});

export const HOLD_MODEL_BODY = Type.Object({
  symbol: symbolField(),
  marginMode: marginModeField(),
  separatedMode: Type.Optional(
    codeField(['1'], { description: 'Position mode: 1 combined, the only one.', default: 1 }),
  ),
});
