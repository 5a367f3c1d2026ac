/**
 * Checks that what was played in a season is the recording that it says: every moment of the tapes
 * is decided again on the book before it, and compared with its entry. After a stop the venue
 * brings every level anew; whether it stopped is in no entry, so what differs is decided once more
 * as after a stop.
 */
import type { Batch, Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Millis } from '../domain/units.ts';
import { HOUSE_ACCOUNTS } from '../market/house-accounts.ts';
import {
  isMoment,
  type OpenDeck,
  openDeck,
  parseTapeNote,
  readBeginning,
  type TapeNote,
  toldOf,
} from '../tape/open-deck.ts';
import { millisAt } from '../tape/tape-event.ts';
import { createRead } from '../venue/read.ts';
import { MARKET_TOPIC, parseMarketNote, TAPE_TOPIC } from '../views/market-memory.ts';
import { createViews } from '../views/views.ts';
import { compareBatches, type Difference, wholeFile } from './difference.ts';
import { seedRemarks } from './market-check.ts';
import { JOURNAL_FOLDER } from './published-folder.ts';
import { type RevealedSeed, seedOf } from './revealed-seeds.ts';
import type { SeasonReplay } from './season-replay.ts';

export interface TapeCheckParts {
  readonly replay: SeasonReplay;
  readonly seeds: readonly RevealedSeed[];
  readonly paths: readonly string[];
}

export class TapeCheck {
  readonly #parts: TapeCheckParts;
  #open: OpenDeck | undefined;
  /** When the last moment was that is as it was decided again. */
  #playedAt = 0;
  #moments = 0;
  #stops = 0;

  constructor(parts: TapeCheckParts) {
    this.#parts = parts;
  }

  /** The first thing that is wrong with an entry, before it is applied. */
  async look(entry: Entry): Promise<Difference | undefined> {
    if (!isMoment(entry.command)) return undefined;
    const first = this.#open === undefined;
    try {
      this.#open ??= await this.#begin();
      const difference = await this.#compare(this.#open, entry);
      if (difference === undefined || first) return difference;
      this.#open = await this.#begin();
      this.#stops += 1;
      return await this.#compare(this.#open, entry);
    } catch (error) {
      return wholeFile('tape', `entry ${entry.seq} to be played again`, reasonOf(error));
    }
  }

  /** An entry was applied. */
  pass({ at, command }: Entry, events: readonly Event[]): void {
    this.#open?.hear(at, command, events);
  }

  remarks(): string[] {
    const stops = this.#stops === 0 ? '' : `, after ${this.#stops} stops of the venue among them`;
    return [
      `The tape: ${this.#moments} moments were decided again${stops}, and all follow from it.`,
      ...seedRemarks(parseMarketNote(this.#parts.replay.memory.notes.get(MARKET_TOPIC))?.seed),
    ];
  }

  async #compare({ deck }: OpenDeck, entry: Entry): Promise<Difference | undefined> {
    const place = `${JOURNAL_FOLDER}, entry ${entry.seq}, tape`;
    let decided: Batch | undefined;
    for (;;) {
      await deck.load();
      const { nextAt } = deck;
      if (nextAt === undefined || nextAt > entry.at)
        return wholeFile(place, `what comes at ${nextAt ?? 'the end'}`, `a moment of ${entry.at}`);
      decided = deck.decide();
      // What changes nothing is not written down.
      if (decided === undefined) continue;
      if (nextAt < entry.at) return wholeFile(place, `the moment of ${nextAt}`, `${entry.at}`);
      break;
    }
    const names = this.#parts.replay.state.listings.map(({ contract }) => contract.symbol);
    const difference = compareBatches(decided, entry.command, {
      place,
      names,
      arePricesGiven: false,
    });
    if (difference !== undefined) return difference;
    this.#playedAt = entry.at;
    this.#moments += 1;
    return undefined;
  }

  /** As a venue begins, or goes on: what it has had is passed over. */
  async #begin(): Promise<OpenDeck> {
    const { replay, seeds, paths } = this.#parts;
    const { state, memory } = replay;
    const note = parseTapeNote(memory.notes.get(TAPE_TOPIC));
    if (note === undefined) throw new Error('the journal names no tape');
    const isDisguised = parseMarketNote(memory.notes.get(MARKET_TOPIC) ?? '')?.feed === 'tape';
    const key = isDisguised ? seedOf(seeds).key : undefined;
    checkFiles(note, paths, key);
    const beginnings = (await Promise.all(paths.map(readBeginning))).flat();
    const read = createRead(
      { state, views: { ...createViews(), market: memory } },
      { venueNow: () => state.now },
    );
    const [maker, taker] = read.account.house().slice(HOUSE_ACCOUNTS);
    if (maker === undefined || taker === undefined) throw new Error('the tape has no accounts');
    const open = openDeck({
      paths,
      symbols: [...new Set(beginnings.map(({ symbol }) => symbol))],
      recordedAt: firstOf(beginnings.map(millisAt)),
      key,
      contracts: read.listing.contracts(),
      read: read.listing,
      accounts: { maker: maker.account, taker: taker.account },
      queue: note.queue,
      effect: note.effect,
    });
    const { deck } = open;
    const hasBook = read.listing.list().some(({ index }) => index > 0);
    const last = this.#playedAt > 0 ? this.#playedAt : state.now;
    for (await deck.load(); hasBook && (deck.nextAt ?? last + 1) <= last; await deck.load())
      deck.pass();
    return open;
  }
}

const firstOf = (moments: readonly Millis[]): Millis =>
  moments.reduce((first, moment) => (moment < first ? moment : first));

function checkFiles(note: TapeNote, paths: readonly string[], key: Uint8Array | undefined): void {
  const told = toldOf(paths, key);
  if (told !== note.told) throw new Error(`the journal has ${note.told}, these files are ${told}`);
}
