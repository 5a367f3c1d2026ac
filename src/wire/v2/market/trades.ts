/** market/trades: recent trades. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Trade } from '../../../views/trades.ts';
import { ticketId } from '../../assigned-id.ts';
import { tradesQuery } from '../../market-query.ts';
import { tradeFigures } from '../../market-text.ts';
import { lotText } from '../../quantity.ts';
import { decimal, flag, list, moment, record, text } from '../../record-field.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../row-weight.ts';
import { openGet } from '../endpoint.ts';

const TRADE_RECORD = record({
  ticketId: text('The trade, as a UUID', '00000000-0000-4000-9000-0000000f4240'),
  time: moment('When it happened'),
  price: decimal('Price', '90000.1'),
  size: decimal('Size in the base coin', '0.0160'),
  value: decimal('Value in the quote coin', '1440.00160'),
  symbol: text('The contract', 'cmt_btcusdt'),
  isBestMatch: flag('Always true'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
  contractVal: decimal('Size of one contract unit', '0.0001'),
});
export type TradeRecord = Static<typeof TRADE_RECORD>;

export function tradeRecord(contract: Contract, trade: Trade): TradeRecord {
  const { isBuyerMaker, ...figures } = tradeFigures(contract, trade);
  return {
    ticketId: ticketId(trade.trade),
    time: trade.at,
    ...figures,
    symbol: contract.symbol,
    isBestMatch: true,
    isBuyerMaker,
    contractVal: lotText(contract),
  };
}

export const TRADES = openGet(5, {
  id: 'marketTrades',
  path: '/market/trades',
  ...tradesQuery(),
  response: list(TRADE_RECORD),
  summary: 'Recent trades',
  extraWeight: extraPerHundred,
  text: `Newest first. ${PER_HUNDRED_TEXT}`,
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => tradeRecord(contract, trade)),
});
