/** A channel over all contracts: a source for each, and those that changed together. */
import type { Contract } from '../../domain/contract.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { ChannelOf, PublicChannel } from '../../wire/channels.ts';
import { type ChannelSource, contractIn } from './channel-source.ts';

export interface EveryParts {
  readonly contracts: () => readonly Contract[];
  readonly open: (channel: PublicChannel) => ChannelSource;
}

export function createEverySource(
  { contracts, open }: EveryParts,
  { of, isList }: ChannelOf<'every'>,
): ChannelSource {
  const sources = new Map<ContractId, ChannelSource>();
  const changed = new Set<ChannelSource>();
  /** Contracts may be listed later. */
  const openAll = (): void => {
    for (const contract of contracts())
      if (!sources.has(contract.id)) sources.set(contract.id, open(of(contract)));
  };
  const told = (frames: readonly object[]): readonly object[] =>
    isList && frames.length > 0 ? [frames] : frames;
  openAll();
  return {
    note: (event, applied) => {
      if (event.kind === 'contract-listed') openAll();
      const source = sources.get(contractIn(event));
      if (source?.note(event, applied) !== true) return false;
      changed.add(source);
      return true;
    },
    greet: () => told([...sources.values()].flatMap((source) => source.greet())),
    take: () => {
      const frames = [...changed].flatMap((source) => source.take());
      changed.clear();
      return told(frames);
    },
    close: () => {
      for (const source of sources.values()) source.close?.();
    },
  };
}
