/** order/fills: the fills of the account. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import type { OrderOrigin } from '../../../domain/order.ts';
import { isWireError } from '../../errors.ts';
import { momentField, orderIdField } from '../../field.ts';
import { type CountedFills, fillFigures } from '../../fill-figures.ts';
import { parseWindow } from '../../parse-window.ts';
import { readRequest } from '../../read-request.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { MARGIN_MODE_NAMES, orderTypeOf } from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import { optionalContract, PAGE_MAX, pageField } from './order-fields.ts';

const QUERY = Type.Object({
  symbol: optionalContract(),
  orderId: Type.Optional(orderIdField('The fills of one order.')),
  startTime: Type.Optional(momentField('The earliest.')),
  endTime: Type.Optional(momentField('The latest; move it back to page.')),
  limit: pageField('How many fills.'),
});

const DIRECTION_NAMES = [
  'OPEN_LONG',
  'OPEN_SHORT',
  'CLOSE_LONG',
  'CLOSE_SHORT',
  'OFFSET_LIQUIDATE_LONG',
  'OFFSET_LIQUIDATE_SHORT',
  'AGREEMENT_CLOSE_LONG',
  'AGREEMENT_CLOSE_SHORT',
  'BURST_LIQUIDATE_LONG',
  'BURST_LIQUIDATE_SHORT',
] as const;

const LIQUIDATE_TYPES = ['NONE', 'REDUCE_LIQUIDATE', 'FORCE_LIQUIDATE', 'AUTO_DELEVERAGE'] as const;

export const FILL_RECORD = record({
  tradeId: integer('The trade', 1_000_007),
  orderId: integer('The order', 1_000_042),
  symbol: text('The contract', 'cmt_btcusdt'),
  marginMode: word(['SHARED', 'ISOLATED'], 'Cross or isolated margin'),
  separatedMode: word(['COMBINED'], 'Always combined'),
  positionSide: word(['LONG', 'SHORT'], 'Side of the position'),
  orderSide: word(['BUY', 'SELL'], 'Side of the order'),
  fillSize: decimal('Size in the base coin', '0.0093'),
  fillValue: decimal('Price times size', '883.51023000'),
  fillFee: decimal('Fee paid; negative for a rebate', '0.35340409'),
  liquidateFee: decimal('Liquidation fee', '0'),
  realizePnl: decimal('Result realised by closing', '-0.02697000'),
  direction: word(['MAKER', 'TAKER'], 'Whether the order had been resting'),
  liquidateType: word(LIQUIDATE_TYPES, 'Kind of liquidation'),
  legacyOrdeDirection: word(DIRECTION_NAMES, 'What the order does to the position'),
  createdTime: moment('When it happened'),
});
export type FillRecord = Static<typeof FILL_RECORD>;

export const fillRecord = (contract: Contract, fill: FillRow): FillRecord => ({
  tradeId: fill.trade,
  orderId: fill.order,
  symbol: contract.symbol,
  marginMode: MARGIN_MODE_NAMES[fill.marginMode],
  ...fillFigures(contract, fill),
  liquidateType: LIQUIDATE_TYPE_OF[fill.origin],
  legacyOrdeDirection: orderTypeOf(fill).toUpperCase() as FillRecord['legacyOrdeDirection'],
  createdTime: fill.at,
});

const LIQUIDATE_TYPE_OF: Readonly<Record<OrderOrigin, FillRecord['liquidateType']>> = {
  trader: 'NONE',
  reduction: 'REDUCE_LIQUIDATE',
  liquidation: 'FORCE_LIQUIDATE',
  deleveraging: 'AUTO_DELEVERAGE',
  reset: 'NONE',
  unwind: 'NONE',
};

const FILLS_RECORD = record({
  list: list(FILL_RECORD),
  nextFlag: flag('Whether there are older ones'),
  totals: integer('Number of fills that match, on this page and others', 1),
});
export type FillsRecord = Static<typeof FILLS_RECORD>;

export const FILLS = ownGet([5, 5], {
  id: 'orderFills',
  path: '/order/fills',
  request: QUERY,
  response: FILLS_RECORD,
  summary: 'Fills',
  text: 'Newest first. The price of a fill is `fillValue` / `fillSize`. Move `endTime` to page.',
  read: (caller, fields) => {
    const request = readRequest(QUERY, fields, caller);
    if (isWireError(request)) return request;
    const window = parseWindow(request);
    if (isWireError(window)) return window;
    const { symbol: contract = null, orderId: order = null, limit = PAGE_MAX } = request;
    return { contract, order, limit, ...window };
  },
  format: ({ fills, hasMore, total }: CountedFills, _asked, { contractOf }): FillsRecord => ({
    list: fills.map((fill) => fillRecord(contractOf(fill.contract), fill)),
    nextFlag: hasMore,
    totals: total,
  }),
});
