/** GET userTrades: one's own fills, oldest first. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { FillRow } from '../../../domain/history.ts';
import { DAY } from '../../../domain/limits.ts';
import { plainContractField, plainSymbolText } from '../../contract-query.ts';
import { isWireError } from '../../errors.ts';
import { idField, ifSent, orderIdField } from '../../field.ts';
import { formatLots, formatMoney, formatTicks } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME, POSITION_SIDE_NAMES, SIDE_NAMES } from '../../words.ts';
import { v1 } from '../endpoint.ts';
import { refusal } from '../errors.ts';
import { readWindow, rowsField, windowFields } from '../query.ts';
import { positionSideOut } from './order-record.ts';

const RECORD = record({
  symbol: plainSymbolText(),
  id: integer('The trade', 9_001),
  orderId: integer('The order', 4_821),
  side: word(['BUY', 'SELL'], 'Side of the order'),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0010'),
  quoteQty: decimal('Value', '90.00010000'),
  realizedPnl: decimal('Result of what it closed, before fees', '0.00000000'),
  commission: decimal('Fee; negative for a rebate', '0.01800002'),
  commissionAsset: text('The coin of the fee', COIN_NAME),
  marginAsset: text('The coin of the margin', COIN_NAME),
  time: moment('When it happened'),
  positionSide: positionSideOut(),
  buyer: flag('Whether it bought'),
  maker: flag('Whether it rested'),
});

const tradeRecord = (contract: Contract, fill: FillRow): Static<typeof RECORD> => ({
  symbol: symbolOf(contract),
  id: fill.number,
  orderId: fill.order,
  side: SIDE_NAMES[fill.side],
  price: formatTicks(contract, fill.price),
  qty: formatLots(contract, fill.size),
  quoteQty: formatMoney(fill.value),
  realizedPnl: formatMoney(fill.realisedPnl),
  commission: formatMoney(fill.fee),
  commissionAsset: COIN_NAME,
  marginAsset: COIN_NAME,
  time: fill.at,
  positionSide: fill.positionMode === 'net' ? 'BOTH' : POSITION_SIDE_NAMES[fill.positionSide],
  buyer: fill.side === 'buy',
  maker: fill.isMaker,
});

const WINDOW_MAX = 7 * DAY;

export const USER_TRADES = v1.ownGet('/userTrades', [5, 0], {
  id: 'binanceUserTrades',
  request: Type.Object({
    symbol: ifSent(plainContractField()),
    orderId: ifSent(orderIdField('Of one order.')),
    ...windowFields(),
    fromId: ifSent(idField('Begins with this trade of the symbol; not with times.')),
    limit: rowsField(1_000, 500),
  }),
  response: list(RECORD),
  summary: 'Fills',
  text:
    'Oldest first: from `fromId` or `startTime` on, otherwise the latest. At most seven days ' +
    'between the ends. Without `symbol` those of all contracts.',
  read: (sent) => {
    const window = readWindow(sent, {}, WINDOW_MAX);
    if (isWireError(window)) return window;
    const {
      symbol: contract = null,
      orderId: order = null,
      fromId: idMin = null,
      limit = 500,
    } = sent;
    if (idMin !== null && window.from !== null)
      return refusal('-1128', 'fromId goes without startTime and endTime.');
    if (idMin !== null && contract === null)
      return refusal('-1128', 'fromId goes with symbol: each symbol counts its own trades.');
    return { contract, order, idMin, limit, ...window };
  },
  format: (fills: readonly FillRow[], _asked, { contractOf }) =>
    fills.map((fill) => tradeRecord(contractOf(fill.contract), fill)),
});
