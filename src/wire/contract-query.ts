/** Queries that name a contract, and fields of dialects that write symbols plainly: `BTCUSDT`. */

import { type TUnsafe, Type } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { PriceKind } from '../views/candles.ts';
import {
  contractField,
  integerField,
  contractField as listedContract,
  meaningField,
} from './field.ts';
import { text, word } from './record-field.ts';

export interface ContractQuery {
  readonly contract: Contract;
}

/** A null contract means all contracts. */
export interface ContractsQuery {
  readonly contract: Contract | null;
}

/** Returns the request and the reader of an endpoint that needs a contract. */
export const oneContract = (symbol = contractField()) => ({
  request: Type.Object({ symbol }),
  read: (sent: { readonly symbol: Contract }): ContractQuery => ({ contract: sent.symbol }),
});

/** Returns the same with an optional contract. */
export const anyContract = (
  symbol = contractField('One contract; all of them where it is left out.'),
) => ({
  request: Type.Object({ symbol: Type.Optional(symbol) }),
  read: (sent: { readonly symbol?: Contract }): ContractsQuery => ({
    contract: sent.symbol ?? null,
  }),
});

/** Returns the request and the reader of an endpoint without fields. */
export const everything = () => ({
  request: Type.Object({}),
  read: (): ContractsQuery => ({ contract: null }),
});

interface SentRows {
  readonly symbol: Contract;
  readonly limit?: number;
}

/** Returns the request and the reader of an endpoint with a number of rows of a contract. */
export const rowsQuery = (
  limit: TUnsafe<number>,
  fallback: number,
  symbol: TUnsafe<Contract> = contractField(),
) => ({
  request: Type.Object({ symbol, limit: Type.Optional(limit) }),
  read: (sent: SentRows) => ({ contract: sent.symbol, limit: sent.limit ?? fallback }),
});

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
  return {
    request: Type.Object({ symbol, priceType: Type.Optional(priceType) }),
    read: (sent: { readonly symbol: Contract; readonly priceType?: 'index' | 'mark' }) => ({
      contract: sent.symbol,
      price: sent.priceType ?? 'index',
    }),
  };
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

export const plainContractField = (description = 'The contract, for example `BTCUSDT`.') =>
  listedContract(description, 'BTCUSDT');

/** Request and reader of endpoints where the contract is required, and where it is optional. */
export const ONE_CONTRACT = oneContract(plainContractField());
export const ANY_CONTRACT = anyContract(
  plainContractField('One contract; all of them where it is left out.'),
);

export const plainSymbolText = () => text('The contract', 'BTCUSDT');
export const coin = () => text('The coin', 'USDT');
export const marginType = () => word(['CROSSED', 'ISOLATED'], 'Cross or isolated margin');
