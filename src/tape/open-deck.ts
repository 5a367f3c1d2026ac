/**
 * What plays tapes into a venue: a track for each contract that they have, and the deck that reads
 * them, as they are or in disguise. Whoever checks what was played makes the same again.
 */
import { createHmac } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Command } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import type { Millis } from '../domain/units.ts';
import type { ListingRead } from '../venue/read.ts';
import { disguiseTape, openDisguise } from './disguise.ts';
import { findEffect } from './own-effect.ts';
import { findQueueModel, QUEUE_USUAL } from './queue-model.ts';
import { findBooks, readTape } from './read-tape.ts';
import { TapeDeck } from './tape-deck.ts';
import type { TapeEvent } from './tape-event.ts';
import { isRecordedAs } from './tape-house.ts';
import type { ReadTape } from './tape-lines.ts';
import { type TapeAccounts, TapeTrack } from './tape-track.ts';

/** Of each file: enough to tell it from every other. */
const FIXED_BYTES = 1 << 20;

/** What the note says where every order is known. No level is shrunk then. */
export const NO_MODEL = 'exact';

/** The first events of a file. Rejects where there are none. */
export async function readBeginning(path: string): Promise<readonly TapeEvent[]> {
  const { events } = readTape(path);
  const { value } = await events.next();
  await events.return(undefined);
  const piece: readonly TapeEvent[] = value ?? [];
  if (piece.length === 0) throw new Error('there is nothing in the tape');
  return piece;
}

export interface DeckTerms {
  readonly paths: readonly string[];
  readonly symbols: readonly string[];
  /** The time of the first event of all. */
  readonly recordedAt: Millis;
  /** What the disguise is drawn from; undefined where the tapes are played as they are. */
  readonly key: Uint8Array | undefined;
  readonly contracts: readonly Contract[];
  readonly read: ListingRead;
  readonly accounts: TapeAccounts;
  /** By their names in the settings. */
  readonly queue: string;
  readonly effect: string;
}

export type OpenDeck = ReturnType<typeof openDeck>;

export function openDeck(terms: DeckTerms) {
  const { symbols, contracts, accounts, read } = terms;
  const queue = terms.queue === NO_MODEL ? QUEUE_USUAL : terms.queue;
  const [model, effect] = [findQueueModel(queue), findEffect(terms.effect)];
  if (model === undefined) throw new Error(`there is no model of the queue ${terms.queue}`);
  if (effect === undefined) throw new Error(`there is no effect of own trades ${terms.effect}`);
  const trackOf = (contract: Contract) =>
    new TapeTrack({ contract, accounts, read, model, effect });
  const bySymbol = new Map(
    symbols.flatMap((symbol) =>
      contracts
        .filter(isRecordedAs(symbol))
        .map((contract): [string, TapeTrack] => [symbol, trackOf(contract)]),
    ),
  );
  const byContract = new Map([...bySymbol.values()].map((track) => [track.contract, track]));
  const tapes = readTapes(terms);
  return {
    tapes,
    deck: new TapeDeck({ tapes, tracks: bySymbol }),
    tracks: [...byContract.values()],
    /** Told of every entry that was applied: what traders took of the tape. */
    hear: (at: Millis, command: Command, events: readonly Event[]): void => {
      // What the tape's own taker does is no trader's.
      if (command.kind === 'batch' && command.commands.some(({ kind }) => kind === 'play-tape')) {
        if (events.some(isHalted)) for (const track of byContract.values()) track.doubt();
        return;
      }
      for (const event of events) {
        if (event.kind !== 'fill-settled' || event.maker.account !== accounts.maker) continue;
        const { contract, takerSide, price, size, taker } = event;
        byContract.get(contract)?.taken({ order: taker.order, takerSide, price, size, at });
      }
    },
  };
}

/** While a contract is halted its book does not follow the tape: then it is brought anew. */
const isHalted = (event: Event): boolean =>
  event.kind === 'command-rejected' &&
  event.command === 'play-tape' &&
  event.reject.reason === 'contract-halted';

/** Whether a command is what a tape did at one moment, and nothing else. */
export const isMoment = (command: Command): boolean =>
  command.kind === 'batch' &&
  command.commands.every(({ kind }) => kind === 'play-tape' || kind === 'set-index-price');

/** As they are, or as a seed makes them. */
export function readTapes(
  terms: Pick<DeckTerms, 'paths' | 'recordedAt' | 'key' | 'contracts'>,
): readonly ReadTape[] {
  const { paths, key } = terms;
  const tapes = paths.map(readTape);
  if (key === undefined) return tapes;
  const disguise = openDisguise(key, terms);
  return tapes.map((tape) => disguiseTape(tape, disguise));
}

/** A hash that tells nothing of the files to those who do not know the key. */
export function fixFiles(paths: readonly string[], key: Uint8Array): string {
  const hash = createHmac('sha256', key);
  for (const path of paths.flatMap((each) => [each, findBooks(each) ?? []].flat())) {
    const file = openSync(path, 'r');
    const start = Buffer.alloc(FIXED_BYTES);
    try {
      const length = readSync(file, start, 0, FIXED_BYTES, 0);
      hash.update(`${fstatSync(file).size} bytes `).update(start.subarray(0, length));
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('hex');
}

/** What the journal says of a tape. In disguise the files are not named: a hash fixes them. */
export interface TapeNote {
  readonly told: string;
  readonly queue: string;
  readonly effect: string;
}

const IN_DISGUISE = 'a recording in disguise, ';
const NOTE_LENGTH_MAX = 400;

export const formatTapeNote = ({ told, queue, effect }: TapeNote): string =>
  `${told.slice(0, NOTE_LENGTH_MAX)}; queue ${queue}; effect ${effect}`;

export const toldOf = (paths: readonly string[], key: Uint8Array | undefined): string =>
  key === undefined
    ? paths.map((path) => path.replace(/^.*[\\/]/, '')).join(', ')
    : `${IN_DISGUISE}${fixFiles(paths, key)}`;

/** Undefined if it is none. Notes from before the effect was named by its setting have none. */
export function parseTapeNote(text: string | undefined): TapeNote | undefined {
  const [, told, queue, effect = 'level'] =
    /^(.*); queue ([^;\s]+)(?:; effect (\S+))?/.exec(text ?? '') ?? [];
  return told === undefined || queue === undefined ? undefined : { told, queue, effect };
}
