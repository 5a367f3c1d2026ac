/** Contracts for tests: the worked examples' BTC, and the table that ships. */
import { readFileSync } from 'node:fs';
import type { Contract } from '../../src/domain/contract.ts';
import { type ContractRow, parseContractTable } from '../../src/wire/contract-table.ts';

export const EXAMPLE_ROW: ContractRow = {
  symbol: 'cmt_btcusdt',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 1,
  priceEndStep: 1,
  sizeDecimals: 4,
  lot: '0.0001',
  minOrderSize: '0.0001',
  maxOrderSize: '1200',
  marketOpenLimitSize: '100',
  maxPositionSize: '2000',
  minLeverage: 1,
  maxLeverage: 125,
  buyLimitPriceRatio: '0.01',
  sellLimitPriceRatio: '0.01',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  fundingTimes: ['00:00:00', '08:00:00', '16:00:00'],
  impactNotional: '10000',
  tiers: [
    { notionalMax: '50000', maxLeverage: 125, maintenanceRate: '0.004' },
    { notionalMax: '250000', maxLeverage: 100, maintenanceRate: '0.005' },
    { notionalMax: '1000000', maxLeverage: 50, maintenanceRate: '0.01' },
    { notionalMax: '5000000', maxLeverage: 20, maintenanceRate: '0.025' },
    { notionalMax: '20000000', maxLeverage: 10, maintenanceRate: '0.05' },
  ],
};

/** BTC as in the worked examples: tick 0.1, lot 0.0001, maker 0.02 %, taker 0.06 %, five tiers. */
export function exampleContract(changes: Partial<ContractRow> = {}): Contract {
  return exampleContracts([changes])[0]!;
}

export const exampleContracts = (changes: readonly Partial<ContractRow>[]): Contract[] =>
  parseContractTable(changes.map((change) => ({ ...EXAMPLE_ROW, ...change })));

const shippedRows = (): ContractRow[] =>
  JSON.parse(readFileSync(new URL('../../contracts/default.json', import.meta.url), 'utf8'));

/** The table in `contracts/default.json`, or some rows of it. */
export const shippedContracts = (
  isWanted: (row: ContractRow) => boolean = () => true,
): Contract[] => parseContractTable(shippedRows().filter(isWanted));
