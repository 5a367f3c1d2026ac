/** perpetua/sparklines: the last day of every contract in a few prices. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FineTicks, Millis } from '../../../domain/units.ts';
import { candlePriceText } from '../../market-text.ts';
import { decimal, list, moment, record } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';
import { symbolText } from './why-fields.ts';

const RECORD = record({
  symbol: symbolText(),
  time: moment('When the first half hour began'),
  closes: list(decimal('The last price of each half hour, oldest first', '90000.0')),
});

interface DayOfPrices {
  readonly contract: Contract;
  readonly candles: readonly { readonly openAt: Millis; readonly close: FineTicks }[];
}

export const SPARKLINES = openGet(5, {
  id: 'perpetuaSparklines',
  path: '/perpetua/sparklines',
  request: Type.Object({}),
  response: list(RECORD),
  summary: 'The last day of every contract in a few prices',
  text:
    'The last price of each half hour of the last 24 hours. Contracts that never traded are ' +
    'left out.',
  read: () => ({ interval: '30m', limit: 48 }) as const,
  format: (days: readonly DayOfPrices[]): Static<typeof RECORD>[] =>
    days.flatMap(({ contract, candles }) => {
      const [first] = candles;
      if (first === undefined) return [];
      const closes = candles.map(({ close }) => candlePriceText(contract, 'last', close));
      return { symbol: contract.symbol, time: first.openAt, closes };
    }),
});
