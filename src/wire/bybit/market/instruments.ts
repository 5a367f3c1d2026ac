/** Time, instruments and risk limits: what can be traded, in which steps, at which margin. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { FUNDING_RATE_MAX } from '../../../domain/funding.ts';
import { DAY, PRICE_TICKS_MAX } from '../../../domain/limits.ts';
import { wholeDown } from '../../../domain/money.ts';
import { NO_MONEY, ticks } from '../../../domain/units.ts';
import { leverageText, longRate, wholeCoins } from '../../amount-text.ts';
import { type ContractsQuery, readEverything } from '../../endpoint.ts';
import { codeField, ifSent, textField } from '../../field.ts';
import { type ContractTold, contractFigures } from '../../market-text.ts';
import { formatPpm, formatShort, formatTicks, tickText } from '../../quantity.ts';
import { flag, integer, nullable, record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  anyCategory,
  coinFields,
  cursorField,
  linearCategory,
  pagedRows,
  rowsField,
  symbolOrAll,
  texts,
  v5,
} from '../endpoint.ts';

export const TIME = v5.openGet('/market/time', 1, {
  id: 'bybitTime',
  response: record(texts('timeSecond', 'timeNano')),
  summary: 'Time of the server',
  text: 'The wall clock, against which timestamps are checked.',
  format: (now: number) => ({
    timeSecond: String(wholeDown(now, 1_000)),
    timeNano: `${now}000000`,
  }),
});

const MINUTE = 60_000;

/** Minutes between settlements. */
export const fundingMinutes = ({ fundingTimes }: Contract): number =>
  wholeDown(DAY, MINUTE * Math.max(1, fundingTimes.length));

const INSTRUMENT = {
  ...texts('symbol', 'contractType', 'status', 'baseCoin', 'quoteCoin', 'settleCoin'),
  ...texts('launchTime', 'deliveryTime', 'deliveryFeeRate', 'priceScale', 'copyTrading'),
  ...texts('upperFundingRate', 'lowerFundingRate', 'symbolType', 'displayName'),
  symbolId: integer('Its number', 1),
  leverageFilter: record(texts('minLeverage', 'maxLeverage', 'leverageStep')),
  priceFilter: record(texts('minPrice', 'maxPrice', 'tickSize')),
  lotSizeFilter: record({
    ...texts('maxOrderQty', 'minOrderQty', 'qtyStep', 'postOnlyMaxOrderQty', 'maxMktOrderQty'),
    ...texts('minNotionalValue'),
  }),
  unifiedMarginTrade: flag('Always true'),
  fundingInterval: integer('Minutes between settlements', 480),
  isPreListing: flag('Always false'),
  preListingInfo: nullable(Type.String()),
  riskParameters: record(texts('priceLimitRatioX', 'priceLimitRatioY')),
  forbidUplWithdrawal: flag('Always false'),
};

function instrument({ contract, isHalted }: ContractTold) {
  const figures = contractFigures(contract);
  const tickSize = tickText(contract);
  return {
    symbol: symbolOf(contract),
    contractType: 'LinearPerpetual',
    status: isHalted ? 'Closed' : 'Trading',
    baseCoin: contract.base,
    quoteCoin: contract.quote,
    settleCoin: contract.quote,
    launchTime: '0',
    deliveryTime: '0',
    deliveryFeeRate: '',
    priceScale: String(contract.priceDecimals),
    copyTrading: 'none',
    upperFundingRate: formatShort(BigInt(FUNDING_RATE_MAX), 8),
    lowerFundingRate: `-${formatShort(BigInt(FUNDING_RATE_MAX), 8)}`,
    symbolType: '',
    displayName: '',
    symbolId: contract.id + 1,
    leverageFilter: {
      minLeverage: String(contract.leverageMin),
      maxLeverage: leverageText(contract.leverageMax),
      leverageStep: '1',
    },
    priceFilter: {
      minPrice: tickSize,
      maxPrice: formatTicks(contract, ticks(PRICE_TICKS_MAX)),
      tickSize,
    },
    lotSizeFilter: {
      maxOrderQty: figures.maxOrderSize,
      minOrderQty: figures.minOrderSize,
      qtyStep: figures.unit,
      postOnlyMaxOrderQty: figures.maxOrderSize,
      maxMktOrderQty: figures.marketOpenLimitSize,
      minNotionalValue: wholeCoins(contract.notionalMin ?? NO_MONEY),
    },
    unifiedMarginTrade: true,
    fundingInterval: fundingMinutes(contract),
    isPreListing: false,
    preListingInfo: null,
    riskParameters: {
      priceLimitRatioX: figures.buyLimitPriceRatio,
      priceLimitRatioY: figures.sellLimitPriceRatio,
    },
    forbidUplWithdrawal: false,
  };
}

const INSTRUMENTS_QUERY = Type.Object({
  category: anyCategory(),
  symbol: symbolOrAll(),
  status: ifSent(textField('Only of this status.', { lengthMax: 20, examples: ['Trading'] })),
  ...coinFields(),
  limit: rowsField(1_000, 500),
  cursor: cursorField(),
});

interface InstrumentsAsked extends ContractsQuery {
  readonly isKept: (row: ReturnType<typeof instrument>) => boolean;
  readonly category: string;
}

function readInstruments(sent: Static<typeof INSTRUMENTS_QUERY>): InstrumentsAsked {
  const { category, symbol, status, baseCoin } = sent;
  return {
    category,
    contract: symbol ?? null,
    isKept: (row) =>
      category === 'linear' &&
      (status === undefined || row.status === status) &&
      (baseCoin === undefined || row.baseCoin === baseCoin),
  };
}

const formatInstruments = (
  listed: readonly ContractTold[],
  { category, isKept }: InstrumentsAsked,
) => ({
  category,
  nextPageCursor: '',
  list: listed.map(instrument).filter(isKept),
});

const instrumentTerms = {
  request: INSTRUMENTS_QUERY,
  response: pagedRows(INSTRUMENT),
  read: readInstruments,
  format: formatInstruments,
};

export const INSTRUMENTS = v5.openGet('/market/instruments-info', 1, {
  ...instrumentTerms,
  id: 'bybitInstruments',
  summary: 'Contracts with their steps and limits',
  text: 'Categories that are not traded here have empty lists.',
});

export const OWN_INSTRUMENTS = v5.ownGet('/account/instruments-info', [1, 0], {
  ...instrumentTerms,
  id: 'bybitOwnInstruments',
  summary: 'Contracts that the account may trade',
  text: 'All of them, as without a key.',
});

const RISK_LIMIT = {
  ...texts('symbol', 'riskLimitValue', 'maintenanceMargin', 'initialMargin', 'maxLeverage'),
  ...texts('mmDeduction'),
  id: integer('Its place, from 1', 1),
  isLowestRisk: integer('1 for the first', 1),
};

const tiersOf = (contract: Contract) =>
  contract.tiers.map((tier, place) => ({
    symbol: symbolOf(contract),
    riskLimitValue: wholeCoins(tier.notionalMax),
    maintenanceMargin: formatPpm(tier.maintenanceRate),
    initialMargin: longRate(100_000_000n / BigInt(tier.leverageMax)),
    maxLeverage: leverageText(tier.leverageMax),
    mmDeduction: wholeCoins(tier.maintenanceDeduction),
    id: place + 1,
    isLowestRisk: place === 0 ? 1 : 0,
  }));

export const RISK_LIMITS = v5.openGet('/market/risk-limit', 1, {
  id: 'bybitRiskLimits',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolOrAll(),
    cursor: cursorField(),
  }),
  response: pagedRows(RISK_LIMIT),
  summary: 'Margin tiers',
  text: 'Of each contract in rising order, all on one page.',
  read: ({ category, symbol }) => ({ contract: symbol ?? null, category }),
  format: (contracts: readonly Contract[], { category }) => {
    const rows = category === 'linear' ? contracts.flatMap(tiersOf) : [];
    return { category, nextPageCursor: '', list: rows };
  },
});

const SYMBOL_QUERY = Type.Object({
  category: ifSent(linearCategory()),
  symbol: symbolOrAll(),
});

/** Reads that name a contract or none, where nothing else matters. */
export const plainRead = {
  request: SYMBOL_QUERY,
  read: ({ symbol }: Static<typeof SYMBOL_QUERY>): ContractsQuery => ({ contract: symbol ?? null }),
};

export const SYSTEM_STATUS = v5.openGet('/system/status', 1, {
  id: 'bybitSystemStatus',
  response: record({ list: records({}) }),
  summary: 'Maintenance: none',
  text: 'An empty list.',
  format: () => ({ list: [] }),
});

export const ANNOUNCEMENTS = v5.openGet('/announcements/index', 1, {
  id: 'bybitAnnouncements',
  request: Type.Object({ locale: ifSent(codeField(['en-US'], 'The language.')) }),
  response: record({ total: integer('None', 0), list: records({}) }),
  summary: 'Announcements: none',
  text: 'An empty list.',
  read: readEverything,
  format: () => ({ total: 0, list: [] }),
});
