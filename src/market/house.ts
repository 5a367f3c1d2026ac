/**
 * The house: three makers that share a ladder in every market; four accounts through which other
 * traders act: noise takers, noise makers, one that follows trends and one that bets against them;
 * two holders; and traders with leverage. They are ordinary accounts with recorded deposits, under the same rules, fees
 * and margin as everyone. At each tick the new index prices and all commands of the house are one
 * batch, so that nobody trades against a quote older than the index.
 */
import { type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import type { Side } from '../domain/side.ts';
import { FINE_PER_TICK, type Millis, MONEY_SCALE, type Money, money } from '../domain/units.ts';
import type { IndexPrice } from './feed.ts';
import { holdFromTheStart } from './holders.ts';
import { takeWithOpinion } from './lean-traders.ts';
import { LEVERAGES, takeWithLeverage } from './leveraged-traders.ts';
import type { MarketTerms } from './market-terms.ts';
import { basisOf, createMind, MAKER_LEVERAGE, type Mind, observe } from './mind.ts';
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
import { createRandom, type Random } from './random.ts';
import { type Item, requoteSide } from './requote.ts';
import { bustleAt, depthAt } from './rhythm.ts';
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
  readonly random: Random;
  /** One for each contract, in the order of their ids; changed in place, read at each tick. */
  readonly moods: readonly HouseMood[];
  readonly terms: readonly MarketTerms[];
  /** What the house remembers of each contract it has seen. */
  readonly minds: Mind[];
  /** Reused for each market. */
  readonly ladder: QuoteLadder;
  /** The contract that is quoted first, if not all fit into one batch. */
  nextContract: number;
}

/** A late tick is not made up for. */
const ELAPSED_SECONDS_MAX = 10;
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

export const createHouse = (terms: readonly MarketTerms[], seed: number, salt: number): House => ({
  random: createRandom(seed, salt ^ 0x5eed),
  terms,
  moods: terms.map(() => ({ ...USUAL_MOOD })),
  minds: [],
  ladder: createQuoteLadder(),
  nextContract: 0,
});

/** Everything that happens at one tick, in one command. */
export function decideTick(
  house: House,
  picture: HousePicture,
  prices: readonly IndexPrice[],
  elapsedMillis: number,
): Batch {
  const seconds = Math.min(elapsedMillis / 1_000, ELAPSED_SECONDS_MAX);
  const commands: Item[] = [...refills(picture), ...prices.map(toCommand)];
  const byContract = new Map(prices.map(({ contract, price }) => [contract, price]));
  const count = picture.contracts.length;
  const first = house.nextContract % Math.max(1, count);
  house.nextContract = 0;
  for (let step = 0; step < count; step += 1) {
    const at = (first + step) % count;
    const row = picture.contracts[at];
    assert(row !== undefined, 'a contract is missing from the picture', at);
    const price = byContract.get(row.contract.id);
    if (price === undefined || row.isHalted) continue;
    const wanted = actOn(house, row, at, price / FINE_PER_TICK, { seconds, at: picture.at });
    if (commands.length + wanted.length > BATCH_COMMANDS_MAX) {
      house.nextContract = at;
      break;
    }
    for (const command of wanted) commands.push(command);
  }
  return { kind: 'batch', commands };
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
  readonly seconds: number;
  readonly at: Millis;
}

/** Holders first, in a new market; then cancels, quotes, and those who trade with them. */
function actOn(
  house: House,
  picture: ContractPicture,
  at: number,
  index: number,
  moment: Moment,
): Item[] {
  const { random, terms, moods, minds, ladder } = house;
  const mood = moods[at];
  const own = terms[at];
  assert(mood !== undefined && own !== undefined, 'a contract has no terms', at);
  minds[at] ??= createMind(picture.contract, own);
  const mind = minds[at];
  observe(mind, random, index, sumNet(picture), moment.seconds);
  const crowding = crowdingOf(mind, minds[0] ?? mind);
  followSentiment(mind, findHeld(mood, mind) ?? sentimentOf(crowding), moment.seconds);
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
  for (const quote of quotes) cancels.push(quote);
  for (const order of noise) cancels.push(order);
  return cancels;
}

/** The premium that chaos holds the middle at, if it does. */
function findHeld({ premium, isAtQuotes }: HouseMood, mind: Mind): number | null {
  if (premium === null || !isAtQuotes) return premium;
  return premium + Math.sign(premium) * halfSpreadOf(mind);
}

const sumNet = ({ makers }: ContractPicture): number =>
  makers.reduce((sum, desk) => sum + netLots(desk), 0);

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
      const first = (maker + contract.id) % makers.length;
      const step = makers.length;
      const terms = { random, contract, rungs, first, step, mayOpen, mayQuote, breath };
      requoteSide({ ...terms, desk, cancels, changes });
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
