/** The contracts of the venue in the form of its formulas, and which one is selected. */
import { computed, effect, type Signal, signal } from '@preact/signals';
import type { MarketContractsRow } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import { type ContractRow, parseContractTable } from '../../wire/contract-table.ts';
import { ask } from '../client/call.ts';

export const contracts = signal<readonly Contract[]>([]);
export const problem = signal<string | undefined>(undefined);
export const symbol = signal('cmt_btcusdt');

export const contract = computed(
  () => contracts.value.find((known) => known.symbol === symbol.value) ?? contracts.value[0],
);

/** What is followed of the selected contract is unknown again when another is selected. */
export const followChosen = <Known>(
  known: Signal<Known | undefined>,
  follow: (chosen: Contract) => () => void,
): (() => void) =>
  effect(() => {
    known.value = undefined;
    return contract.value && follow(contract.value);
  });

export const findContract = (name: string): Contract | undefined =>
  contracts.value.find((known) => known.symbol === name);

export const contractName = (name: string): string => {
  const known = findContract(name);
  return known === undefined ? name : `${known.base}${known.quote}`;
};

export async function fetchContracts(): Promise<boolean> {
  const [listed, tiers] = await Promise.all([
    ask(({ market }) => market.contracts()),
    ask(({ perpetua }) => perpetua.tiers()),
  ]);
  if (!listed.ok || !tiers.ok) {
    problem.value = listed.ok ? (tiers.ok ? undefined : tiers.message) : listed.message;
    return false;
  }
  problem.value = undefined;
  const tiersOf = new Map(tiers.value.map((row) => [row.symbol, row.tiers]));
  contracts.value = parseContractTable(
    listed.value.map((row) => rowOf(row, tiersOf.get(row.symbol) ?? [])),
  );
  return true;
}

/** In the form of the contract table. Funding samples do not matter to the page. */
const rowOf = (record: MarketContractsRow, tiers: ContractRow['tiers']): ContractRow => ({
  symbol: record.symbol,
  base: record.underlying_index,
  quote: record.quote_currency,
  priceDecimals: Number(record.tick_size),
  priceEndStep: record.priceEndStep,
  sizeDecimals: Number(record.size_increment),
  lot: record.contract_val,
  minOrderSize: record.minOrderSize,
  maxOrderSize: record.maxOrderSize,
  marketOpenLimitSize: record.marketOpenLimitSize,
  maxPositionSize: record.maxPositionSize,
  minLeverage: record.minLeverage,
  maxLeverage: record.maxLeverage,
  buyLimitPriceRatio: record.buyLimitPriceRatio,
  sellLimitPriceRatio: record.sellLimitPriceRatio,
  makerFeeRate: record.makerFeeRate,
  takerFeeRate: record.takerFeeRate,
  fundingTimes: record.delivery,
  impactNotional: '1',
  tiers,
});
