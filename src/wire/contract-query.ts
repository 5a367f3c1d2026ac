/** Queries that name a contract, and fields of dialects that write symbols plainly: `BTCUSDT`. */

import { type Static, type TUnsafe, Type } from 'typebox';
import type { SetAutoTopUp } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { PriceKind } from '../views/candles.ts';
import type { Caller } from './caller.ts';
import type { ContractsQuery } from './endpoint.ts';
import {
  contractField,
  flagField,
  ifSent,
  integerField,
  meaningField,
  positionField,
} from './field.ts';
import type { OpenInterestTold } from './market-text.ts';
import { formatLots } from './quantity.ts';
import { decimal, moment, record, text, word } from './record-field.ts';
import { symbolOf } from './symbol.ts';

export interface ContractQuery {
  readonly contract: Contract;
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
  request: Type.Object({ symbol: ifSent(symbol) }),
  read: (sent: { readonly symbol?: Contract }): ContractsQuery => ({
    contract: sent.symbol ?? null,
  }),
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
  request: Type.Object({ symbol, limit: ifSent(limit) }),
  read: (sent: SentRows) => ({ contract: sent.symbol, limit: sent.limit ?? fallback }),
});

export const depthQuery = (symbol?: TUnsafe<Contract>) => {
  const note = { default: 15, examples: [15] };
  const limit = meaningField<number>({ '15': 15, '200': 200 }, 'Levels of each side.', note);
  return rowsQuery(limit, 15, symbol);
};

export const tradesQuery = (symbol?: TUnsafe<Contract>) =>
  rowsQuery(integerField('How many trades.', { default: 100, min: 1, max: 1_000 }), 100, symbol);

/** Returns the request and the reader of an endpoint for the index or the mark price. */
export const priceQuery = (symbol: TUnsafe<Contract> = contractField()) => {
  const priceType = meaningField<'index' | 'mark'>(
    { INDEX: 'index', MARK: 'mark' },
    'Which price.',
    { default: 'INDEX' },
  );
  return {
    request: Type.Object({ symbol, priceType: ifSent(priceType) }),
    read: (sent: { readonly symbol: Contract; readonly priceType?: 'index' | 'mark' }) => ({
      contract: sent.symbol,
      price: sent.priceType ?? 'index',
    }),
  };
};

export const CANDLES_FALLBACK = 100;

export const candleLimitField = (max: number) =>
  ifSent(integerField('How many candles.', { default: CANDLES_FALLBACK, min: 1, max }));

export const candlePriceField = () =>
  ifSent(
    meaningField<PriceKind>(
      { LAST: 'last', MARK: 'mark', INDEX: 'index' },
      'Which price the candles follow.',
      { default: 'LAST' },
    ),
  );

export const plainContractField = (description = 'The contract, for example `BTCUSDT`.') =>
  contractField(description, 'BTCUSDT');

/** Request and reader of endpoints where the contract is required, and where it is optional. */
export const ONE_CONTRACT = oneContract(plainContractField());
export const ANY_CONTRACT = anyContract(
  plainContractField('One contract; all of them where it is left out.'),
);

export const plainSymbolText = () => text('The contract', 'BTCUSDT');
export const coin = () => text('The coin', 'USDT');
export const marginType = () => word(['CROSSED', 'ISOLATED'], 'Cross or isolated margin');

/** The endpoint for open interest, without its id and path. */
export const OPEN_INTEREST_TERMS = {
  ...ONE_CONTRACT,
  response: record({
    symbol: plainSymbolText(),
    openInterest: decimal('Total long size in the base coin', '812.4400'),
    time: moment('When it was taken'),
  }),
  summary: 'Open interest',
  text: 'Total long size, which equals total short size.',
  format: ({ size, at }: OpenInterestTold, { contract }: ContractQuery) => ({
    symbol: symbolOf(contract),
    openInterest: formatLots(contract, size),
    time: at,
  }),
};

const AUTO_APPEND = Type.Object({
  positionId: positionField('The `id` of an isolated position.'),
  autoAppendMargin: flagField('Whether the position draws missing margin from the wallet.', true),
});

/** The endpoint for the automatic top-up of an isolated position, likewise. */
export const AUTO_APPEND_TERMS = {
  request: AUTO_APPEND,
  summary: 'Switch automatic top-up of an isolated position',
  text:
    'When on, a position that is short of margin draws it from the wallet before it is ' +
    'liquidated.',
  read: (
    { positionId: place, autoAppendMargin: enabled }: Static<typeof AUTO_APPEND>,
    { account }: Caller,
  ): SetAutoTopUp => ({ kind: 'set-auto-top-up', account, ...place, enabled }),
};
