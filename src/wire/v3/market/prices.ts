/** Index and mark, open interest, and funding. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { INTEREST_RATE } from '../../../domain/funding.ts';
import type { FundingRow } from '../../../domain/history.ts';
import { priceText } from '../../amount-text.ts';
import {
  ANY_CONTRACT,
  OPEN_INTEREST_TERMS,
  plainContractField,
  plainSymbolText,
  priceQuery,
} from '../../contract-query.ts';
import { ifSent, integerField, momentField } from '../../field.ts';
import { collectCycleOf, type FundingTold, type PricesTold } from '../../market-text.ts';
import { parseWindow } from '../../parse-window.ts';
import { formatFineTicks, formatFundingRate } from '../../quantity.ts';
import { decimal, integer, list, moment, record } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { openGet } from '../endpoint.ts';

export const SYMBOL_PRICE = openGet('/market/symbolPrice', 1, {
  id: 'v3MarketSymbolPrice',
  ...priceQuery(plainContractField()),
  response: record({
    symbol: plainSymbolText(),
    price: decimal('The price', '90797.161'),
    time: moment('When it was taken'),
  }),
  summary: 'Index or mark price',
  text: 'The index is the outside price; margin is computed from the mark.',
  format: (prices: PricesTold, { contract, price }) => ({
    symbol: symbolOf(contract),
    price:
      price === 'index'
        ? formatFineTicks(contract, prices.index)
        : priceText(contract, prices.mark),
    time: prices.at,
  }),
});

export const OPEN_INTEREST = openGet('/market/openInterest', 2, {
  ...OPEN_INTEREST_TERMS,
  id: 'v3MarketOpenInterest',
});

const PREMIUM_RECORD = record({
  symbol: plainSymbolText(),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
  lastFundingRate: decimal('The rate that was settled last', '0.0001'),
  forecastFundingRate: decimal('The rate as it is forming', '-0.000046'),
  interestRate: decimal('The interest part of the rate', '0.0001'),
  nextFundingTime: moment('The next settlement'),
  time: moment('When it was taken'),
  collectCycle: integer('Minutes between settlements', 480),
});

const premiumRecord = (funding: FundingTold): Static<typeof PREMIUM_RECORD> => ({
  symbol: symbolOf(funding.contract),
  markPrice: priceText(funding.contract, funding.mark),
  indexPrice: formatFineTicks(funding.contract, funding.index),
  lastFundingRate: formatFundingRate(funding.lastRate),
  forecastFundingRate: formatFundingRate(funding.estimate),
  interestRate: formatFundingRate(INTEREST_RATE),
  nextFundingTime: funding.nextAt,
  time: funding.at,
  collectCycle: collectCycleOf(funding),
});

export const PREMIUM_INDEX = openGet('/market/premiumIndex', 1, {
  id: 'v3MarketPremiumIndex',
  ...ANY_CONTRACT,
  response: list(PREMIUM_RECORD),
  summary: 'Prices and funding',
  text: 'Always a list, even of one. Longs pay shorts when the rate is positive.',
  format: (rows: readonly FundingTold[]) => rows.map(premiumRecord),
});

const RATE_RECORD = record({
  symbol: plainSymbolText(),
  fundingRate: decimal('The rate that was settled', '0.0001'),
  fundingTime: moment('The settlement'),
  markPrice: decimal('The mark at which it was settled', '90755.2'),
});

const rateRecord = (contract: Contract, row: FundingRow): Static<typeof RATE_RECORD> => ({
  symbol: symbolOf(contract),
  fundingRate: formatFundingRate(row.rate),
  fundingTime: row.settledAt,
  markPrice: priceText(contract, row.mark),
});

export const FUNDING_RATE = openGet('/market/fundingRate', 5, {
  id: 'v3MarketFundingRate',
  request: Type.Object({
    symbol: plainContractField(),
    startTime: ifSent(momentField('The earliest settlement.')),
    endTime: ifSent(momentField('The latest settlement.')),
    limit: ifSent(integerField('How many settlements.', { default: 100, min: 1, max: 1_000 })),
  }),
  response: list(RATE_RECORD),
  summary: 'Past funding rates',
  text: 'Newest first.',
  read: (sent) => parseWindow(sent, { contract: sent.symbol, limit: sent.limit ?? 100 }),
  format: (rows: readonly FundingRow[], { contract }) =>
    rows.map((row) => rateRecord(contract, row)),
});
