/** What may be asked about an account, and of it. */
import { Type } from 'typebox';
import { BUSINESS_TYPES } from '../bill-kinds.ts';
import {
  codeField,
  decimalField,
  idField,
  integerField,
  momentField,
  textField,
} from '../field.ts';
import { symbolField } from './market-requests.ts';

const coinField = (description: string) =>
  Type.Optional(textField({ description, examples: ['USDT'], lengthMax: 16 }));

export const INCOME_BODY = Type.Object({
  asset: coinField('One coin; all where left out.'),
  currency: coinField('The same under the name that client libraries send.'),
  symbol: Type.Optional(symbolField('One contract; all where left out.')),
  incomeType: Type.Optional(
    codeField(BUSINESS_TYPES, { description: 'One kind of bill; all where left out.' }),
  ),
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
  limit: Type.Optional(
    integerField({ description: 'How many bills.', default: 20, min: 1, max: 100 }),
  ),
});

const marginType = (description: string) =>
  codeField(['CROSSED', 'ISOLATED'], { description, examples: ['CROSSED'] });

const leverageField = (description: string) =>
  Type.Optional(decimalField({ description, examples: [20] }));

export const LEVERAGE_BODY = Type.Object({
  symbol: symbolField(),
  marginType: Type.Optional(marginType('The margin mode; the current one where left out.')),
  crossLeverage: leverageField('Leverage of both sides, a whole number.'),
  isolatedLongLeverage: leverageField('Leverage of longs in isolated margin.'),
  isolatedShortLeverage: leverageField('Leverage of shorts in isolated margin.'),
});

export const MARGIN_TYPE_BODY = Type.Object({
  symbol: symbolField(),
  marginType: marginType('The margin mode.'),
  separatedType: Type.Optional(
    codeField(['COMBINED', 'SEPARATED'], {
      description: 'Fills of one direction make one position: COMBINED, the only one.',
      default: 'COMBINED',
    }),
  ),
});

export const POSITION_MARGIN_BODY = Type.Object({
  isolatedPositionId: idField('The `id` of an isolated position.'),
  amount: decimalField({ description: 'How much, above 0.', examples: ['12.5'] }),
  type: codeField(['1', '2'], { description: '1 adds, 2 removes.', examples: [1] }),
});
