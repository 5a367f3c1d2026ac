/**
 * The house: three makers that share a ladder in every market; four accounts through which other
 * traders act: noise takers, noise makers, one that follows trends and one that bets against them;
 * two holders; and traders with leverage. They are ordinary accounts with recorded deposits, under
 * the same rules, fees and margin as everyone. At each beat the new index prices of the markets
 * that act and all commands of the house in them are one batch, so that nobody trades against a
 * quote older than the index.
 *
 * The decision of a beat follows from the seed, the number of the beat, the state of the venue and
 * the memory in the journal, and from nothing else.
 */
import { type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type { Batch, SlotMemory } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import type { Side } from '../domain/side.ts';
import { FINE_PER_TICK, type Millis, MONEY_SCALE, type Money, money } from '../domain/units.ts';
import type { MarketMemory } from '../views/market-memory.ts';
import type { IndexPrice } from './feed.ts';
import { holdFromTheStart } from './holders.ts';
import { takeWithOpinion } from './lean-traders.ts';
import { LEVERAGES, takeWithLeverage } from './leveraged-traders.ts';
import type { MarketTerms } from './market-terms.ts';
import { BEAT_MILLIS, FEED_SLOT, mindSlot, packDoubles, RECORDED_SLOT, timeOf } from './memory.ts';
import {
  basisOf,
  createMind,
  MAKER_LEVERAGE,
  type Mind,
  observe,
  recallCrowd,
  recallMind,
  rememberMind,
} from './mind.ts';
import { restAtRandom } from './noise-makers.ts';
import { type TakeInputs, takeAtRandom } from './noise-takers.ts';
import { type ContractPicture, type HousePicture, netLots } from './picture.ts';
import {
  createQuoteLadder,
  drawLadder,
  halfSpreadOf,
  type QuoteLadder,
  type Rungs,
  skewOf,
} from './quote-ladder.ts';
import { KeyedRandom, STREAMS } from './random.ts';
import { noteTraded, tradeRecorded } from './recorded-volume.ts';
import { type Item, requoteSide } from './requote.ts';
import { bustleAt, depthAt } from './rhythm.ts';
import type { Seed } from './seed.ts';
import { crowdingOf, followSentiment, sentimentOf } from './sentiment.ts';

export const MAKERS = 3;
/** The makers, and after them the taker, the rester, the follower and the reverter. */
export const TRADING_ACCOUNTS = MAKERS + 4;
const FIRST_LEVERAGED = TRADING_ACCOUNTS + 2;
/**
 * The two holders and the traders with leverage come last: they are opened after the accounts that
 * a new venue begins with.
 */
export const HOUSE_ACCOUNTS = FIRST_LEVERAGED + LEVERAGES.length;
/** The first deposit of each house account, and the amount it is topped up to. */
export const HOUSE_DEPOSIT: Money = money(20_000_000n * MONEY_SCALE);
/** Below this a house account is topped up, by a deposit like any other. */
const HOUSE_FLOOR: Money = money(HOUSE_DEPOSIT / 2n);
/** The makers are one team, so they never trade with each other. */
const MAKER_TERMS: AccountTerms = { ...DEFAULT_TERMS, team: 'house-makers' };

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
  /** Reused for each market. */
  readonly ladder: QuoteLadder;
}

/** The contract whose crowd the others share a part of. */
const LEADER = 0;
/** A late tick is not made up for. */
const ELAPSED_SECONDS_MAX = 10;
const BEAT_SECONDS = BEAT_MILLIS / 1_000;
/** Within a minute nearly half of the untouched sizes are drawn again. */
const BREATHS_PER_SECOND = 0.01;

/**
 * The commands that open and fund the trading accounts, if the next account opened is the first.
 */
export const houseGenesis = (first: AccountId, contracts: readonly Contract[]): Item[] =>
  openFrom(first, contracts, 0, TRADING_ACCOUNTS);

/** The same for the holders and the traders with leverage. */
export const lateGenesis = (first: AccountId, contracts: readonly Contract[]): Item[] =>
  openFrom(first, contracts, TRADING_ACCOUNTS, HOUSE_ACCOUNTS);

/**
 * The commands that open the accounts the house still lacks; none if it has them all. A venue that
 * began with a smaller house keeps its accounts, and the first of them are makers from now on.
 */
export function completeHouse(
  found: readonly AccountId[],
  next: AccountId,
  contracts: readonly Contract[],
): Item[] {
  if (found.length >= HOUSE_ACCOUNTS) return [];
  return [
    ...found
      .slice(0, MAKERS)
      .flatMap((account): Item[] => [
        { kind: 'set-account-terms', account, terms: MAKER_TERMS },
        ...contracts.map((contract) => lowerLeverage(account, contract)),
      ]),
    ...openFrom(next, contracts, found.length, HOUSE_ACCOUNTS),
  ];
}

/** Opens the accounts of the house from one place up to another. */
function openFrom(
  next: AccountId,
  contracts: readonly Contract[],
  from: number,
  to: number,
): Item[] {
  return Array.from({ length: to - from }, (_, at) => at).flatMap((at): Item[] => {
    const [account, place] = [accountId(next + at), from + at];
    const leverage = LEVERAGES[place - FIRST_LEVERAGED];
    return [
      { kind: 'open-account', role: 'house', terms: place < MAKERS ? MAKER_TERMS : DEFAULT_TERMS },
      { kind: 'deposit', account, amount: HOUSE_DEPOSIT },
      ...(place < MAKERS ? contracts.map((contract) => lowerLeverage(account, contract)) : []),
      ...(leverage === undefined
        ? []
        : contracts.map((contract) => leverageOf(account, contract, 'isolated', leverage))),
    ];
  });
}

/** The lower the leverage, the more the tiers of a contract let a maker hold. */
const lowerLeverage = (account: AccountId, contract: Contract): Item =>
  leverageOf(account, contract, 'cross', MAKER_LEVERAGE);

function leverageOf(
  account: AccountId,
  contract: Contract,
  marginMode: 'cross' | 'isolated',
  wanted: number,
): Item {
  const leverage = Math.max(contract.leverageMin, Math.min(wanted, contract.leverageMax));
  return {
    kind: 'set-leverage',
    account,
    contract: contract.id,
    marginMode,
    longLeverage: leverage,
    shortLeverage: leverage,
  };
}

export const createHouse = (terms: readonly MarketTerms[], seed: Seed): House => ({
  random: new KeyedRandom(seed.key, seed.earlier),
  terms,
  moods: terms.map(() => ({ ...USUAL_MOOD })),
  minds: [],
  ladder: createQuoteLadder(),
});

/** Everything that the decision of a beat depends on, besides the seed. */
export interface BeatInputs {
  readonly beat: number;
  readonly memory: MarketMemory;
  /** Shows the contracts that are due, in the order in which they act. */
  readonly picture: HousePicture;
  readonly prices: readonly IndexPrice[];
  /** What the feed has to remember, if anything. */
  readonly feed: Uint8Array | undefined;
}

/**
 * The contracts that act at a beat: those whose turn it is, and those that should have acted
 * before, which come first. A market acts for the first time as soon as possible.
 */
export function dueAt(
  terms: readonly Pick<MarketTerms, 'everyBeats'>[],
  memory: MarketMemory,
  beat: number,
): number[] {
  const late: number[] = [];
  const due: number[] = [];
  terms.forEach(({ everyBeats }, place) => {
    const before = memory.slots.get(mindSlot(place))?.beat ?? Number.NEGATIVE_INFINITY;
    const beats = beat - before - everyBeats;
    late.push(beats);
    if (beats > 0 || (beat + place) % everyBeats === 0) due.push(place);
  });
  if (due.length < 2) return due;
  return due.sort((one, other) =>
    late[one] === late[other] ? one - other : late[other]! - late[one]!,
  );
}

/** Everything that happens at one beat, in one command. */
export function decideBeat(house: House, inputs: BeatInputs): Batch {
  const { picture, prices, beat, feed } = inputs;
  const memories: SlotMemory[] = feed === undefined ? [] : [{ slot: FEED_SLOT, bytes: feed }];
  const told: number[] = [];
  const marks: Item[] = [];
  const orders: Item[] = [];
  const refilled = refills(picture);
  const leader = inputs.memory.slots.get(mindSlot(LEADER));
  const leaderCrowd = leader === undefined ? 0 : recallCrowd(leader.bytes);
  const at = timeOf(beat);
  for (const row of picture.contracts) {
    const place = row.contract.id;
    const price = prices.find(({ contract }) => contract === place);
    const seconds = recall(house, row.contract, inputs);
    const moment = { seconds, at, beat, leaderCrowd };
    const wanted = price === undefined || row.isHalted ? [] : actOn(house, row, price, moment);
    const count = 1 + refilled.length + marks.length + 1 + orders.length + wanted.length;
    // Those that do not fit are late at the next beat.
    if (count > BATCH_COMMANDS_MAX) break;
    memories.push({ slot: mindSlot(place), bytes: rememberMind(house.minds[place]!) });
    if (price !== undefined) marks.push(toCommand(price));
    if (price?.recorded !== undefined)
      told.push(place, price.recorded.premium, price.recorded.traded ?? Number.NaN);
    for (const command of wanted) orders.push(command);
  }
  if (told.length > 0)
    memories.push({ slot: RECORDED_SLOT, bytes: packDoubles(Float64Array.from(told)) });
  const first: Item = { kind: 'market-beat', beat, memories };
  return { kind: 'batch', commands: [first, ...refilled, ...marks, ...orders] };
}

/** Brings back what the house knew of a contract, and returns how many seconds ago that was. */
function recall({ minds, terms }: House, contract: Contract, inputs: BeatInputs): number {
  const { memory, beat } = inputs;
  const own = terms[contract.id];
  assert(own !== undefined, 'a contract has no terms', contract.id);
  const known = memory.slots.get(mindSlot(contract.id));
  const mind = (known === undefined ? undefined : minds[contract.id]) ?? createMind(contract, own);
  minds[contract.id] = mind;
  if (known !== undefined) recallMind(mind, known.bytes);
  const beats = known === undefined ? 1 : beat - known.beat;
  return Math.min(beats * BEAT_SECONDS, ELAPSED_SECONDS_MAX);
}

const toCommand = ({ contract, price }: IndexPrice): Item => ({
  kind: 'set-index-price',
  contract,
  price,
});

const refills = ({ wallets }: HousePicture): Item[] =>
  wallets
    .filter(({ wallet }) => wallet < HOUSE_FLOOR)
    .map(({ account, wallet }) => ({
      kind: 'deposit',
      account,
      amount: money(HOUSE_DEPOSIT - wallet),
    }));

interface Moment {
  readonly beat: number;
  /** Since the market acted before. */
  readonly seconds: number;
  readonly at: Millis;
  /** The crowd of the first market, as it was before this beat. */
  readonly leaderCrowd: number;
}

/** Holders first, in a new market; then cancels, quotes, and those who trade with them. */
function actOn(house: House, picture: ContractPicture, heard: IndexPrice, moment: Moment): Item[] {
  const { random, moods, minds, ladder } = house;
  const { id } = picture.contract;
  const [mood, mind] = [moods[id], minds[id]];
  assert(mood !== undefined && mind !== undefined, 'a contract has no terms', id);
  // Each market has draws of its own: what happens in one changes nothing in another.
  random.open(STREAMS.house + id, moment.beat);
  const index = heard.price / FINE_PER_TICK;
  observe(mind, random, index, sumNet(picture), moment.seconds);
  // Recorded prices are those of the contract itself: nobody pays more or less here.
  const { recorded } = heard;
  if (recorded !== undefined) mind.premium = 0;
  noteTraded(mind, recorded?.traded, moment.seconds);
  const crowding = crowdingOf(mind, id === LEADER ? undefined : moment.leaderCrowd);
  const paid = recorded?.premium ?? sentimentOf(crowding);
  followSentiment(mind, findHeld(mood, mind) ?? paid, moment.seconds);
  if (recorded !== undefined && mood.premium === null) mind.sentiment = paid;
  const centre = index * (1 + (mind.sentiment + basisOf(mind) + skewOf(mind)) / 1e6);
  drawLadder(ladder, mind, centre, mood.depth * depthAt(moment.at));
  const cancels: Item[] = holdFromTheStart(picture, mind);
  const noise: Item[] = [];
  const bustle = bustleAt(moment.at);
  const { seconds } = moment;
  const inputs: TakeInputs = {
    random,
    picture,
    mind,
    centre,
    seconds,
    bustle,
    cancels,
    out: noise,
  };
  const quotes = quoteAll(house, picture, mood, mind, seconds, cancels);
  restAtRandom(inputs);
  takeAtRandom(inputs);
  takeWithOpinion(inputs);
  takeWithLeverage(inputs, crowding);
  tradeRecorded({ ...inputs, ladder });
  for (const quote of quotes) cancels.push(quote);
  for (const order of noise) cancels.push(order);
  return cancels;
}

/** The premium that chaos holds the middle at, if it does. */
function findHeld({ premium, isAtQuotes }: HouseMood, mind: Mind): number | null {
  if (premium === null || !isAtQuotes) return premium;
  return premium + Math.sign(premium) * halfSpreadOf(mind);
}

/** What the holders trade with others is the makers' too; with each other they trade nothing. */
const sumNet = ({ makers, holders }: ContractPicture): number =>
  [...makers, ...holders].reduce((sum, desk) => sum + netLots(desk), 0);

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
  const breath = 1 - Math.exp(-BREATHS_PER_SECOND * seconds);
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
