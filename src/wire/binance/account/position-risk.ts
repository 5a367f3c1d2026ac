/** positionRisk of versions 1, 2 and 3, and adlQuantile. */

import { type Static, Type } from 'typebox';
import { notionalMaxAt } from '../../../domain/margin.ts';
import { plus } from '../../../domain/money.ts';
import { moneyText, priceText } from '../../amount-text.ts';
import { ANY_CONTRACT, coin, plainSymbolText } from '../../contract-query.ts';
import {
  costsOf,
  type DeskReading,
  type DeskRow,
  everyRow,
  rowLiquidation,
  rowsInUse,
  type StandingReading,
} from '../../desk-rows.ts';
import { averagePrice, longPrice, wholeCoins } from '../../price-text.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, integer, list, moment, record, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { v1, v2, v3 } from '../endpoint.ts';
import { formatOneOrAll, oneOrAll } from '../query.ts';
import { amountText, isolatedText } from './account.ts';

const POSITION = {
  symbol: plainSymbolText(),
  positionSide: word(['BOTH', 'LONG', 'SHORT'], 'BOTH in one-way mode'),
  positionAmt: decimal('Size, negative for a short', '0.0100'),
  entryPrice: decimal('Average entry', '90000.0'),
  breakEvenPrice: decimal('Average entry with the fees and the funding paid', '90072.0'),
  markPrice: decimal('Mark price', '90100.00000000'),
  unRealizedProfit: decimal('Unrealised result', '1.00000000'),
  liquidationPrice: decimal('Mark at which it would be liquidated; 0 for none', '0'),
  isolatedMargin: decimal('Isolated margin with the unrealised result; 0 in cross', '0.00000000'),
  notional: decimal('Value at the mark, negative for a short', '901.00000000'),
  isolatedWallet: decimal('Isolated margin; 0 in cross', '0.00000000'),
  updateTime: moment('When it last changed; 0 for never'),
};

function positionFields(row: DeskRow) {
  const { entry, breakEven, size } = costsOf(row);
  return {
    symbol: symbolOf(row.contract),
    positionSide: row.side,
    positionAmt: amountText(row),
    entryPrice: averagePrice(row.contract, entry, size),
    breakEvenPrice: averagePrice(row.contract, breakEven, size),
    markPrice: longPrice(row.contract, row.mark),
    unRealizedProfit: formatMoney(row.pnl),
    liquidationPrice: priceText(row.contract, rowLiquidation(row)),
    isolatedMargin: isolatedText(row),
    notional: formatMoney(row.notional),
    isolatedWallet: formatMoney(row.isolatedWallet),
    updateTime: row.updatedAt,
  };
}

const RISK_V3 = record({
  ...POSITION,
  marginAsset: coin(),
  initialMargin: decimal('Margin of the position and its orders', '45.05000000'),
  maintMargin: decimal('Maintenance margin', '0.90100000'),
  positionInitialMargin: decimal('Margin of the position', '45.05000000'),
  openOrderInitialMargin: decimal('Held by its orders', '0.00000000'),
  adl: integer('Which fifth of its side it is in; 4 is deleveraged first', 1),
  bidNotional: decimal('Value of open buys', '0'),
  askNotional: decimal('Value of open sells', '0'),
});

const riskRecord = (row: DeskRow): Static<typeof RISK_V3> => ({
  ...positionFields(row),
  marginAsset: COIN_NAME,
  initialMargin: formatMoney(plus(row.positionMargin, row.orderMargin)),
  maintMargin: formatMoney(row.maintenance),
  positionInitialMargin: formatMoney(row.positionMargin),
  openOrderInitialMargin: formatMoney(row.orderMargin),
  adl: row.held?.fifth() ?? 0,
  bidNotional: moneyText(row.bids),
  askNotional: moneyText(row.asks),
});

export const POSITION_RISK_V3 = v3.ownGet('/positionRisk', [5, 0], {
  id: 'binancePositionRiskV3',
  ...ANY_CONTRACT,
  response: list(RISK_V3),
  summary: 'Positions that are held or have orders',
  text: 'One row BOTH a symbol in one-way mode, LONG and SHORT in hedge mode.',
  format: (standing: StandingReading) => rowsInUse(standing).map(riskRecord),
});

const RISK_V2 = record({
  ...POSITION,
  marginType: word(['cross', 'isolated'], 'Cross or isolated margin'),
  isAutoAddMargin: word(['true', 'false'], 'Whether it draws missing margin from the wallet'),
  leverage: decimal('Leverage', '20'),
  maxNotionalValue: decimal('Largest value at this leverage', '20000000'),
});

const oldTerms = {
  ...ANY_CONTRACT,
  response: list(RISK_V2),
  summary: 'A row for every position there could be',
  text: 'In one-way mode a row BOTH for each symbol, in hedge mode BOTH, LONG and SHORT.',
  format: (standing: StandingReading): Static<typeof RISK_V2>[] =>
    everyRow(standing).map((row) => ({
      ...positionFields(row),
      marginType: row.marginMode,
      isAutoAddMargin: row.autoTopUp ? 'true' : 'false',
      leverage: String(row.leverage),
      maxNotionalValue: wholeCoins(notionalMaxAt(row.contract, row.leverage)),
    })),
};

export const POSITION_RISK_V1 = v1.ownGet('/positionRisk', [5, 0], {
  ...oldTerms,
  id: 'binancePositionRiskV1',
});

export const POSITION_RISK_V2 = v2.ownGet('/positionRisk', [5, 0], {
  ...oldTerms,
  id: 'binancePositionRiskV2',
});

const fifth = (side: string) =>
  Type.Optional(integer(`${side}: which fifth of its side it is in, 4 first`, 1));

const ADL_RECORD = record({
  symbol: plainSymbolText(),
  adlQuantile: record({
    LONG: fifth('Long'),
    SHORT: fifth('Short'),
    BOTH: fifth('One-way'),
    HEDGE: fifth('Both sides of a hedge in cross margin'),
  }),
});

function adlRecord(
  { contract, held, settings }: DeskReading,
  mode: StandingReading['mode'],
): Static<typeof ADL_RECORD> {
  const of = (side: string): number =>
    held.find(({ position }) => position.side === side)?.fifth() ?? 0;
  const [LONG, SHORT] = [of('long'), of('short')];
  const symbol = symbolOf(contract);
  if (mode === 'net') return { symbol, adlQuantile: { LONG: 0, SHORT: 0, BOTH: LONG + SHORT } };
  const isHedge = settings.marginMode === 'cross' && held.length === 2;
  return { symbol, adlQuantile: isHedge ? { LONG, SHORT, HEDGE: 0 } : { LONG, SHORT, BOTH: 0 } };
}

export const ADL_QUANTILE = v1.ownGet('/adlQuantile', [5, 0], {
  id: 'binanceAdlQuantile',
  ...ANY_CONTRACT,
  response: oneOrAll(ADL_RECORD),
  summary: 'How soon positions would be deleveraged',
  text: 'An object with `symbol`, a list of the symbols with positions without.',
  format: ({ desks, mode }: StandingReading, asked) =>
    formatOneOrAll((desk: DeskReading) => adlRecord(desk, mode))(
      desks.filter(({ held }) => asked.contract !== null || held.length > 0),
      asked,
    ),
});
