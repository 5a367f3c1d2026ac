/**
 * What a published journal says about its market, as notes of the venue: the commitment of its
 * seed, the kind of feed, and the terms of each market. With the seed, a verifier needs no more.
 */
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { MarketTerms } from '../market/market-terms.ts';
import { commitmentOf, type Seed } from '../market/seed.ts';
import {
  formatMarketNote,
  MARKET_TOPIC,
  type MarketMemory,
  type MarketNote,
  parseMarketNote,
  termsTopic,
} from '../views/market-memory.ts';

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
  const said: MarketNote = {
    commitment: commitmentOf(seed),
    seed: seed.word === null ? 'drawn' : 'chosen',
    feed,
  };
  const wanted: [topic: string, text: string][] = [
    [MARKET_TOPIC, formatMarketNote(said)],
    ...contracts.map((contract, place): [string, string] => [
      termsTopic(contract.id),
      JSON.stringify({ symbol: contract.symbol, ...terms[place] }),
    ]),
  ];
  return wanted
    .filter(([topic, text]) => notes.get(topic) !== text)
    .map(([topic, text]) => noteOf(topic, text));
}

/** A venue without a market says so, if its journal had one before. */
export const offNotes = ({ notes }: MarketMemory): Batch['commands'] =>
  parseMarketNote(notes.get(MARKET_TOPIC)) === null ? [] : [noteOf(MARKET_TOPIC, 'off')];

const noteOf = (topic: string, text: string): Batch['commands'][number] => ({
  kind: 'record-note',
  actor: 'venue',
  topic,
  text,
});

/** The commitment that the journal says. */
export const commitmentIn = ({ notes }: MarketMemory): string | undefined =>
  parseMarketNote(notes.get(MARKET_TOPIC))?.commitment;
