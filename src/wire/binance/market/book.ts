/** depth, rpiDepth, trades, historicalTrades and aggTrades: the book, and trades. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Trade } from '../../../views/trades.ts';
import { type ContractQuery, plainContractField, rowsQuery } from '../../contract-query.ts';
import { extraByRows } from '../../endpoint.ts';
import type { WireError } from '../../errors.ts';
import { idField, ifSent, meaningField } from '../../field.ts';
import { type DepthTold, levelPair, tradeFigures } from '../../market-text.ts';
import {
  decimal,
  flag,
  integer,
  levelPairField,
  list,
  moment,
  record,
} from '../../record-field.ts';
import { pictureId } from '../depth-ids.ts';
import { v1 } from '../endpoint.ts';
import { refusal } from '../errors.ts';
import { readWindow, rowsField, windowFields } from '../query.ts';

const LIMITS = [5, 10, 20, 50, 100, 500, 1_000];
const FALLBACK = 500;

const depthRequest = (fallback: number) => {
  const meanings = Object.fromEntries(LIMITS.map((limit) => [String(limit), limit]));
  const limit = meaningField<number>(meanings, 'Levels of each side.', {
    default: fallback,
    examples: [fallback],
  });
  return {
    ...rowsQuery(limit, fallback, plainContractField()),
    misread: (error: WireError) =>
      error.field === 'limit'
        ? refusal('-4021', `Invalid depth limit: it is one of ${LIMITS.join(', ')}.`)
        : error,
  };
};

const RECORD = record({
  lastUpdateId: integer('Fits the ids of the changes on the sockets', 2_402),
  E: moment('When it was sent'),
  T: moment('When it was taken'),
  bids: list(levelPairField()),
  asks: list(levelPairField()),
});

const formatDepth = ({ bids, asks, version, at }: DepthTold, { contract }: ContractQuery) => ({
  lastUpdateId: pictureId(version),
  E: at,
  T: at,
  bids: bids.map((level) => levelPair(contract, level)),
  asks: asks.map((level) => levelPair(contract, level)),
});

export const DEPTH = v1.openGet('/depth', 2, {
  extraWeight: extraByRows(
    [
      [51, 3],
      [101, 8],
      [501, 18],
    ],
    FALLBACK,
  ),
  id: 'binanceDepth',
  ...depthRequest(FALLBACK),
  response: RECORD,
  summary: 'The book',
  text: 'From the best price outward.',
  format: formatDepth,
});

export const RPI_DEPTH = v1.openGet('/rpiDepth', 20, {
  id: 'binanceRpiDepth',
  ...depthRequest(1_000),
  response: RECORD,
  summary: 'The book, as it is',
  text: 'There are no hidden orders of retail programs here: the same as `depth`.',
  format: formatDepth,
});

const TRADES_RECORD = record({
  id: integer('The trade', 9_001),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0160'),
  quoteQty: decimal('Value in the quote coin', '1440.00160'),
  time: moment('When it happened'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
  isRPITrade: flag('Always false'),
});

function tradeRecord(contract: Contract, trade: Trade): Static<typeof TRADES_RECORD> {
  const { price, size, value, isBuyerMaker } = tradeFigures(contract, trade);
  return {
    id: trade.number,
    price,
    qty: size,
    quoteQty: value,
    time: trade.at,
    isBuyerMaker,
    isRPITrade: false,
  };
}

const formatTrades = (trades: readonly Trade[], { contract }: ContractQuery) =>
  trades.map((trade) => tradeRecord(contract, trade));

const TRADES_FALLBACK = 500;
const NEWEST_ROWS = { fromId: null, fromPlace: null, from: null, to: null };

export const TRADES = v1.openGet('/trades', 5, {
  id: 'binanceTrades',
  request: Type.Object({
    symbol: plainContractField(),
    limit: rowsField(1_000, TRADES_FALLBACK),
  }),
  response: list(TRADES_RECORD),
  summary: 'Recent trades',
  text: 'Oldest first. The newest thousand are kept.',
  read: ({ symbol: contract, limit = TRADES_FALLBACK }) => ({ contract, limit, ...NEWEST_ROWS }),
  format: formatTrades,
});

export const HISTORICAL_TRADES = v1.keyGet('/historicalTrades', [200, 0], {
  id: 'binanceHistoricalTrades',
  request: Type.Object({
    symbol: plainContractField(),
    limit: rowsField(500, TRADES_FALLBACK),
    fromId: ifSent(idField('The first trade; the newest where left out.')),
  }),
  response: list(TRADES_RECORD),
  summary: 'Trades from an id on',
  text: 'Oldest first. The newest thousand are kept. The key is enough.',
  read: ({ symbol: contract, limit = TRADES_FALLBACK, fromId = null }) => ({
    contract,
    limit,
    ...NEWEST_ROWS,
    fromId,
  }),
  format: formatTrades,
});

const AGGREGATE = record({
  a: integer('The aggregate: they are counted without gaps', 8_997),
  p: decimal('Price', '90000.1'),
  q: decimal('Size in the base coin', '0.0160'),
  nq: decimal('The same: no order here is hidden', '0.0160'),
  f: integer('First trade', 9_001),
  l: integer('Last trade: the same', 9_001),
  T: moment('When it happened'),
  m: flag('Whether the buyer had been resting'),
});

/** Every trade is an aggregate of its own. */
export function aggregateRecord(contract: Contract, trade: Trade): Static<typeof AGGREGATE> {
  const { price, size, isBuyerMaker } = tradeFigures(contract, trade);
  const { place, number: id, at } = trade;
  return { a: place, p: price, q: size, nq: size, f: id, l: id, T: at, m: isBuyerMaker };
}

const HOUR = 3_600_000;

export const AGG_TRADES = v1.openGet('/aggTrades', 20, {
  id: 'binanceAggTrades',
  request: Type.Object({
    symbol: plainContractField(),
    fromId: ifSent(idField('The first aggregate.')),
    ...windowFields(),
    limit: rowsField(1_000, TRADES_FALLBACK),
  }),
  response: list(AGGREGATE),
  summary: 'Aggregate trades',
  text:
    'Oldest first. Every trade is an aggregate of its own. A window is at most an hour long; the ' +
    'newest thousand are kept.',
  read: (sent) => {
    const { symbol: contract, limit = TRADES_FALLBACK, fromId: fromPlace = null } = sent;
    return readWindow(sent, { contract, limit, fromId: null, fromPlace }, HOUR);
  },
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => aggregateRecord(contract, trade)),
});
