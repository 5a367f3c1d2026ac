/** market/contracts: the listed contracts, with their steps, limits and fees. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { anyContract } from '../../contract-query.ts';
import { formatTimeOfDay } from '../../format-time.ts';
import { contractFigures } from '../../market-text.ts';
import { decimal, flag, integer, list, record, text } from '../../record-field.ts';
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
export type ContractRecord = Static<typeof CONTRACT_RECORD>;

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

export const CONTRACTS = openGet(10, {
  id: 'marketContracts',
  path: '/market/contracts',
  ...anyContract(),
  response: list(CONTRACT_RECORD),
  summary: 'Contracts and their steps, limits and fees',
  text: 'Sizes are multiples of `contract_val`; prices of `priceEndStep` × 10^-`tick_size`.',
  format: (contracts: readonly Contract[]) => contracts.map(contractRecord),
});
