/** openInterest and constituents. */
import type { Static } from 'typebox';
import type { FineTicks, Lots, Millis } from '../../../domain/units.ts';
import { ONE_CONTRACT, plainSymbolText } from '../../plain-fields.ts';
import { formatLots } from '../../quantity.ts';
import { decimal, list, moment, record, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { v1 } from '../endpoint.ts';
import { longFinePrice } from '../price-text.ts';

const OPEN_RECORD = record({
  symbol: plainSymbolText(),
  openInterest: decimal('Total long size in the base coin', '812.4400'),
  time: moment('When it was taken'),
});

interface OpenInterest {
  readonly size: Lots;
  readonly at: Millis;
}

export const OPEN_INTEREST = v1.openGet(1, {
  id: 'binanceOpenInterest',
  path: '/openInterest',
  ...ONE_CONTRACT,
  response: OPEN_RECORD,
  summary: 'Open interest',
  text: 'Total long size, which equals total short size.',
  format: ({ size, at }: OpenInterest, { contract }): Static<typeof OPEN_RECORD> => ({
    symbol: symbolOf(contract),
    openInterest: formatLots(contract, size),
    time: at,
  }),
});

const CONSTITUENTS_RECORD = record({
  symbol: plainSymbolText(),
  time: moment('When it was taken'),
  constituents: list(
    record({
      exchange: text('Where the price comes from', 'Perpetua'),
      symbol: plainSymbolText(),
      price: decimal('The price', '90797.16100000'),
      weight: decimal('Its part of the index', '1'),
    }),
  ),
});

interface IndexTold {
  readonly index: FineTicks;
  readonly at: Millis;
}

export const CONSTITUENTS = v1.openGet(2, {
  id: 'binanceConstituents',
  path: '/constituents',
  ...ONE_CONTRACT,
  response: CONSTITUENTS_RECORD,
  summary: 'What the index is made of',
  text: 'The one feed of the venue.',
  format: ({ index, at }: IndexTold, { contract }): Static<typeof CONSTITUENTS_RECORD> => ({
    symbol: symbolOf(contract),
    time: at,
    constituents: [
      {
        exchange: 'Perpetua',
        symbol: symbolOf(contract),
        price: longFinePrice(contract, index),
        weight: '1',
      },
    ],
  }),
});
