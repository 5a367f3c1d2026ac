/** What may be asked about the market. */
import { Type } from 'typebox';
import { INTERVALS } from '../../views/interval.ts';
import { codeField, integerField, momentField, textField } from '../field.ts';

export const NO_REQUEST = Type.Object({});

export const symbolField = (description = 'The contract, for example `BTCUSDT`.') =>
  textField({ description, examples: ['BTCUSDT'], lengthMax: 32 });

export const SYMBOL_QUERY = Type.Object({ symbol: symbolField() });

export const OPTIONAL_SYMBOL_QUERY = Type.Object({
  symbol: Type.Optional(symbolField('One contract; all of them where it is left out.')),
});

export const DEPTH_QUERY = Type.Object({
  symbol: symbolField(),
  limit: Type.Optional(
    codeField(['15', '200'], { description: 'Levels of each side.', default: 15, examples: [15] }),
  ),
});

export const TRADES_QUERY = Type.Object({
  symbol: symbolField(),
  limit: Type.Optional(
    integerField({ description: 'How many trades.', default: 100, min: 1, max: 1_000 }),
  ),
});

const interval = () =>
  codeField(INTERVALS, { description: 'Length of a candle.', examples: ['1m'] });

export const KLINES_QUERY = Type.Object({
  symbol: symbolField(),
  interval: interval(),
  limit: Type.Optional(
    integerField({ description: 'How many candles.', default: 100, min: 1, max: 1_000 }),
  ),
});

export const HISTORY_KLINES_QUERY = Type.Object({
  symbol: symbolField(),
  interval: interval(),
  startTime: Type.Optional(momentField('Candles from here on.')),
  endTime: Type.Optional(momentField('Candles that begin before this moment.')),
  limit: Type.Optional(
    integerField({ description: 'How many candles.', default: 100, min: 1, max: 100 }),
  ),
  priceType: Type.Optional(
    codeField(['LAST', 'MARK', 'INDEX'], {
      description: 'Which price the candles follow.',
      default: 'LAST',
    }),
  ),
});

export const SYMBOL_PRICE_QUERY = Type.Object({
  symbol: symbolField(),
  priceType: Type.Optional(
    codeField(['INDEX', 'MARK'], { description: 'Which price.', default: 'INDEX' }),
  ),
});

export const FUNDING_RATE_QUERY = Type.Object({
  symbol: symbolField(),
  startTime: Type.Optional(momentField('The earliest settlement.')),
  endTime: Type.Optional(momentField('The latest settlement.')),
  limit: Type.Optional(
    integerField({ description: 'How many settlements.', default: 100, min: 1, max: 1_000 }),
  ),
});
