/**
 * Checks that the market of a season follows from its seed: each beat is decided again on the state
 * and the memory before it, and compared with its entry. Nothing else may set an index price, act
 * for the house or bring chaos, and no beat may be missing while others trade.
 *
 * Beats of before the season are checked too. A difference there is only remarked: nobody competed
 * yet, and each beat begins with what the journal remembers.
 */
import type { Batch, Command, Entry, MarketBeat } from '../domain/command.ts';
import { formatDuration } from '../domain/duration.ts';
import type { IndexPrice } from '../market/feed.ts';
import { FEED_KINDS } from '../market/feeds/feed-switch.ts';
import { createMarket, type DrivenMarket } from '../market/market.ts';
import type { MarketTerms } from '../market/market-terms.ts';
import { DECIDED_SLOT, RECORDED_SLOT, timeOf, unpackDoubles } from '../market/memory.ts';
import { isMoment } from '../tape/open-deck.ts';
import { createRead } from '../venue/read.ts';
import { MARKET_TOPIC, parseMarketNote, TAPE_TOPIC, termsTopic } from '../views/market-memory.ts';
import { createViews } from '../views/views.ts';
import { compareBatches, type Difference, formatDifference, wholeFile } from './difference.ts';
import { JOURNAL_FOLDER, SEED_FILE } from './published-folder.ts';
import { commitmentOfSeed, type RevealedSeed, seedOf } from './revealed-seeds.ts';
import type { SeasonReplay } from './season-replay.ts';

type Item = Batch['commands'][number];

/** What beats are decided with, until the venue notes something else. */
interface Model {
  readonly market: DrivenMarket;
  readonly terms: readonly MarketTerms[];
}

/** Whoever knows the word knows the market, from its first second on. */
export const seedRemarks = (seed: 'drawn' | 'chosen' | undefined): string[] =>
  seed === 'chosen' ? ['The seed is a chosen word: it was public before the end.'] : [];

export class MarketCheck {
  readonly #replay: SeasonReplay;
  readonly #seeds: readonly RevealedSeed[];
  readonly #season: number;
  #model: Model | undefined;
  #noted = '';
  /** The feed whose prices are taken as they are, and then all that follow in the season. */
  #otherFeed: string | undefined;
  #beats = 0;
  /** Of a tape. */
  #moments = 0;
  #skipped = 0;
  #longestSkip = 0;
  #earlier: Difference | undefined;
  readonly #shared = new SharedBeats();
  readonly #firstSeq: number;

  constructor(replay: SeasonReplay, seeds: readonly RevealedSeed[], season: number) {
    this.#replay = replay;
    this.#seeds = seeds;
    this.#season = season;
    this.#firstSeq = replay.state.seq;
  }

  /** Told of every entry before its turn. */
  foresee(entry: Entry): void {
    this.#shared.foresee(entry);
  }

  /** An entry was applied: beats that were decided on this state are decided again. */
  pass(seq: number): void {
    this.#shared.pass(seq, (entry) => {
      const beat = findBeat(entry)?.beat ?? 0;
      if (this.#replay.contest.market === null) return undefined;
      // A seed that does not fit is named at the beat itself.
      this.#findSeedFault(beat, this.#isOpen());
      return this.#decide(entry, beat);
    });
  }

  /** The first thing that is wrong with an entry, before it is applied. */
  look(entry: Entry): Difference | undefined {
    const { contest } = this.#replay;
    const phase = contest.seasons.at(-1)?.phase;
    const isOpen = this.#isOpen();
    if (isOpen && (phase === 'ended' || phase === 'closed')) return undefined;
    if (contest.market === null) return undefined;
    const found = this.#judge(entry, isOpen);
    if (found === undefined || isOpen) return found;
    this.#earlier ??= found;
    // The next beat begins with what the journal remembers, whatever came before.
    this.#model = undefined;
    return undefined;
  }

  /** What a person should know besides yes or no. */
  remarks(): string[] {
    const season = this.#replay.contest.seasons.find(({ season: n }) => n === this.#season);
    if ((season?.market ?? null) === null)
      return ['The market of this season cannot be checked: it has no commitment to a seed.'];
    const { seed = 'drawn' } = season?.market ?? {};
    if (this.#moments > 0)
      return [
        ...seedRemarks(seed),
        `The market was a recording in disguise: ${this.#moments} moments of it. Whoever has its ` +
          'files plays it again: verify … --tape FILE,FILE.',
      ];
    if (this.#beats === 0) return ['No beat of the market fell into this season.'];
    const what = this.#otherFeed
      ? `every order of the house follows from the prices and the seed. Prices came from the ` +
        `${this.#otherFeed} feed: nobody can check those here`
      : 'every index price and every order of the house follows from the seed';
    return [
      `The market: ${this.#beats} beats were decided again, and ${what}.`,
      ...seedRemarks(seed),
      ...(this.#skipped === 0
        ? []
        : [
            `${this.#skipped} beats waited because the venue was late or closed, at most ` +
              `${formatDuration(this.#longestSkip)}.`,
          ]),
      ...(this.#earlier === undefined
        ? []
        : [`Before the season the market differs: ${formatDifference(this.#earlier)}.`]),
    ];
  }

  #judge(entry: Entry, isOpen: boolean): Difference | undefined {
    const { command } = entry;
    const items = command.kind === 'batch' ? command.commands : [command];
    const beat = findBeat(entry);
    // Whoever has the tapes decides these again.
    if (isMoment(command) && this.#replay.memory.notes.has(TAPE_TOPIC)) {
      if (isOpen) this.#moments += 1;
      return this.#findSeedFault(entry.at, isOpen);
    }
    if (beat === undefined) return this.#judgeOther(entry, items);
    if (this.#isTooLate(entry)) return undefined;
    return this.#findSeedFault(beat.beat, isOpen) ?? this.#judgeBeat(entry, beat, isOpen);
  }

  #judgeOther(entry: Entry, items: readonly Item[]): Difference | undefined {
    const { listings } = this.#replay.state;
    const place = `${JOURNAL_FOLDER}, entry ${entry.seq}`;
    for (const item of items) {
      if (item.kind === 'market-beat')
        return wholeFile(place, 'a beat on its own', 'one of others');
      if (item.kind === 'record-note' && item.topic === 'chaos')
        return wholeFile(place, 'no chaos', `chaos: ${item.text}`);
      if (item.kind === 'set-index-price') {
        const symbol = listings[item.contract]?.contract.symbol ?? item.contract;
        const found = `index ${item.price} of ${symbol}`;
        return wholeFile(place, 'prices at beats only', found);
      }
      // The next beat is decided with what is noted now.
      if (item.kind === 'record-note' && item.topic.startsWith(MARKET_TOPIC))
        this.#model = undefined;
      if (this.#isOfHouse(item))
        return wholeFile(place, 'the house to act at beats only', `${item.kind} of the house`);
    }
    return this.#findMissing(entry, items);
  }

  #isOpen(): boolean {
    return this.#replay.contest.seasons.at(-1)?.season === this.#season;
  }

  #isOfHouse(item: Item): boolean {
    if (!('account' in item)) return false;
    return this.#replay.state.accounts[item.account]?.role === 'house';
  }

  /** A beat of a replica that had lost the market changes nothing. */
  #isTooLate({ mandate }: Entry): boolean {
    if (mandate === undefined) return false;
    const { log } = this.#replay.state;
    const held = log.duties.get('market');
    return held?.term !== mandate.term || held.holder !== log.sender;
  }

  /** Time never passes a beat, except where nothing happens: what trades waits for it. */
  #findMissing({ seq, at }: Entry, items: readonly Item[]): Difference | undefined {
    const due = this.#nextDue();
    // In a cluster beats are on their way while others trade.
    if (due === undefined || at < timeOf(due) || isShared(this.#replay)) return undefined;
    // A start that comes late notes what has changed before its first beat.
    if (items.every(({ kind }) => kind === 'record-note')) return undefined;
    const expected = `beat ${due} before entry ${seq}`;
    return wholeFile(`${JOURNAL_FOLDER}, entry ${seq}`, expected, 'none');
  }

  /** The next beat at which a market acts; undefined before the first beat. */
  #nextDue(): number | undefined {
    const { memory } = this.#replay;
    if (memory.beat === 0 || this.#model === undefined) return undefined;
    return this.#model.market.nextBeat(0);
  }

  /** Whether the revealed seed is the one that the venue committed itself to. */
  #findSeedFault(beat: number, isOpen: boolean): Difference | undefined {
    const { memory } = this.#replay;
    const text = memory.notes.get(MARKET_TOPIC) ?? '';
    if (text === this.#noted) return undefined;
    const note = parseMarketNote(text);
    const said = `the seed of the commitment ${note?.commitment ?? 'none'}`;
    const seed = this.#seeds.findLast(({ fromBeat }) => fromBeat <= beat);
    if (seed === undefined) return wholeFile(SEED_FILE, said, 'nothing');
    const found = commitmentOfSeed(seed);
    if (found !== note?.commitment) return wholeFile(SEED_FILE, said, `one of ${found}`);
    this.#noted = text;
    this.#model = undefined;
    if (note.feed !== 'simulated') this.#otherFeed = note.feed;
    else if (!isOpen) this.#otherFeed = undefined;
    return undefined;
  }

  #judgeBeat(entry: Entry, { beat }: MarketBeat, isOpen: boolean): Difference | undefined {
    const { memory, state } = this.#replay;
    const place = `${JOURNAL_FOLDER}, entry ${entry.seq}, beat ${beat}`;
    const after = decidedAfter(entry);
    const offMillis = Math.abs(entry.at - timeOf(beat));
    if (offMillis > (after === undefined ? 0 : ON_ITS_WAY_MILLIS))
      return wholeFile(place, `time ${timeOf(beat)}`, `${entry.at}`);
    if (beat <= memory.beat) return wholeFile(place, `a beat after ${memory.beat}`, `${beat}`);
    this.#model ??= this.#createModel();
    const late = isOpen ? beat - (this.#nextDue() ?? beat) : 0;
    const arePricesGiven = this.#otherFeed !== undefined;
    // Decided before the first entry that is published.
    if (after !== undefined && after <= this.#firstSeq) return undefined;
    if (after !== undefined && !this.#shared.has(entry))
      return wholeFile(place, 'to be decided after an entry shortly before it', `${after}`);
    const decided = after === undefined ? this.#decide(entry, beat) : this.#shared.take(entry);
    const names = state.listings.map(({ contract }) => contract.symbol);
    const difference = compareBatches(decided, entry.command, {
      place: late > 0 ? `${place} (${formatDuration(late)} after it was due)` : place,
      names,
      arePricesGiven,
    });
    if (difference !== undefined) return difference;
    if (isOpen) this.#beats += 1;
    if (late > 0) this.#skipped += 1;
    this.#longestSkip = Math.max(this.#longestSkip, late);
    return undefined;
  }

  #decide({ command }: Entry, beat: number): Batch | undefined {
    this.#model ??= this.#createModel();
    const { market } = this.#model;
    market.heardFrom = FEED_KINDS.find((kind) => kind === this.#otherFeed);
    if (this.#otherFeed !== undefined) market.hear = () => pricesIn(command);
    return market.decide(beat);
  }

  /** The market as it goes on after a start: with what the journal remembers and notes. */
  #createModel(): Model {
    const { state, memory } = this.#replay;
    const views = { ...createViews(), market: memory };
    const terms = notedTerms(memory.notes).slice(0, state.listings.length);
    const market = createMarket({
      read: createRead({ state, views }, { venueNow: () => state.now }),
      terms,
      seed: seedOf(this.#seeds),
      open: (kind) => Promise.reject(new Error(`there is no ${kind} feed here`)),
      tell: () => undefined,
    });
    return { market, terms };
  }
}

const findBeat = ({ command }: Entry): MarketBeat | undefined => {
  const first = command.kind === 'batch' ? command.commands[0] : command;
  return first?.kind === 'market-beat' ? first : undefined;
};

/** As long as a command may be on its way, and a clock be off. */
const ON_ITS_WAY_MILLIS = 15_000;

const isShared = ({ state }: SeasonReplay): boolean => state.log.sender !== null;

/** What was recorded besides them is in the memory of the beat. */
function pricesIn(command: Command): IndexPrice[] {
  const items = command.kind === 'batch' ? command.commands : [];
  const [first] = items;
  const kept = first?.kind === 'market-beat' ? first.memories : [];
  const bytes = kept.find(({ slot }) => slot === RECORDED_SLOT)?.bytes;
  const told = bytes === undefined ? [] : [...unpackDoubles(bytes)];
  return items.flatMap((item) => {
    if (item.kind !== 'set-index-price') return [];
    const { contract, price } = item;
    const at = told.findIndex((value, place) => place % 3 === 0 && value === contract);
    const [premium, traded] = at < 0 ? [] : told.slice(at + 1);
    if (premium === undefined || traded === undefined) return [{ contract, price }];
    const recorded = Number.isNaN(traded) ? { premium } : { premium, traded };
    return [{ contract, price, recorded }];
  });
}

/** In the order of contracts, up to the first that has no note. */
export function notedTerms(notes: ReadonlyMap<string, string>): MarketTerms[] {
  const found: MarketTerms[] = [];
  for (;;) {
    const text = notes.get(termsTopic(found.length));
    const terms: unknown = text === undefined ? undefined : JSON.parse(text);
    if (!isTerms(terms)) return found;
    found.push(terms);
  }
}

/** The symbol beside the terms is for people. Notes of the venue hold all terms, or none. */
const isTerms = (value: unknown): value is MarketTerms =>
  typeof value === 'object' && value !== null && 'startPrice' in value && 'quoteSeconds' in value;

/**
 * The replica of a cluster that decides a beat knows the log up to some entry, which the beat
 * names; others may write before it has its place. So whoever checks it reads ahead, and decides it
 * again right after that entry. This is many times what a busy log takes in while a beat is on its
 * way.
 */
const ENTRIES_AHEAD = 50_000;

/** The same entries, each of them told of long before it is its turn. */
export function* readAhead<End>(
  parts: Generator<readonly Entry[], End>,
  tell: (entry: Entry) => void,
): Generator<readonly Entry[], End> {
  const ahead: (readonly Entry[])[] = [];
  let count = 0;
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.done === true) {
      yield* ahead;
      return next.value;
    }
    next.value.forEach(tell);
    ahead.push(next.value);
    count += next.value.length;
    while (count > ENTRIES_AHEAD) {
      const [first = []] = ahead.splice(0, 1);
      count -= first.length;
      yield first;
    }
  }
}

/** The entry after which a beat was decided; undefined for a beat of a venue for itself. */
export function decidedAfter({ command, mandate }: Entry): number | undefined {
  const [first] = command.kind === 'batch' ? command.commands : [];
  if (mandate?.duty !== 'market' || first?.kind !== 'market-beat') return undefined;
  const decided = first.memories.find(({ slot }) => slot === DECIDED_SLOT);
  return decided === undefined ? undefined : unpackDoubles(decided.bytes)[0];
}

/** Decides beats again at their time, and keeps the decisions until their entries come. */
export class SharedBeats {
  readonly #awaited = new Map<number, Entry[]>();
  readonly #decisions = new Map<number, Batch | undefined>();

  foresee(entry: Entry): void {
    const after = decidedAfter(entry);
    if (after === undefined) return;
    this.#awaited.set(after, [...(this.#awaited.get(after) ?? []), entry]);
  }

  /** All that were decided after this entry, which has just been applied. */
  pass(seq: number, decide: (entry: Entry) => Batch | undefined): void {
    const awaited = this.#awaited.get(seq);
    if (awaited === undefined) return;
    this.#awaited.delete(seq);
    for (const entry of awaited) this.#decisions.set(entry.seq, decide(entry));
  }

  has({ seq }: Entry): boolean {
    return this.#decisions.has(seq);
  }

  take({ seq }: Entry): Batch | undefined {
    const decision = this.#decisions.get(seq);
    this.#decisions.delete(seq);
    return decision;
  }
}
