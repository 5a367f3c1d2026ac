/** market/trades: recent trades. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Trade } from '../../../views/trades.ts';
import { tradesQuery } from '../../market-query.ts';
import { tradeFigures } from '../../market-text.ts';
import { plainContractField } from '../../plain-fields.ts';
import { decimal, flag, idText, list, moment, record } from '../../record-field.ts';
import { extraPerHundred, PER_HUNDRED_TEXT } from '../../row-weight.ts';
import { openGet } from '../endpoint.ts';

const RECORD = record({
  id: idText('The trade'),
  time: moment('When it happened'),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0160'),
  quoteQty: decimal('Value in the quote coin', '1440.00160'),
  isBestMatch: flag('Always true'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
});

function tradeRecord(contract: Contract, trade: Trade): Static<typeof RECORD> {
  const figures = tradeFigures(contract, trade);
  return {
    id: String(trade.trade),
    time: trade.at,
    price: figures.price,
    qty: figures.size,
    quoteQty: figures.value,
    isBestMatch: true,
    isBuyerMaker: figures.isBuyerMaker,
  };
}

export const TRADES = openGet(5, {
  id: 'v3MarketTrades',
  path: '/market/trades',
  ...tradesQuery(plainContractField()),
  response: list(RECORD),
  summary: 'Recent trades',
  extraWeight: extraPerHundred,
  text: `Newest first. ${PER_HUNDRED_TEXT}`,
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => tradeRecord(contract, trade)),
});
