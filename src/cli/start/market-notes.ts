/**
 * What a published journal says about its market, as notes of the venue: the commitment of its
 * seed, the kind of feed, and the terms of each market. With the seed, a verifier needs no more.
 */
import type { Batch } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { MarketTerms } from '../../market/market-terms.ts';
import { commitmentOf, type Seed } from '../../market/seed.ts';
import type { MarketMemory } from '../../views/market-memory.ts';

const TOPIC = 'market';
/** One note for each contract: together they would be too long for one. */
export const termsTopic = ({ id }: Pick<Contract, 'id'>): string => `${TOPIC} ${id}`;

export interface NotedMarket {
  readonly seed: Seed;
  readonly feed: string;
  readonly contracts: readonly Contract[];
  /** After the operator's settings; one for each contract. */
  readonly terms: readonly MarketTerms[];
}

/** The notes that differ from the newest ones in the journal. */
export function newNotes(
  { seed, feed, contracts, terms }: NotedMarket,
  { notes }: MarketMemory,
): Batch['commands'] {
  const wanted: [topic: string, text: string][] = [
    [TOPIC, JSON.stringify({ commitment: commitmentOf(seed), feed })],
    ...contracts.map((contract, place): [string, string] => [
      termsTopic(contract),
      JSON.stringify({ symbol: contract.symbol, ...terms[place] }),
    ]),
  ];
  return wanted
    .filter(([topic, text]) => notes.get(topic) !== text)
    .map(([topic, text]) => ({ kind: 'record-note', actor: 'venue', topic, text }));
}

/** The commitment that the journal says. */
export function commitmentIn({ notes }: MarketMemory): string | undefined {
  const text = notes.get(TOPIC);
  return text === undefined ? undefined : /"commitment":"([0-9a-f]{64})"/.exec(text)?.[1];
}
