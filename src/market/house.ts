/**
 * The house: two makers who quote every market and one account through which noise trades. They
 * are ordinary accounts with recorded deposits, under the rules, fees and margin of everyone. At
 * each tick the new index prices and everything the house does about them are one batch, so that
 * nobody meets a quote that is older than the index.
 */
import { type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import type { Side } from '../domain/side.ts';
import { FINE_PER_TICK, MONEY_SCALE, type Money, money } from '../domain/units.ts';
import type { IndexPrice } from './feed.ts';
import { INVENTORY_TOUCHES, ladderOf, lotsFor, type Quote } from './ladder.ts';
import type { MarketTerms } from './market-terms.ts';
import { takeAtRandom } from './noise-takers.ts';
import type { ContractPicture, HousePicture } from './picture.ts';
import { createRandom, nextNormal, type Random } from './random.ts';
import { type Requote, requoteSide } from './requote.ts';

export const MAKERS = 2;
/** What each house account starts with and is filled up to. */
export const HOUSE_DEPOSIT: Money = money(20_000_000n * MONEY_SCALE);
/** Below this a house account is filled up, by a deposit like any other. */
const HOUSE_FLOOR: Money = money(HOUSE_DEPOSIT / 2n);
/** The makers are one team: they never trade with each other, whatever else goes wrong. */
const MAKER_TERMS: AccountTerms = { ...DEFAULT_TERMS, team: 'house-makers' };

type Item = Batch['commands'][number];

export interface House {
  readonly random: Random;
  /** One for each contract, like the premiums. */
  readonly terms: readonly MarketTerms[];
  /** How far, in ppm, people pay above or below the index just now. */
  readonly premiums: number[];
  /** Which contract is quoted first, where not all fit into one batch. */
  nextContract: number;
}

/** The premium over the index: half forgotten after ten minutes, and of this deviation. */
const PREMIUM_DEVIATION_PPM = 150;
const PREMIUM_HALF_LIFE_SECONDS = 600;
/** With all the inventory they may have, makers quote so much lower, or higher. */
const SKEW_MAX_PPM = 400;
/** A tick that comes late is not made up for. */
const ELAPSED_SECONDS_MAX = 2;

/** The makers, and after them the one through which noise trades. */
export const HOUSE_ACCOUNTS = MAKERS + 1;

/** The commands that open and fund the house, where the next account opened is the first. */
export const houseGenesis = (first: AccountId): Item[] =>
  Array.from({ length: HOUSE_ACCOUNTS }, (_, at): Item[] => [
    { kind: 'open-account', role: 'house', terms: at < MAKERS ? MAKER_TERMS : DEFAULT_TERMS },
    { kind: 'deposit', account: accountId(first + at), amount: HOUSE_DEPOSIT },
  ]).flat();

export const createHouse = (terms: readonly MarketTerms[], seed: number, salt: number): House => ({
  random: createRandom(seed, salt ^ 0x5eed),
  terms,
  premiums: terms.map(() => 0),
  nextContract: 0,
});

/** Everything that happens at one tick, in one command. */
export function decideTick(
  house: House,
  picture: HousePicture,
  prices: readonly IndexPrice[],
  elapsedMillis: number,
): Batch {
  const elapsedSeconds = Math.min(elapsedMillis / 1_000, ELAPSED_SECONDS_MAX);
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
    const wanted = actOn(house, row, at, price / FINE_PER_TICK, elapsedSeconds);
    if (commands.length + wanted.length > BATCH_COMMANDS_MAX) {
      house.nextContract = at;
      break;
    }
    commands.push(...wanted);
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

function actOn(
  house: House,
  picture: ContractPicture,
  at: number,
  index: number,
  elapsedSeconds: number,
): Item[] {
  const { random } = house;
  const terms = house.terms[at];
  assert(terms !== undefined, 'a contract has no terms', at);
  const premium = stepPremium(house, at, elapsedSeconds);
  const centre = index * (1 + (premium + skewOf(picture, terms, index)) / 1e6);
  const taken = takeAtRandom({ random, picture, terms, centre, elapsedSeconds });
  return [...quoteAll(house, picture, terms, centre), ...taken];
}

function stepPremium({ random, premiums }: House, at: number, seconds: number): number {
  const kept = 0.5 ** (seconds / PREMIUM_HALF_LIFE_SECONDS);
  const noise = PREMIUM_DEVIATION_PPM * Math.sqrt(1 - kept * kept) * nextNormal(random);
  const premium = (premiums[at] ?? 0) * kept + noise;
  premiums[at] = premium;
  return premium;
}

/** All makers lean together, by what they hold together, so that they never cross each other. */
function skewOf(picture: ContractPicture, terms: MarketTerms, index: number): number {
  const { contract, makers } = picture;
  const most = lotsFor(contract, index, terms.touch * INVENTORY_TOUCHES) * makers.length;
  const held = makers.reduce((sum, { long, short }) => sum + long - short, 0);
  return -SKEW_MAX_PPM * Math.max(-1, Math.min(1, held / most));
}

/**
 * Cancels first, then the side that gets out of the way, then the side that follows: no quote of
 * the house ever meets another on its way.
 */
function quoteAll(
  { random }: House,
  picture: ContractPicture,
  terms: MarketTerms,
  centre: number,
): Item[] {
  const { contract, makers } = picture;
  const quotesOf = (side: Side): Quote[][] =>
    makers.map((desk, maker) => ladderOf({ contract, terms, centre, desk, maker }, side));
  const wanted: Record<Side, Quote[][]> = { buy: quotesOf('buy'), sell: quotesOf('sell') };
  const requote = (side: Side): Requote[] =>
    makers.map((desk, maker) => {
      const quotes = wanted[side][maker] ?? [];
      return requoteSide({ random, contract, desk, side, centre, quotes });
    });
  const buys = requote('buy');
  const sells = requote('sell');
  const sides = isInTheWay(picture, wanted.buy) ? [...sells, ...buys] : [...buys, ...sells];
  return [...sides.flatMap(({ cancels }) => cancels), ...sides.flatMap(({ changes }) => changes)];
}

/** Whether a bid the house wants would meet an ask it still has. */
function isInTheWay({ makers }: ContractPicture, bids: readonly Quote[][]): boolean {
  const bestBid = Math.max(0, ...bids.flat().map(({ price }) => price));
  return makers.some(({ orders }) =>
    orders.some(({ side, price }) => side === 'sell' && price <= bestBid),
  );
}
