/** market/contracts and market/time, and the tiers of all contracts. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { wholeDown } from '../../../domain/money.ts';
import { type Millis, toBigInt } from '../../../domain/units.ts';
import { formatIso, formatTimeOfDay, padded } from '../../amount-text.ts';
import { anyContract } from '../../contract-query.ts';
import { contractFigures } from '../../market-text.ts';
import { formatPpm, formatShort } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, records, text } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const CONTRACT_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  underlying_index: text('Base coin', 'BTC'),
  quote_currency: text('Quote coin', 'USDT'),
  coin: text('Margin coin', 'USDT'),
  contract_val: decimal('Size of one contract unit in the base coin: the step of sizes', '0.0001'),
  delivery: Type.Array(Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' }), {
    description: 'Times of day (UTC) at which funding settles',
    examples: [['00:00:00', '08:00:00', '16:00:00']],
  }),
  size_increment: Type.String({
    description: 'Number of decimals of a size',
    pattern: '^[0-9]{1,2}$',
    examples: ['4'],
  }),
  tick_size: Type.String({
    description: 'Number of decimals of a price',
    pattern: '^[0-9]{1,2}$',
    examples: ['1'],
  }),
  forwardContractFlag: flag('True: margined in the quote coin'),
  priceEndStep: integer('Step of the last digit of a price', 1),
  minLeverage: integer('Lowest leverage', 1),
  maxLeverage: integer('Highest leverage of the platform; an account may be allowed less', 400),
  buyLimitPriceRatio: decimal('How far above the mark a buy may trade', '0.01'),
  sellLimitPriceRatio: decimal('How far below the mark a sell may trade', '0.01'),
  makerFeeRate: decimal('Fee rate of makers', '0.0002'),
  takerFeeRate: decimal('Fee rate of takers', '0.0008'),
  minOrderSize: decimal('Smallest order in the base coin', '0.0001'),
  maxOrderSize: decimal('Largest order in the base coin', '1200'),
  maxPositionSize: decimal('Largest position in the base coin', '1000000'),
  marketOpenLimitSize: decimal('Largest market order that opens', '100'),
});
type ContractRecord = Static<typeof CONTRACT_RECORD>;

export function contractRecord(contract: Contract): ContractRecord {
  const { unit, ...figures } = contractFigures(contract);
  return {
    symbol: contract.symbol,
    underlying_index: contract.base,
    quote_currency: contract.quote,
    coin: contract.quote,
    contract_val: unit,
    delivery: contract.fundingTimes.map(formatTimeOfDay),
    size_increment: String(contract.sizeDecimals),
    tick_size: String(contract.priceDecimals),
    forwardContractFlag: true,
    priceEndStep: contract.priceEndStep,
    minLeverage: contract.leverageMin,
    maxLeverage: contract.leverageMax,
    ...figures,
  };
}

export const CONTRACTS = openGet('/market/contracts', 10, {
  id: 'marketContracts',
  ...anyContract(),
  response: list(CONTRACT_RECORD),
  summary: 'Contracts and their steps, limits and fees',
  text: 'Sizes are multiples of `contract_val`; prices of `priceEndStep` × 10^-`tick_size`.',
  format: (contracts: readonly Contract[]) => contracts.map(contractRecord),
});

const RECORD = record({
  epoch: decimal('Seconds since 1970 with three decimals', '1767225600.123'),
  iso: text('ISO 8601 in UTC', '2026-01-01T00:00:00.123Z'),
  timestamp: moment('The same moment'),
});

export const serverTime = (now: Millis): Static<typeof RECORD> => ({
  epoch: `${wholeDown(now, 1_000)}.${padded(now % 1_000, 3)}`,
  iso: formatIso(now),
  timestamp: now,
});

export const TIME = openGet('/market/time', 1, {
  id: 'marketTime',
  response: RECORD,
  summary: 'Time of the venue',
  text: 'For checking the connection and setting clocks: signatures are valid for 30 seconds.',
  format: serverTime,
});

export const TIERS = openGet('/perpetua/tiers', 10, {
  id: 'perpetuaTiers',
  ...anyContract(),
  response: records({
    symbol: text('The contract', 'cmt_btcusdt'),
    tiers: records({
      notionalMax: decimal('Value up to which the tier reaches', '1000.00000000'),
      maxLeverage: integer('Highest leverage in it', 100),
      maintenanceRate: decimal('Maintenance rate in it', '0.004'),
    }),
  }),
  summary: 'Margin tiers of contracts',
  text:
    'By the value of a position: the highest leverage, and the rate at which maintenance grows ' +
    'within each tier, as an income tax does.',
  format: (contracts: readonly Contract[]) =>
    contracts.map(({ symbol, tiers }) => ({
      symbol,
      tiers: tiers.map(({ notionalMax, leverageMax, maintenanceRate }) => ({
        notionalMax: formatShort(toBigInt(notionalMax), 8),
        maxLeverage: leverageMax,
        maintenanceRate: formatPpm(maintenanceRate),
      })),
    })),
});
