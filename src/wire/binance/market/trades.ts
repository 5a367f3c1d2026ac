/** trades, historicalTrades and aggTrades: public trades, oldest first. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Trade } from '../../../views/trades.ts';
import type { Visitor } from '../../caller.ts';
import type { ContractQuery } from '../../contract-query.ts';
import { isWireError } from '../../errors.ts';
import { idField } from '../../field.ts';
import { tradeFigures } from '../../market-text.ts';
import { plainContractField } from '../../plain-fields.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { decimal, flag, integer, list, moment, record } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';
import { readWindow, rowsField, windowFields } from '../window.ts';

const RECORD = record({
  id: integer('The trade', 9_001),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0160'),
  quoteQty: decimal('Value in the quote coin', '1440.00160'),
  time: moment('When it happened'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
  isRPITrade: flag('Always false'),
});

function tradeRecord(contract: Contract, trade: Trade): Static<typeof RECORD> {
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

const FALLBACK = 500;

const NEWEST = Type.Object({ symbol: plainContractField(), limit: rowsField(1_000, FALLBACK) });

export const TRADES = v1.openGet(5, {
  id: 'binanceTrades',
  path: '/trades',
  request: NEWEST,
  response: list(RECORD),
  summary: 'Recent trades',
  text: 'Oldest first. The newest thousand are kept.',
  read: (visitor, fields) => {
    const asked = readRequest(NEWEST, fields, visitor);
    if (isWireError(asked)) return asked;
    const { symbol: contract, limit = FALLBACK } = asked;
    return { contract, limit, fromId: null, fromPlace: null, from: null, to: null };
  },
  format: formatTrades,
});

const OLDER = Type.Object({
  symbol: plainContractField(),
  limit: rowsField(500, FALLBACK),
  fromId: Type.Optional(idField('The first trade; the newest where left out.')),
});

export const HISTORICAL_TRADES = v1.keyGet([200, 0], {
  id: 'binanceHistoricalTrades',
  path: '/historicalTrades',
  request: OLDER,
  response: list(RECORD),
  summary: 'Trades from an id on',
  text: 'Oldest first. The newest thousand are kept. The key is enough.',
  read: (visitor, fields) => {
    const asked = readRequest(OLDER, fields, visitor);
    if (isWireError(asked)) return asked;
    const { symbol: contract, limit = FALLBACK, fromId = null } = asked;
    return { contract, limit, fromId, fromPlace: null, from: null, to: null };
  },
  format: formatTrades,
});

const AGGREGATE_QUERY = Type.Object({
  symbol: plainContractField(),
  fromId: Type.Optional(idField('The first aggregate.')),
  ...windowFields(),
  limit: rowsField(1_000, FALLBACK),
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

function readAggregates(visitor: Visitor, fields: Fields) {
  const asked = readRequest(AGGREGATE_QUERY, fields, visitor);
  if (isWireError(asked)) return asked;
  const window = readWindow(asked, HOUR);
  if (isWireError(window)) return window;
  const { symbol: contract, limit = FALLBACK, fromId = null } = asked;
  return { contract, limit, fromId: null, fromPlace: fromId, ...window };
}

export const AGG_TRADES = v1.openGet(20, {
  id: 'binanceAggTrades',
  path: '/aggTrades',
  request: AGGREGATE_QUERY,
  response: list(AGGREGATE),
  summary: 'Aggregate trades',
  text:
    'Oldest first. Every trade is an aggregate of its own. A window is at most an hour long; the ' +
    'newest thousand are kept.',
  read: readAggregates,
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => aggregateRecord(contract, trade)),
});
