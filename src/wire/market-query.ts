/** Market queries that are the same in every dialect. */
import { type TUnsafe, Type } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { PriceKind } from '../views/candles.ts';
import type { Visitor } from './caller.ts';
import { isWireError } from './errors.ts';
import { contractField, integerField, meaningField } from './field.ts';
import { type Fields, readRequest } from './read-request.ts';

/** Returns the request and the reader of an endpoint with a number of rows of a contract. */
export const rowsQuery = (
  limit: TUnsafe<number>,
  fallback: number,
  symbol: TUnsafe<Contract> = contractField(),
) => {
  const request = Type.Object({ symbol, limit: Type.Optional(limit) });
  const read = (visitor: Visitor, fields: Fields) => {
    const asked = readRequest(request, fields, visitor);
    return isWireError(asked) ? asked : { contract: asked.symbol, limit: asked.limit ?? fallback };
  };
  return { request, read };
};

export const depthQuery = (symbol?: TUnsafe<Contract>) => {
  const note = { description: 'Levels of each side.', default: 15, examples: [15] };
  return rowsQuery(meaningField<number>({ '15': 15, '200': 200 }, note), 15, symbol);
};

export const tradesQuery = (symbol?: TUnsafe<Contract>) =>
  rowsQuery(
    integerField({ description: 'How many trades.', default: 100, min: 1, max: 1_000 }),
    100,
    symbol,
  );

/** Returns the request and the reader of an endpoint for the index or the mark price. */
export const priceQuery = (symbol: TUnsafe<Contract> = contractField()) => {
  const priceType = meaningField<'index' | 'mark'>(
    { INDEX: 'index', MARK: 'mark' },
    { description: 'Which price.', default: 'INDEX' },
  );
  const request = Type.Object({ symbol, priceType: Type.Optional(priceType) });
  const read = (visitor: Visitor, fields: Fields) => {
    const asked = readRequest(request, fields, visitor);
    if (isWireError(asked)) return asked;
    return { contract: asked.symbol, price: asked.priceType ?? 'index' };
  };
  return { request, read };
};

export const CANDLES_FALLBACK = 100;

export const candleLimitField = (max: number) =>
  Type.Optional(
    integerField({ description: 'How many candles.', default: CANDLES_FALLBACK, min: 1, max }),
  );

export const candlePriceField = () =>
  Type.Optional(
    meaningField<PriceKind>(
      { LAST: 'last', MARK: 'mark', INDEX: 'index' },
      { description: 'Which price the candles follow.', default: 'LAST' },
    ),
  );
