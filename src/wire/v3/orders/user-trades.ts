/** GET userTrades: the fills of the account. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import { isWireError } from '../../errors.ts';
import { orderIdField } from '../../field.ts';
import { type FillsPage, fillFigures } from '../../fill-figures.ts';
import { plainSymbolText } from '../../plain-fields.ts';
import { formatTicks } from '../../quantity.ts';
import { readRequest } from '../../read-request.ts';
import { decimal, flag, integer, list, moment, record, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { ownGet } from '../endpoint.ts';
import { LIMIT_FALLBACK, limitOf, listQuery, windowFields } from './order-fields.ts';
import { positionSide, side } from './order-record.ts';

const QUERY = Type.Object({
  ...windowFields,
  orderId: Type.Optional(orderIdField('The fills of one order.')),
  limit: limitOf(100, LIMIT_FALLBACK),
});

const RECORD = record({
  id: integer('The fill', 2_000_042),
  orderId: integer('The order', 1_000_042),
  symbol: plainSymbolText(),
  buyer: flag('Whether it bought'),
  commission: decimal('Fee paid', '0.35340409'),
  commissionAsset: text('In which coin', 'USDT'),
  maker: flag('Whether the order had been resting'),
  price: decimal('Price', '95000.0'),
  qty: decimal('Size in the base coin', '0.0093'),
  quoteQty: decimal('Value in the quote coin', '883.51023000'),
  realizedPnl: decimal('Result realised by closing', '0'),
  side: side(),
  positionSide: positionSide(),
  time: moment('When it happened'),
});

function tradeRecord(contract: Contract, fill: FillRow): Static<typeof RECORD> {
  const figures = fillFigures(contract, fill);
  return {
    id: fill.trade,
    orderId: fill.order,
    symbol: symbolOf(contract),
    buyer: fill.side === 'buy',
    commission: figures.fillFee,
    commissionAsset: COIN_NAME,
    maker: fill.isMaker,
    price: formatTicks(contract, fill.price),
    qty: figures.fillSize,
    quoteQty: figures.fillValue,
    realizedPnl: figures.realizePnl,
    side: figures.orderSide,
    positionSide: figures.positionSide,
    time: fill.at,
  };
}

export const USER_TRADES = ownGet([5, 5], {
  id: 'v3OrderUserTrades',
  path: '/userTrades',
  request: QUERY,
  response: list(RECORD),
  summary: 'Fills',
  text: 'Newest first. Move `endTime` back to page.',
  read: (caller, fields) => {
    const request = readRequest(QUERY, fields, caller);
    return isWireError(request) ? request : listQuery(request);
  },
  format: ({ fills }: FillsPage, _asked, { contractOf }) =>
    fills.map((fill) => tradeRecord(contractOf(fill.contract), fill)),
});
