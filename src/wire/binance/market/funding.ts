/** premiumIndex, fundingRate and fundingInfo: prices, and what longs pay shorts. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { FUNDING_RATE_MAX, INTEREST_RATE } from '../../../domain/funding.ts';
import type { FundingRow } from '../../../domain/history.ts';
import { wholeDown } from '../../../domain/money.ts';
import type { Funding } from '../../../views/funding.ts';
import { ANY_CONTRACT, plainContractField, plainSymbolText } from '../../contract-query.ts';
import type { FundingTold } from '../../market-text.ts';
import { longFinePrice, longPrice, longRate } from '../../price-text.ts';
import { decimal, flag, integer, list, moment, record, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { extraForAll, v1 } from '../endpoint.ts';
import { formatOneOrAll, oneOrAll, readWindow, rowsField, windowFields } from '../query.ts';

const PREMIUM_RECORD = record({
  symbol: plainSymbolText(),
  markPrice: decimal('Mark price', '90755.20000000'),
  indexPrice: decimal('Index price', '90797.16100000'),
  estimatedSettlePrice: decimal('The index price', '90797.16100000'),
  lastFundingRate: decimal('The rate that is forming for `nextFundingTime`', '-0.00004600'),
  interestRate: decimal('The interest part of the rate', '0.00010000'),
  nextFundingTime: moment('The next settlement'),
  time: moment('When it was taken'),
});

const premiumRecord = (funding: FundingTold): Static<typeof PREMIUM_RECORD> => ({
  symbol: symbolOf(funding.contract),
  markPrice: longPrice(funding.contract, funding.mark),
  indexPrice: longFinePrice(funding.contract, funding.index),
  estimatedSettlePrice: longFinePrice(funding.contract, funding.index),
  lastFundingRate: longRate(funding.estimate),
  interestRate: longRate(INTEREST_RATE),
  nextFundingTime: funding.nextAt,
  time: funding.at,
});

export const PREMIUM_INDEX = v1.openGet('/premiumIndex', 1, {
  extraWeight: extraForAll(9),
  id: 'binancePremiumIndex',
  ...ANY_CONTRACT,
  response: oneOrAll(PREMIUM_RECORD),
  summary: 'Mark, index and funding',
  text: 'An object with `symbol`, a list of all without. Longs pay a positive rate to shorts.',
  format: formatOneOrAll(premiumRecord),
});

const FALLBACK = 100;

const RATE_RECORD = record({
  symbol: plainSymbolText(),
  fundingTime: moment('When it was settled'),
  fundingRate: decimal('The rate', '0.00010000'),
  markPrice: decimal('The mark at which it was settled', '90755.20000000'),
  rateType: word(['Regular'], 'Always Regular'),
});

const rateRecord = (contract: Contract, row: FundingRow): Static<typeof RATE_RECORD> => ({
  symbol: symbolOf(contract),
  fundingTime: row.settledAt,
  fundingRate: longRate(row.rate),
  markPrice: longPrice(contract, row.mark),
  rateType: 'Regular',
});

export const FUNDING_RATE = v1.openGet('/fundingRate', 1, {
  id: 'binanceFundingRate',
  request: Type.Object({
    symbol: Type.Optional(plainContractField('One contract; all of them where it is left out.')),
    ...windowFields(),
    limit: rowsField(1_000, FALLBACK),
  }),
  response: list(RATE_RECORD),
  summary: 'Past funding rates',
  text: 'Oldest first: the first from `startTime`, otherwise the newest.',
  read: (sent) =>
    readWindow(sent, { contract: sent.symbol ?? null, limit: sent.limit ?? FALLBACK }),
  format: (rows: readonly FundingRow[], _asked, { contractOf }) =>
    rows.map((row) => rateRecord(contractOf(row.contract), row)),
});

const INFO_RECORD = record({
  symbol: plainSymbolText(),
  adjustedFundingRateCap: decimal('Highest rate', '0.00300000'),
  adjustedFundingRateFloor: decimal('Lowest rate', '-0.00300000'),
  fundingIntervalHours: integer('Hours between settlements', 8),
  disclaimer: flag('Always false'),
});

const HOUR = 3_600_000;

export const FUNDING_INFO = v1.openGet('/fundingInfo', 0, {
  id: 'binanceFundingInfo',
  response: list(INFO_RECORD),
  summary: 'Bounds and intervals of funding',
  text: 'Every contract, also where nothing was adjusted.',
  format: (rows: readonly Pick<Funding, 'contract' | 'interval'>[]) =>
    rows.map(
      ({ contract, interval }): Static<typeof INFO_RECORD> => ({
        symbol: symbolOf(contract),
        adjustedFundingRateCap: longRate(FUNDING_RATE_MAX),
        adjustedFundingRateFloor: longRate(-BigInt(FUNDING_RATE_MAX)),
        fundingIntervalHours: wholeDown(interval, HOUR),
        disclaimer: false,
      }),
    ),
});
