/**
 * Several feeds behind one. The chosen feed may change while the venue runs, and the simulated feed
 * takes over for contracts that the chosen one has no price for. At every change of source the
 * index continues from its last value and follows the returns of the new source, so no change of
 * source is a jump.
 *
 * For the operator: `choose` switches the feed; if it cannot be opened, it rejects with a message
 * and keeps the old one. `kind` and `source` say what runs. `force` and `regime` are those of the
 * simulated feed. `shock` moves an index at once, whatever the source.
 *
 * `takeMemory` is for the journal: with it and the seed, another switch gives the same prices.
 */
import { assert } from '../../domain/assert.ts';
import type { Contract } from '../../domain/contract.ts';
import type { ContractId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Feed, IndexPrice } from '../feed.ts';
import { packDoubles, unpackDoubles } from '../memory.ts';
import { fineOf } from './fine-price.ts';
import type { PastMinute } from './history/generate-history.ts';
import type { Regime } from './regimes.ts';
import {
  CATCH_UP_MILLIS_MAX,
  createSimulatedFeed,
  type SimulatedFeed,
  type SimulatedSettings,
} from './simulated-feed.ts';

export const FEED_KINDS = ['simulated', 'replay', 'live'] as const;

export type FeedKind = (typeof FEED_KINDS)[number];

/** A feed that holds files or connections. */
export interface OpenFeed extends Feed {
  /** The minutes it knows before one, of each contract by its number. */
  readonly past?: (until: Millis) => Promise<readonly (readonly PastMinute[])[]>;
  readonly close: () => Promise<void>;
}

export interface FeedSwitchSettings extends Omit<SimulatedSettings, 'recalled'> {
  /** Opens a feed, or rejects with a message for the operator. */
  readonly open: (kind: Exclude<FeedKind, 'simulated'>) => Promise<OpenFeed>;
  /** What a switch before took as its memory, when, and the last moment at which it was asked. */
  readonly recalled?: Recalled;
  /** Called when a source starts or stops giving prices. */
  readonly tell: (message: string) => void;
}

interface Recalled {
  readonly bytes: Uint8Array;
  readonly takenAt: Millis;
  readonly at: Millis;
}

export interface FeedSwitch extends Feed {
  readonly kind: () => FeedKind;
  readonly choose: (kind: FeedKind) => Promise<void>;
  /** Undefined if the chosen feed is not the simulated one. */
  readonly regime: () => Regime | undefined;
  readonly force: (regime: Regime | null) => void;
  /** Simulated prices go on with a seed that follows the one before. */
  readonly changeSeed: SimulatedFeed['changeSeed'];
  /** Moves a simulated index by so many ppm from where it would be: orders move prices. */
  readonly lift: (contract: ContractId, ppm: number) => void;
  /** Multiplies the index from the next tick on; 0.9 is a fall of ten percent. */
  readonly shock: (contract: ContractId, times: number) => void;
  /** After the prices of this moment; undefined if the memory before it still serves. */
  readonly takeMemory: (at: Millis) => Uint8Array | undefined;
  /** What the chosen feed knows of the minutes before one. */
  readonly past: Required<OpenFeed>['past'];
  readonly close: () => Promise<void>;
}

/** The source of one contract's index, and the factor applied to it. */
interface Strand {
  readonly contract: Contract;
  origin: Feed | undefined;
  times: number;
  /** Applied besides, to simulated prices. */
  lift: number;
  /** What the source said last; zero if that is not known. */
  raw: number;
  /** Its last index, not rounded; zero before the first. */
  last: number;
}

interface Chosen {
  readonly kind: FeedKind;
  readonly feed: Omit<OpenFeed, 'close'>;
  readonly close: () => Promise<void>;
}

/** Prices are made again from a moment of the same minute. */
const minuteOf = (at: Millis): number => Math.floor(at / 60_000);

export function createFeedSwitch(settings: FeedSwitchSettings): FeedSwitch {
  const { open, tell } = settings;
  const { simulated, strands } = recallStrands(settings);
  let isNoted = strands.every(({ origin }) => origin === simulated);
  let notedMinute = minuteOf(settings.recalled?.takenAt ?? millis(0));
  const itself: Chosen = { kind: 'simulated', feed: simulated, close: () => Promise.resolve() };
  let chosen = itself;
  let told = '';
  let askedAt: number = settings.recalled?.at ?? 0;
  let choosing: Promise<void> = Promise.resolve();
  const change = async (kind: FeedKind): Promise<void> => {
    if (kind === chosen.kind) return;
    const before = chosen;
    chosen = kind === 'simulated' ? itself : toChosen(kind, await open(kind));
    told = '';
    isNoted = false;
    // The new feed reports nothing until it has been asked once.
    for (const strand of strands) strand.origin = undefined;
    await before.close();
  };
  /** One choice after the other: the last one wins, and nothing stays open. */
  const choose = (kind: FeedKind): Promise<void> => {
    const changed = choosing.then(() => change(kind));
    choosing = changed.catch(() => undefined);
    return changed;
  };
  const next = (at: Millis): IndexPrice[] => {
    // Steps that are left out now could not be left out again from an older memory.
    if (at - askedAt > CATCH_UP_MILLIS_MAX) isNoted = false;
    askedAt = at;
    const prices = takeAll(strands, chosen.feed, simulated, at, () => {
      isNoted = false;
    });
    const missing = chosen.feed === simulated ? '' : namesOf(strands, simulated);
    if (missing !== told) tell(wordsOf(chosen, missing, told));
    told = missing;
    return prices;
  };
  return {
    next,
    choose,
    kind: () => chosen.kind,
    source: () => describe(strands, chosen, simulated),
    regime: () => (chosen.kind === 'simulated' ? simulated.regime() : undefined),
    force: (regime) => {
      simulated.force(regime);
      isNoted = false;
    },
    changeSeed: simulated.changeSeed,
    lift: (contract, ppm) => liftStrand(strands[contract], ppm),
    shock: (contract, times) => {
      shockStrand(strands[contract], times);
      isNoted = false;
    },
    takeMemory: (at) => {
      if (isNoted && minuteOf(at) === notedMinute) return undefined;
      isNoted = true;
      notedMinute = minuteOf(at);
      const factors = strands.map(({ origin, times }) => (origin === simulated ? times : 0));
      return packDoubles(Float64Array.of(...factors, ...simulated.remember()));
    },
    past: async (until) => (await chosen.feed.past?.(until)) ?? [],
    close: async () => {
      await choosing;
      await chosen.close();
    },
  };
}

/** A strand whose factor is not remembered continues from the last index. */
function recallStrands({ recalled, ...settings }: FeedSwitchSettings): {
  simulated: SimulatedFeed;
  strands: Strand[];
} {
  const { contracts, from } = settings;
  const numbers = recalled === undefined ? new Float64Array() : unpackDoubles(recalled.bytes);
  const rest = numbers.subarray(contracts.length);
  const simulated = createSimulatedFeed(
    recalled === undefined
      ? settings
      : { ...settings, recalled: { numbers: rest, at: recalled.at } },
  );
  const strands = contracts.map((contract, at): Strand => {
    const times = numbers[at] ?? 0;
    const last = from[at] ?? 0;
    return times > 0 && simulated.isRecalled
      ? { contract, origin: simulated, times, lift: 1, raw: 0, last }
      : { contract, origin: undefined, times: 1, lift: 1, raw: 0, last };
  });
  return { simulated, strands };
}

const toChosen = (kind: FeedKind, feed: OpenFeed): Chosen => ({ kind, feed, close: feed.close });

function takeAll(
  strands: readonly Strand[],
  chosen: Feed,
  simulated: Feed,
  at: Millis,
  anchored: () => void,
): IndexPrice[] {
  const given = byContract(chosen.next(at));
  for (const { contract, origin, raw } of strands) {
    const price = given[contract.id]?.price ?? 0;
    // What cannot be a price is as good as none.
    const isKnown = origin === chosen && raw > 0;
    if (!isPossible(price, isKnown ? raw : price)) given[contract.id] = undefined;
  }
  const isWhole =
    chosen === simulated || strands.every(({ contract }) => given[contract.id] !== undefined);
  const instead = isWhole ? given : byContract(simulated.next(at));
  const prices: IndexPrice[] = [];
  for (const strand of strands) {
    const { id } = strand.contract;
    const own = given[id];
    const origin = own === undefined ? simulated : chosen;
    const { price: raw, learnedAt, recorded } = own ?? instead[id] ?? {};
    if (raw === undefined) continue;
    const lifted = origin === simulated ? raw * strand.lift : raw;
    if (strand.origin !== origin) {
      anchor(strand, origin, lifted);
      anchored();
    }
    strand.raw = raw;
    strand.last = lifted * strand.times;
    const price = fineOf(strand.last);
    // The usual case by itself: spreading takes longer than all else here.
    if (own !== undefined && origin === simulated)
      prices.push({ contract: id, price, unmoved: raw * strand.times });
    else
      prices.push({
        contract: id,
        price,
        ...(origin === simulated ? { unmoved: raw * strand.times } : {}),
        ...(learnedAt === undefined ? {} : { learnedAt }),
        ...(recorded === undefined ? {} : { recorded }),
      });
  }
  return prices;
}

function shockStrand(strand: Strand | undefined, times: number): void {
  assert(strand !== undefined, 'a shock of a contract that is not listed', times);
  assert(times > 0 && Number.isFinite(times), 'a shock is a positive factor', times);
  strand.times *= times;
  // A source that takes over at this moment goes on from there.
  strand.last *= times;
}

function liftStrand(strand: Strand | undefined, ppm: number): void {
  if (strand !== undefined) strand.lift = 1 + ppm / 1e6;
}

/** From one moment to the next a source does not go to more than so many times its price. */
const TIMES_MAX = 10;

const isPossible = (price: number, before: number): boolean =>
  price > 0 && Number.isFinite(price) && price <= before * TIMES_MAX && price * TIMES_MAX >= before;

/** The first price of the new source is only an anchor; from then on its returns count. */
function anchor(strand: Strand, origin: Feed, raw: number): void {
  strand.origin = origin;
  strand.times = strand.last > 0 ? strand.last / raw : 1;
}

/** By the number of the contract; empty where there is none. */
function byContract(prices: readonly IndexPrice[]): (IndexPrice | undefined)[] {
  const found: (IndexPrice | undefined)[] = [];
  for (const price of prices) found[price.contract] = price;
  return found;
}

const namesOf = (strands: readonly Strand[], origin: Feed): string =>
  strands
    .filter((strand) => strand.origin === origin)
    .map(({ contract }) => contract.base)
    .join(', ');

function describe(strands: readonly Strand[], { feed }: Chosen, simulated: Feed): string {
  if (feed === simulated) return simulated.source();
  const missing = strands.filter(({ origin }) => origin === simulated);
  if (missing.length === 0) return feed.source();
  if (missing.length === strands.length)
    return `${simulated.source()}, in place of ${feed.source()}`;
  return `${feed.source()}; simulated for ${namesOf(strands, simulated)}`;
}

function wordsOf({ kind }: Chosen, missing: string, before: string): string {
  if (missing === '')
    return `the ${kind} feed has every price again; the index continues from its last value`;
  const since = before === '' ? '' : ` (before: ${before})`;
  return `the ${kind} feed has no price for ${missing}${since}: simulated from the last value`;
}
