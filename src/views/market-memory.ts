/**
 * What the program around the engine wrote into the journal for its own use: the memory of the
 * market, and the newest note of each topic that the venue itself wrote.
 */
import type { MarketBeatKept, NoteRecorded } from '../domain/event.ts';

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

/** Notes of other topics than this many are left out: a journal holds any number of them. */
const TOPICS_KEPT = 1_000;

export const createMarketMemory = (): MarketMemory => ({
  beat: 0,
  slots: new Map(),
  notes: new Map(),
});

export function foldMarketMemory(memory: MarketMemory, event: MarketBeatKept | NoteRecorded): void {
  if (event.kind === 'note-recorded') {
    keepNote(memory, event);
    return;
  }
  const { beat, memories } = event;
  memory.beat = beat;
  for (const { slot, bytes } of memories) memory.slots.set(slot, { beat, bytes });
}

function keepNote({ notes }: MarketMemory, { actor, topic, text }: NoteRecorded): void {
  if (actor !== 'venue') return;
  if (notes.has(topic) || notes.size < TOPICS_KEPT) notes.set(topic, text);
}
