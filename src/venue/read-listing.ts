/** What may be asked about the contracts of a venue and the prices they stand at. */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { ContractId } from '../domain/ids.ts';
import type { FineTicks, Millis, Ticks } from '../domain/units.ts';
import type { Listing, VenueState } from '../engine/state.ts';

export interface ListingRead {
  /** By id, in the order of listing. */
  readonly contracts: () => readonly Contract[];
  readonly find: (symbol: string) => Contract | undefined;
  /** The contract must be listed. */
  readonly contract: (id: ContractId) => Contract;
  readonly isHalted: (id: ContractId) => boolean;
  /** By id, in the order of listing. */
  readonly list: () => ListingRecord[];
}

export interface ListingRecord {
  readonly contract: Contract;
  readonly isHalted: boolean;
  /** The index and its time; zero until the first one. */
  readonly index: FineTicks;
  readonly indexAt: Millis;
  readonly mark: Ticks;
  readonly last: Ticks;
}

export function createListingRead({ listings }: VenueState): ListingRead {
  // Contracts are only ever added, so the lists grow and never change.
  let known: readonly Contract[] = [];
  const bySymbol = new Map<string, Contract>();
  const contracts = (): readonly Contract[] => {
    if (known.length === listings.length) return known;
    known = listings.map(({ contract }) => contract);
    for (const contract of known) bySymbol.set(contract.symbol, contract);
    return known;
  };
  const get = (id: ContractId): Listing => {
    const listing = listings[id];
    assert(listing !== undefined, 'no such contract is listed', id);
    return listing;
  };
  return {
    contracts,
    find: (symbol) => {
      contracts();
      return bySymbol.get(symbol);
    },
    contract: (id) => get(id).contract,
    isHalted: (id) => get(id).halted,
    list: () =>
      listings.map(({ contract, halted, index, indexAt, mark, last }) => {
        return { contract, isHalted: halted, index, indexAt, mark, last };
      }),
  };
}
