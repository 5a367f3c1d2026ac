/** exchangeInfo: the contracts with their steps and filters, and the limits of requests. */

import { type Static, type TProperties, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import {
  ORDERS_PER_DESK_MAX,
  PRICE_TICKS_MAX,
  TRIGGERS_PER_DESK_MAX,
} from '../../../domain/limits.ts';
import { LIQUIDATION_FEE } from '../../../domain/margin.ts';
import { NO_MONEY, ticks } from '../../../domain/units.ts';
import { wholeCoins } from '../../amount-text.ts';
import { coin, plainSymbolText } from '../../contract-query.ts';
import { type ContractTold, contractFigures } from '../../market-text.ts';
import { formatDecimal, formatPpm, formatTicks, tickText } from '../../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { RATE_LIMIT, RATE_LIMITS, v1 } from '../endpoint.ts';

const filter = <const Kind extends string, Properties extends TProperties>(
  kind: Kind,
  properties: Properties,
) => record({ filterType: word([kind], 'The filter'), ...properties });

const lotFields = () => ({
  minQty: decimal('Smallest size', '0.0001'),
  maxQty: decimal('Largest size', '1200'),
  stepSize: decimal('Step of sizes', '0.0001'),
});

const FILTERS = Type.Union([
  filter('PRICE_FILTER', {
    minPrice: decimal('Lowest price', '0.1'),
    maxPrice: decimal('Highest price', '13421772.7'),
    tickSize: decimal('Step of prices', '0.1'),
  }),
  filter('LOT_SIZE', lotFields()),
  filter('MARKET_LOT_SIZE', lotFields()),
  filter('MAX_NUM_ORDERS', { limit: integer('Open orders of an account', ORDERS_PER_DESK_MAX) }),
  filter('MAX_NUM_ALGO_ORDERS', {
    limit: integer('Waiting conditional orders of an account', TRIGGERS_PER_DESK_MAX),
  }),
  filter('MIN_NOTIONAL', { notional: decimal('Smallest value of an order that opens', '0') }),
  filter('PERCENT_PRICE', {
    multiplierUp: decimal('Not enforced: a price beyond the band works at the band', '10.0000'),
    multiplierDown: decimal('Not enforced', '0.0000'),
    multiplierDecimal: decimal('Always 4', '4'),
  }),
  filter('POSITION_RISK_CONTROL', {
    positionControlSide: word(['NONE'], 'Always NONE'),
    notionalLimit: decimal('Always 0', '0.00'),
  }),
]);

const ORDER_TYPES = [
  ...(['LIMIT', 'MARKET', 'STOP', 'STOP_MARKET', 'TAKE_PROFIT'] as const),
  ...(['TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'] as const),
] as const;
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'] as const;
/** A perpetual is never delivered: programs know it by this date. */
export const DELIVERY_DATE = 4_133_404_800_000;
/** How far mark and last price may be apart for an order with price protection to fire. */
const TRIGGER_PROTECT = '0.0200';

const SYMBOL_RECORD = record({
  symbol: plainSymbolText(),
  pair: plainSymbolText(),
  contractType: word(['PERPETUAL'], 'Always PERPETUAL'),
  deliveryDate: moment('Never: the year 2100'),
  onboardDate: moment('Not kept: 0'),
  status: word(['TRADING', 'HALT'], 'Whether it can be traded'),
  maintMarginPercent: decimal('Maintenance margin of the lowest tier, in per cent', '0.1000'),
  requiredMarginPercent: decimal('Margin at the highest leverage, in per cent', '0.2500'),
  baseAsset: text('Base coin', 'BTC'),
  quoteAsset: text('Quote coin', 'USDT'),
  marginAsset: text('Margin coin', 'USDT'),
  pricePrecision: integer('Number of decimals of a price', 1),
  quantityPrecision: integer('Number of decimals of a size', 4),
  baseAssetPrecision: integer('Always 8', 8),
  quotePrecision: integer('Always 8', 8),
  underlyingType: word(['COIN'], 'Always COIN'),
  underlyingSubType: list(text('None', '')),
  triggerProtect: decimal('Distance of mark and last price that stops protected orders', '0.0200'),
  liquidationFee: decimal('Fee of a liquidation', '0.003'),
  marketTakeBound: decimal('How far above the mark a buy may trade', '0.01'),
  maxMoveOrderLimit: integer('How often an order may be amended', 10_000),
  filters: list(FILTERS),
  orderTypes: list(word(ORDER_TYPES, 'A type of orders')),
  timeInForce: list(word(TIMES_IN_FORCE, 'How long an order works')),
  permissionSets: list(text('None', '')),
});

function symbolRecord({ contract, isHalted }: ContractTold): Static<typeof SYMBOL_RECORD> {
  const symbol = symbolOf(contract);
  const maintenance = contract.tiers[0]?.maintenanceRate ?? 0;
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    deliveryDate: DELIVERY_DATE,
    onboardDate: 0,
    status: isHalted ? 'HALT' : 'TRADING',
    maintMarginPercent: formatDecimal(BigInt(maintenance), PERCENT_DECIMALS),
    requiredMarginPercent: formatDecimal(1_000_000n / BigInt(contract.leverageMax), 4),
    baseAsset: contract.base,
    quoteAsset: contract.quote,
    marginAsset: contract.quote,
    pricePrecision: contract.priceDecimals,
    quantityPrecision: contract.sizeDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [],
    triggerProtect: TRIGGER_PROTECT,
    liquidationFee: formatPpm(LIQUIDATION_FEE),
    marketTakeBound: formatPpm(contract.buyBand),
    maxMoveOrderLimit: 10_000,
    filters: filtersOf(contract),
    orderTypes: [...ORDER_TYPES],
    timeInForce: [...TIMES_IN_FORCE],
    permissionSets: [],
  };
}

/** A rate in millionths is a percentage with four decimals. */
const PERCENT_DECIMALS = 4;

function filtersOf(contract: Contract): Static<typeof FILTERS>[] {
  const { unit: stepSize, ...sizes } = contractFigures(contract);
  const { minOrderSize: minQty, maxOrderSize, marketOpenLimitSize } = sizes;
  const tickSize = tickText(contract);
  const maxPrice = formatTicks(contract, ticks(PRICE_TICKS_MAX));
  return [
    { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice, tickSize },
    { filterType: 'LOT_SIZE', minQty, maxQty: maxOrderSize, stepSize },
    { filterType: 'MARKET_LOT_SIZE', minQty, maxQty: marketOpenLimitSize, stepSize },
    { filterType: 'MAX_NUM_ORDERS', limit: ORDERS_PER_DESK_MAX },
    { filterType: 'MAX_NUM_ALGO_ORDERS', limit: TRIGGERS_PER_DESK_MAX },
    { filterType: 'MIN_NOTIONAL', notional: wholeCoins(contract.notionalMin ?? NO_MONEY) },
    {
      filterType: 'PERCENT_PRICE',
      multiplierUp: '10.0000',
      multiplierDown: '0.0000',
      multiplierDecimal: '4',
    },
    { filterType: 'POSITION_RISK_CONTROL', positionControlSide: 'NONE', notionalLimit: '0.00' },
  ];
}

const EXCHANGE_RECORD = record({
  timezone: word(['UTC'], 'Always UTC'),
  serverTime: moment('The clock of the server'),
  futuresType: word(['U_MARGINED'], 'Margined in the quote coin'),
  rateLimits: list(RATE_LIMIT),
  exchangeFilters: list(text('None', '')),
  assets: records({
    asset: coin(),
    marginAvailable: flag('Always true'),
    autoAssetExchange: decimal('Always 0', '0'),
  }),
  symbols: list(SYMBOL_RECORD),
});

export const EXCHANGE_INFO = v1.openGet('/exchangeInfo', 1, {
  id: 'binanceExchangeInfo',
  response: EXCHANGE_RECORD,
  summary: 'Contracts with their steps, limits and filters',
  text: 'Every contract; a `symbol` is ignored. Halted ones have the status `HALT`.',
  format: (listed: readonly ContractTold[], _asked, { now }): Static<typeof EXCHANGE_RECORD> => ({
    timezone: 'UTC',
    serverTime: now,
    futuresType: 'U_MARGINED',
    rateLimits: [...RATE_LIMITS],
    exchangeFilters: [],
    assets: [{ asset: COIN_NAME, marginAvailable: true, autoAssetExchange: '0' }],
    symbols: listed.map(symbolRecord),
  }),
});

export const PING = v1.openGet('/ping', 1, {
  id: 'binancePing',
  response: record({}),
  summary: 'Whether the venue answers',
  text: 'An empty object.',
  format: () => ({}),
});

export const TIME = v1.openGet('/time', 1, {
  id: 'binanceTime',
  response: record({ serverTime: moment('The clock of the server') }),
  summary: 'Time of the server',
  text: 'The wall clock, against which `timestamp` is checked.',
  format: (serverTime: number) => ({ serverTime }),
});
