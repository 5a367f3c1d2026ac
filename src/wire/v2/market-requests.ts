/** What may be asked about the market: the queries of the public endpoints. */
import { Type } from 'typebox';
import { codeField, integerField, symbolField, textField } from '../field.ts';
import { GRANULARITIES } from './codes.ts';

export const NO_REQUEST = Type.Object({});

export const SYMBOL_QUERY = Type.Object({ symbol: symbolField() });

export const OPTIONAL_SYMBOL_QUERY = Type.Object({
  symbol: Type.Optional(symbolField('One contract; all of them where it is left out.')),
});

export const DEPTH_LIMITS = ['15', '200'] as const;

export const DEPTH_QUERY = Type.Object({
  symbol: symbolField(),
  limit: Type.Optional(
    codeField(DEPTH_LIMITS, { description: 'Levels of each side.', default: 15, examples: [15] }),
  ),
});

export const TRADES_QUERY = Type.Object({
  symbol: symbolField(),
  limit: Type.Optional(
    integerField({ description: 'How many trades.', default: 100, min: 1, max: 1_000 }),
  ),
});

const granularity = () =>
  codeField(GRANULARITIES, { description: 'Length of a candle.', examples: ['1m'] });

const candlePrice = () =>
  Type.Optional(
    codeField(['LAST', 'MARK', 'INDEX'], {
      description: 'Which price the candles follow.',
      default: 'LAST',
    }),
  );

export const CANDLES_QUERY = Type.Object({
  symbol: symbolField(),
  granularity: granularity(),
  limit: Type.Optional(
    integerField({ description: 'How many candles.', default: 100, min: 1, max: 1_000 }),
  ),
  priceType: candlePrice(),
});

const candleTime = (description: string) =>
  textField({
    description: `${description} Unix time in milliseconds; anything else is ignored.`,
    examples: ['1767225600000'],
    lengthMax: 64,
  });

export const HISTORY_CANDLES_QUERY = Type.Object({
  symbol: symbolField(),
  granularity: granularity(),
  startTime: Type.Optional(candleTime('Candles from here on; ignored where endTime is given.')),
  endTime: Type.Optional(candleTime('Candles before this moment.')),
  limit: Type.Optional(
    integerField({ description: 'How many candles.', default: 100, min: 1, max: 100 }),
  ),
  priceType: candlePrice(),
});

export const INDEX_QUERY = Type.Object({
  symbol: symbolField(),
  priceType: Type.Optional(
    codeField(['INDEX', 'MARK'], { description: 'Which price.', default: 'INDEX' }),
  ),
});

export const FUNDING_HISTORY_QUERY = Type.Object({
  symbol: symbolField(),
  limit: Type.Optional(
    integerField({ description: 'How many settlements.', default: 10, min: 1, max: 100 }),
  ),
});
