/** market/symbolPrice and market/openInterest. */
import type { Static } from 'typebox';
import type { FineTicks, Lots, Millis, Ticks } from '../../../domain/units.ts';
import { priceText } from '../../amount-text.ts';
import { priceQuery } from '../../market-query.ts';
import { ONE_CONTRACT, plainContractField, plainSymbolText } from '../../plain-fields.ts';
import { formatFineTicks, formatLots } from '../../quantity.ts';
import { decimal, moment, record } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { openGet } from '../endpoint.ts';

const PRICE_RECORD = record({
  symbol: plainSymbolText(),
  price: decimal('The price', '90797.161'),
  time: moment('When it was taken'),
});

interface Prices {
  readonly index: FineTicks;
  readonly mark: Ticks;
  readonly at: Millis;
}

export const SYMBOL_PRICE = openGet(1, {
  id: 'v3MarketSymbolPrice',
  path: '/market/symbolPrice',
  ...priceQuery(plainContractField()),
  response: PRICE_RECORD,
  summary: 'Index or mark price',
  text: 'The index is the outside price; margin is computed from the mark.',
  format: (prices: Prices, { contract, price }): Static<typeof PRICE_RECORD> => ({
    symbol: symbolOf(contract),
    price:
      price === 'index'
        ? formatFineTicks(contract, prices.index)
        : priceText(contract, prices.mark),
    time: prices.at,
  }),
});

const OPEN_RECORD = record({
  symbol: plainSymbolText(),
  openInterest: decimal('Total long size in the base coin', '812.4400'),
  time: moment('When it was taken'),
});

interface OpenInterest {
  readonly size: Lots;
  readonly at: Millis;
}

export const OPEN_INTEREST = openGet(2, {
  id: 'v3MarketOpenInterest',
  path: '/market/openInterest',
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
