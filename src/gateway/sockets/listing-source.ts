/** Contracts that were listed, halted or opened again. */
import type { ContractId } from '../../domain/ids.ts';
import type { Read } from '../../venue/read.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

export function createListingSource(
  { listing, now }: Pick<Read, 'listing' | 'now'>,
  format: NonNullable<MarketFrames['listing']>,
): ChannelSource {
  const changed = new Set<ContractId>();
  return {
    note: (event) => {
      if (event.kind === 'contract-listed') changed.add(event.contract.id);
      else if (event.kind === 'contract-status-changed') changed.add(event.contract);
      else return false;
      return true;
    },
    greet: () => [],
    take: () => {
      const ids = [...changed];
      changed.clear();
      return ids.map((id) => {
        const { contract, isHalted } = listing.record(id);
        return format({ contract, isHalted, at: now() });
      });
    },
  };
}
