/** Contracts by symbol. Listings are only ever added, so what was found once stays found. */
import type { Contract } from '../domain/contract.ts';
import type { Venue } from '../venue/venue.ts';

export function createFindContract(
  venue: Pick<Venue, 'state'>,
): (symbol: string) => Contract | undefined {
  const bySymbol = new Map<string, Contract>();
  return (symbol) => {
    const { listings } = venue.state;
    for (let at = bySymbol.size; at < listings.length; at += 1) {
      const contract = listings[at]?.contract;
      if (contract !== undefined) bySymbol.set(contract.symbol, contract);
    }
    return bySymbol.get(symbol);
  };
}
