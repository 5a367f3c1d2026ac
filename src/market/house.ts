/**
 * The house: three makers that share a ladder in every market; four accounts through which other
 * traders act: noise takers, noise makers, one that follows trends and one that bets against them;
 * two holders; and traders with leverage. They are ordinary accounts with recorded deposits, under
 * the same rules, fees and margin as everyone. Each market acts at moments of its own: a taker
 * comes, or makers look at their quotes and all others at the price. The new index price and all
 * commands of the house are one batch, so that nobody trades against a quote older than the index;
 * and when a price has moved far, every market is quoted anew in the same instant.
 *
 * The decision of a beat follows from the seed, the number of the beat, the state of the venue and
 * the memory in the journal, and from nothing else.
 */

import { assert } from '../domain/assert.ts';
import type { Batch, SlotMemory } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import { minus } from '../domain/money.ts';
import type { Side } from '../domain/side.ts';
import { FINE_PER_TICK } from '../domain/units.ts';
import type { MarketMemory } from '../views/market-memory.ts';
import { unmovedOf } from './due.ts';
import type { IndexPrice } from './feed.ts';
import type { FeedKind } from './feeds/feed-switch.ts';
import { holdFromTheStart } from './holders.ts';
import { HOUSE_DEPOSIT } from './house-accounts.ts';
import { load } from './impact.ts';
import { takeWithOpinion } from './lean-traders.ts';
import { takeWithLeverage } from './leveraged-traders.ts';
import type { MarketTerms } from './market-terms.ts';
import { FEED_SLOT, mindSlot, packDoubles, RECORDED_SLOT, timeOf } from './memory.ts';
import {
  basisOf,
  createMind,
  type Mind,
  observe,
  recallMind,
  recallNumber,
  rememberMind,
} from './mind.ts';
import { calmDown, drawLook, drawWait } from './moments.ts';
import { restAtRandom } from './noise-makers.ts';
import { takeAtRandom } from './noise-takers.ts';
import { type ContractPicture, type HousePicture, netLots, type TakerPicture } from './picture.ts';
import {
  createQuoteLadder,
  drawLadder,
  halfSpreadOf,
  paidFor,
  type QuoteLadder,
  type Rungs,
  skewOf,
} from './quote-ladder.ts';
import { KeyedRandom, STREAMS, TURN_WORDS } from './random.ts';
import { noteTraded, tradeRecorded } from './recorded-volume.ts';
import { cancelOf, type Item, requoteSide } from './requote.ts';
import { bustleAt, depthAt } from './rhythm.ts';
import type { Seed } from './seed.ts';
import { crowdingOf, followSentiment, sentimentOf } from './sentiment.ts';
import { exp } from './steady-math.ts';

/** How the house quotes one contract; chaos changes it. */
export interface HouseMood {
  /** Multiplies the sizes of its ladder: 1 is normal, 0.1 a thin book, 0 none at all. */
  depth: number;
  /** Which sides of the book it quotes. */
  sides: 'both' | Side;
  /** The premium over the index that the price is held at, in ppm; null leaves it to the crowd. */
  premium: number | null;
  /** Whether that premium is the one of the best quotes, which funding counts, or of the middle. */
  isAtQuotes: boolean;
}

export const USUAL_MOOD: Readonly<HouseMood> = {
  depth: 1,
  sides: 'both',
  premium: null,
  isAtQuotes: false,
};

export interface House {
  random: KeyedRandom;
  /** One for each contract, in the order of their ids; changed in place, read at each tick. */
  readonly moods: readonly HouseMood[];
  readonly terms: readonly MarketTerms[];
  /** What the house thinks of each contract it has seen; taken from the memory at each beat. */
  readonly minds: Mind[];
  /** The bytes that each of them is remembered by. */
  readonly kept: (Uint8Array | undefined)[];
  /** Reused for each market. */
  readonly ladder: QuoteLadder;
}

/** The contract whose crowd the others share a part of. */
const LEADER = 0;
/** Time in which the market stood still is not made up for. */
const ELAPSED_SECONDS_MAX = 10;
/** A new market acts as if it had this long before. */
const FIRST_SECONDS = 0.5;
/** Looks within this time share a number of their stream, each with a turn of its own. */
const SPAN_MILLIS = 2 ** 14;
/** More numbers than one taker draws. */
const TAKER_WORDS = 16;
/** What is quoted stays where it is until it is this far off. */
const REST_PPM = 25;

export const createHouse = (terms: readonly MarketTerms[], seed: Seed): House => ({
  random: new KeyedRandom(seed.key, seed.earlier),
  terms,
  moods: terms.map(() => ({ ...USUAL_MOOD })),
  minds: [],
  kept: [],
  ladder: createQuoteLadder(),
});

/** Everything that the decision of a beat depends on, besides the seed. */
export interface BeatInputs {
  readonly beat: number;
  readonly memory: MarketMemory;
  /** Shows the contracts that are due, those that are quoted in the order in which they act. */
  readonly picture: HousePicture;
  /** A price that is not known is missing. */
  readonly prices: readonly IndexPrice[];
  readonly hasNews: boolean;
  /** Where prices come from: no order moves those from outside. */
  readonly source: FeedKind;
  /** What the feed has to remember, if anything. */
  readonly feed: Uint8Array | undefined;
}

/** Everything that happens at one beat, in one command. */
export function decideBeat(house: House, inputs: BeatInputs): Batch {
  const { picture, prices, beat, feed } = inputs;
  const memories: SlotMemory[] = feed === undefined ? [] : [{ slot: FEED_SLOT, bytes: feed }];
  const told: number[] = [];
  const marks: Item[] = [];
  let orders: readonly Item[] = [];
  const refilled = refills(picture);
  for (const row of picture.takers) {
    orders = behind(orders, decideTaker(house, row, inputs));
    memories.push(memoryOf(house, row));
  }
  const leader = inputs.memory.slots.get(mindSlot(LEADER));
  const leaderCrowd = leader === undefined ? 0 : recallNumber(leader.bytes, 'crowd');
  for (const row of picture.contracts) {
    const place = row.contract.id;
    const price = prices.find(({ contract }) => contract === place);
    const { seconds, hasCome } = recall(house, row.contract, inputs);
    const moment = { beat, seconds, hasCome, source: inputs.source, leaderCrowd };
    const wanted = decideMarket(house, row, price, moment, inputs.hasNews);
    const count = 1 + refilled.length + marks.length + 1 + orders.length + wanted.length;
    // Those that do not fit are still due at the next beat.
    if (count > BATCH_COMMANDS_MAX) break;
    memories.push(memoryOf(house, row));
    if (price !== undefined) marks.push(toCommand(price));
    if (price?.recorded !== undefined)
      told.push(place, price.recorded.premium, price.recorded.traded ?? Number.NaN);
    orders = behind(orders, wanted);
  }
  if (told.length > 0)
    memories.push({ slot: RECORDED_SLOT, bytes: packDoubles(Float64Array.from(told)) });
  // One by one: `concat` takes three times as long.
  const commands: Item[] = [{ kind: 'market-beat', beat, memories }];
  for (const item of refilled) commands.push(item);
  for (const item of marks) commands.push(item);
  for (const item of orders) commands.push(item);
  return { kind: 'batch', commands };
}

/** Mostly one market acts, whose orders need no copy. */
const behind = (orders: readonly Item[], more: readonly Item[]): readonly Item[] =>
  orders.length === 0 ? more : orders.concat(more);

function memoryOf({ minds, kept }: House, { contract: { id } }: TakerPicture): SlotMemory {
  const bytes = rememberMind(minds[id]!);
  kept[id] = bytes;
  return { slot: mindSlot(id), bytes };
}

/** A taker comes, where makers do not look. */
function decideTaker(house: House, picture: TakerPicture, inputs: BeatInputs): Item[] {
  const { random, minds } = house;
  const { id } = picture.contract;
  const { beat } = inputs;
  const { hasCome } = recall(house, picture.contract, inputs);
  const mind = minds[id]!;
  mind.came += 1;
  const span = spanOf(beat - mind.rested);
  random.open(STREAMS.takers + id, span, drawnIn(mind) + mind.came * TAKER_WORDS, beat);
  const out: Item[] = [];
  const mayAct = !picture.isHalted && !mind.isBlind;
  if (mayAct) takeAtRandom({ random, picture, mind, centre: centreOf(mind), hasCome, out });
  drawWait(mind, random, bustleAt(beat));
  return out;
}

const spanOf = (beat: number): number => Math.floor(beat / SPAN_MILLIS);

/** How many numbers of a span belong to the looks before this one. */
const drawnIn = ({ turn }: Mind): number => turn * TURN_WORDS;

/** What the makers think the contract is worth, in ticks. */
const centreOf = (mind: Mind): number =>
  mind.index * (1 + (mind.sentiment + basisOf(mind) + skewOf(mind)) / 1e6);

/** What one market does when its makers look; after it, it knows when it acts next. */
function decideMarket(
  house: House,
  row: ContractPicture,
  price: IndexPrice | undefined,
  moment: Moment,
  hasNews: boolean,
): Item[] {
  const { random, minds } = house;
  const { id } = row.contract;
  const mind = minds[id]!;
  // Each market has draws of its own: what happens in one changes nothing in another.
  const { beat } = moment;
  const span = spanOf(beat);
  const streams = [STREAMS.house + id, STREAMS.takers + id] as const;
  mind.turn = span === spanOf(beat - mind.rested) ? mind.turn + 1 : 0;
  random.prepare(streams, span, mind.turn, beat);
  random.open(streams[0], span, drawnIn(mind), beat);
  mind.isBlind = price === undefined;
  mind.isWaiting = price === undefined && (mind.isWaiting || hasNews);
  const mayAct = price !== undefined && !row.isHalted;
  const wanted = mayAct ? actOn(house, row, price, moment) : [];
  // While nobody can trade, prices go on: what is quoted would be old when trading resumes, and the
  // next price is news against the last published one.
  if (mind.isWaiting || row.isHalted) withdraw(row, wanted);
  if (price !== undefined && row.isHalted && mind.index > 0)
    mind.index = price.price / FINE_PER_TICK;
  // Whatever was drawn above, for orders of others too, the market acts next when it would have.
  random.open(streams[1], span, drawnIn(mind), beat);
  const bustle = bustleAt(beat);
  drawLook(mind, random, bustle);
  drawWait(mind, random, bustle);
  return wanted;
}

/** Brings back what the house knew of a contract. */
function recall({ minds, kept, terms }: House, contract: Contract, { memory, beat }: BeatInputs) {
  const own = terms[contract.id];
  assert(own !== undefined, 'a contract has no terms', contract.id);
  const known = memory.slots.get(mindSlot(contract.id));
  const mind = (known === undefined ? undefined : minds[contract.id]) ?? createMind(contract, own);
  minds[contract.id] = mind;
  if (known === undefined) return { seconds: FIRST_SECONDS, hasCome: false };
  // Where nothing went wrong since, the mind is as it was remembered.
  if (kept[contract.id] !== known.bytes) recallMind(mind, known.bytes);
  kept[contract.id] = undefined;
  const passed = beat - timeOf(known.beat);
  calmDown(mind, passed / 1_000);
  mind.rested += passed;
  return {
    seconds: Math.min(mind.rested / 1_000, ELAPSED_SECONDS_MAX),
    hasCome: mind.isTaking && passed >= mind.wait,
  };
}

const toCommand = ({ contract, price }: IndexPrice): Item => ({
  kind: 'set-index-price',
  contract,
  price,
});

const refills = ({ poor }: HousePicture): Item[] =>
  poor.map(({ account, wallet }) => ({
    kind: 'deposit',
    account,
    amount: minus(HOUSE_DEPOSIT, wallet),
  }));

interface Moment {
  readonly beat: number;
  /** Since the makers looked before. */
  readonly seconds: number;
  /** Whether it is time for a taker. */
  readonly hasCome: boolean;
  readonly source: FeedKind;
  /** The crowd of the first market, as it was before this beat. */
  readonly leaderCrowd: number;
}

/** Holders first, in a new market; then cancels, quotes, and those who trade with them. */
function actOn(house: House, picture: ContractPicture, heard: IndexPrice, moment: Moment): Item[] {
  const { random, moods, minds, ladder } = house;
  const { id } = picture.contract;
  const [mood, mind] = [moods[id], minds[id]];
  assert(mood !== undefined && mind !== undefined, 'a contract has no terms', id);
  const index = heard.price / FINE_PER_TICK;
  const bought = observe(mind, random, index, sumNet(picture), moment.seconds, unmovedOf(heard));
  const depth = mood.depth * depthAt(moment.beat);
  load(mind, bought, moment.seconds, moment.source !== 'simulated', () => {
    const before = mind.quoted || centreOf(mind);
    drawLadder(ladder, mind, before, depth);
    const taken = Math.abs(bought) / (mind.lotValue * index);
    return paidFor(bought > 0 ? ladder.sell : ladder.buy, before, taken);
  });
  // Recorded prices are those of the contract itself: nobody pays more or less here.
  const { recorded } = heard;
  if (recorded !== undefined) mind.premium = 0;
  noteTraded(mind, recorded?.traded, moment.seconds);
  const crowding = crowdingOf(mind, id === LEADER ? undefined : moment.leaderCrowd);
  const paid = recorded?.premium ?? sentimentOf(crowding);
  followSentiment(mind, findHeld(mood, mind) ?? paid, moment.seconds);
  if (recorded !== undefined && mood.premium === null) mind.sentiment = paid;
  const centre = centreOf(mind);
  const isHeld = recorded !== undefined || mood.premium !== null;
  if (isHeld || Math.abs(mind.quoted - centre) * 1e6 > centre * REST_PPM) mind.quoted = centre;
  drawLadder(ladder, mind, mind.quoted, depth);
  const cancels: Item[] = holdFromTheStart(picture, mind);
  const noise: Item[] = [];
  const { seconds, hasCome } = moment;
  const inputs = { random, picture, mind, centre, seconds, hasCome, cancels, out: noise };
  const quotes = quoteAll(house, picture, mood, mind, seconds, cancels);
  restAtRandom(inputs);
  takeAtRandom(inputs);
  takeWithOpinion(inputs);
  takeWithLeverage(inputs, crowding);
  tradeRecorded(inputs, ladder);
  for (const quote of quotes) cancels.push(quote);
  for (const order of noise) cancels.push(order);
  return cancels;
}

/** The premium that chaos holds the middle at, if it does. */
function findHeld({ premium, isAtQuotes }: HouseMood, mind: Mind): number | null {
  if (premium === null || !isAtQuotes) return premium;
  return premium + Math.sign(premium) * halfSpreadOf(mind);
}

/** Nobody knows what the contract is worth: what is quoted is taken back. */
function withdraw({ makers, rester }: ContractPicture, out: Item[]): void {
  for (const { account, orders } of [...makers, rester])
    for (const { id } of orders) out.push(cancelOf(account, id));
}

/** What the holders trade with others is the makers' too; with each other they trade nothing. */
function sumNet({ makers, holders: [long, short] }: ContractPicture): number {
  let sum = netLots(long) + netLots(short);
  for (const desk of makers) sum += netLots(desk);
  return sum;
}

/**
 * The side that moves away goes first, so that no quote of the house meets another on its way. Each
 * maker has every third rung, and begins with a different one in each market.
 */
function quoteAll(
  { random, ladder }: House,
  picture: ContractPicture,
  mood: HouseMood,
  mind: Mind,
  seconds: number,
  cancels: Item[],
): Item[] {
  const { contract, makers } = picture;
  const held = mind.held * mind.lotValue * mind.index;
  const breath = 1 - exp(-mind.terms.breathsPerSecond * seconds);
  const changes: Item[] = [];
  const requote = (rungs: Rungs): void => {
    const { side } = rungs;
    const mayQuote = mood.depth > 0 && (mood.sides === 'both' || mood.sides === side);
    const mayOpen = side === 'buy' ? held < mind.inventoryMax : held > -mind.inventoryMax;
    makers.forEach((desk, maker) => {
      requoteSide({
        random,
        contract,
        desk,
        rungs,
        first: (maker + contract.id) % makers.length,
        step: makers.length,
        mayOpen,
        mayQuote,
        breath,
        cancels,
        changes,
      });
    });
  };
  const isRising = isInTheWay(picture, ladder.buy.prices[0] ?? 0);
  requote(isRising ? ladder.sell : ladder.buy);
  requote(isRising ? ladder.buy : ladder.sell);
  return changes;
}

/** Whether a wanted bid of the house would meet one of its own asks. */
function isInTheWay({ makers }: ContractPicture, bestBid: number): boolean {
  for (const { orders } of makers)
    for (const { side, price } of orders) if (side === 'sell' && price <= bestBid) return true;
  return false;
}
