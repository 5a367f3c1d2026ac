/** Fields that several order endpoints share. */
import { Type } from 'typebox';
import { CLIENT_ORDER_ID_LENGTH_MAX } from '../../../domain/limits.ts';
import type { MarginMode } from '../../../domain/margin.ts';
import {
  CLIENT_ID_CHARACTERS,
  contractField,
  integerField,
  meaningField,
  priceField,
  textField,
} from '../../field.ts';
import { DIRECTIONS, MARGIN_MODES } from '../codes.ts';

export const PAGE_MAX = 100;

export const clientOrderIdField = () =>
  Type.Optional(
    textField({
      description:
        'The caller’s own id of the order. At most 40 of letters, digits and `. _ : # / -`.',
      examples: ['my-order-1'],
      lengthMax: CLIENT_ORDER_ID_LENGTH_MAX,
      characters: CLIENT_ID_CHARACTERS,
    }),
  );

export const ORDER_SIZE = {
  description: 'Size in the base coin, a multiple of the step of the contract.',
  examples: ['0.0100'],
};

export const directionField = () =>
  meaningField(DIRECTIONS, {
    description: '1 open long, 2 open short, 3 close long, 4 close short.',
    examples: ['1'],
  });

export const triggerPriceField = (description: string) =>
  priceField({ description, examples: ['90000.0'] }, 'trigger-price-invalid');

export const orderMarginMode = () =>
  Type.Optional(
    meaningField<MarginMode>(MARGIN_MODES, {
      description:
        'Margin mode: 1 cross, 3 isolated. Where given it must be the current one of the contract.',
      examples: [1],
    }),
  );

export const optionalContract = () =>
  Type.Optional(contractField('One contract; all where left out.'));

export const pageField = (description: string) =>
  Type.Optional(integerField({ description, default: PAGE_MAX, min: 1, max: PAGE_MAX }));
