/**
 * What the program around the engine wrote into the journal for its own use: the memory of the
 * market, and the newest note of each topic that the venue itself wrote.
 */

import type { RecordNote } from '../domain/command.ts';
import type { EventOf } from '../domain/event.ts';
import { findJson } from '../domain/find-json.ts';

export interface KeptMemory {
  /** The beat that wrote it. */
  readonly beat: number;
  readonly bytes: Uint8Array;
}

export interface MarketMemory {
  /** The newest beat; zero before the first. */
  beat: number;
  readonly slots: Map<number, KeptMemory>;
  readonly notes: Map<string, string>;
}

/** The topic under which the venue says what its market is drawn from. */
export const MARKET_TOPIC = 'market';

/** Terms have one note for each contract: together they would be too long for one. */
export const termsTopic = (contract: number): string => `${MARKET_TOPIC} ${contract}`;

/** The topic under which replicas say what generated candles are made from. */
export const HISTORY_TOPIC = 'history';

/** The topic under which a sandbox says that a season takes place in it. */
export const SANDBOX_TOPIC = 'sandbox';

/** The topic under which an operator's changes of venue time are noted during a season. */
export const TIME_TOPIC = 'time';

/** The topic under which the venue says which tape it plays, and by which decisions. */
export const TAPE_TOPIC = 'tape';

/** What the venue notes of itself. */
export const venueNote = (topic: string, text: string): RecordNote => ({
  kind: 'record-note',
  actor: 'venue',
  topic,
  text,
});

/** What everyone may know about the source of a market. */
export interface MarketNote {
  /** Fixes the seed without telling it. */
  readonly commitment: string;
  /** Drawn in secret, or made from a word that somebody chose. The word itself is not said. */
  readonly seed: 'drawn' | 'chosen';
  /** Where prices come from: only simulated ones follow from the seed. */
  readonly feed: string;
}

/** Notes of other topics than this many are left out: a journal holds any number of them. */
const TOPICS_KEPT = 1_000;

export const createMarketMemory = (): MarketMemory => ({
  beat: 0,
  slots: new Map(),
  notes: new Map(),
});

export function foldMarketMemory(
  memory: MarketMemory,
  event: EventOf<'market-beat-kept'> | EventOf<'note-recorded'>,
): void {
  if (event.kind === 'note-recorded') {
    keepNote(memory, event);
    return;
  }
  const { beat, memories } = event;
  memory.beat = beat;
  for (const { slot, bytes } of memories) memory.slots.set(slot, { beat, bytes });
}

function keepNote({ notes }: MarketMemory, { actor, topic, text }: EventOf<'note-recorded'>): void {
  if (actor !== 'venue') return;
  if (notes.has(topic) || notes.size < TOPICS_KEPT) notes.set(topic, text);
}

/** The memory as plain data. */
export interface MarketData {
  readonly beat: number;
  readonly slots: readonly (readonly [number, KeptMemory])[];
  readonly notes: readonly (readonly [string, string])[];
}

export const snapshotMarketMemory = ({ beat, slots, notes }: MarketMemory): MarketData => ({
  beat,
  slots: [...slots],
  notes: [...notes],
});

/** Data of before the market kept its memory in the journal has none. */
export function recoverMarketMemory(
  data: MarketData | undefined,
  memory: MarketMemory = createMarketMemory(),
): MarketMemory {
  if (data === undefined) return memory;
  memory.beat = data.beat;
  for (const [slot, kept] of data.slots) memory.slots.set(slot, kept);
  for (const [topic, text] of data.notes) memory.notes.set(topic, text);
  return memory;
}

export const formatMarketNote = ({ commitment, seed, feed }: MarketNote): string =>
  JSON.stringify({ commitment, seed, feed });

/** Null before the first note, and after one that says the market is off. */
export function parseMarketNote(text: string | undefined): MarketNote | null {
  const note = text === undefined ? null : findJson(text);
  if (typeof note !== 'object' || note === null) return null;
  if (!('commitment' in note && 'seed' in note && 'feed' in note)) return null;
  const { commitment, seed, feed } = note;
  if (typeof commitment !== 'string' || !/^[0-9a-f]{64}$/.test(commitment)) return null;
  if (typeof feed !== 'string' || (seed !== 'drawn' && seed !== 'chosen')) return null;
  return { commitment, seed, feed };
}
