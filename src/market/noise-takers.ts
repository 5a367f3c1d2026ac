/**
 * People who trade for reasons of their own. They come in waves: trades call forth trades, and a
 * price that moves calls forth more. Mostly they do what the one before did or what the price does,
 * and shy away from a price far from the index and from what they already have too much of.
 */
import { lots, ticks } from '../domain/units.ts';
import { halfSpreadOf } from './ladder.ts';
import { basisOf, clamp, lotsFor, type Mind, wildness } from './mind.ts';
import type { ContractPicture } from './picture.ts';
import { nextChance, nextCount, nextNormal, nextUnit, type Random } from './random.ts';
import { type Item, orderOf } from './requote.ts';

export interface TakeInputs {
  readonly random: Random;
  readonly picture: ContractPicture;
  readonly mind: Mind;
  /** In ticks. */
  readonly centre: number;
  readonly seconds: number;
  /** How busy the hour of the day is; 1 is the mean. */
  readonly bustle: number;
  /** What comes before all quotes, and what comes after them. */
  readonly cancels: Item[];
  readonly out: Item[];
}

/** In the quote currency: half of all trades are smaller than this, few are much larger. */
const SIZE_MEDIAN = 400;
const SIZE_DEVIATION = 1.2;
const SIZE_MAX = 200_000;
const TRADES_PER_TICK_MAX = 60;
/** Each trade calls forth so many more, most of them within this time. */
const OFFSPRING = 0.4;
const OFFSPRING_PER_SECOND = 1 / 15;
/** A move of so much doubles the trades; no move does more than this. */
const MOVE_DOUBLES_PPM = 1_000;
const MOVE_TIMES_MAX = 5;
/** How often a taker does what the one before did; how much the move and the basis tilt others. */
const IMITATION = 0.12;
const MOMENTUM_TILT = 0.1;
const BASIS_TILT_PPM = 4_000;
/** What they hold at most, in touches; the nearer to it, the more they lean the other way. */
export const NOISE_TOUCHES = 150;
const MARKET_SHARE = 0.7;
/** A limit of theirs reaches so far through the touch. */
const LIMIT_REACH_PPM = 300;

export function takeAtRandom(inputs: TakeInputs): void {
  const { random, picture, mind, centre, seconds, bustle, out } = inputs;
  const { contract, taker } = picture;
  const count = countTrades(inputs, seconds, bustle);
  if (count === 0) return;
  let { long, short } = taker;
  let net = long - short;
  const holdMax = lotsFor(mind, mind.terms.touch * NOISE_TOUCHES);
  const reach = (centre * (halfSpreadOf(mind) + LIMIT_REACH_PPM)) / 1e6;
  for (let done = 0; done < count; done += 1) {
    const buys = nextSide(inputs, net / holdMax);
    mind.bought = buys;
    const quote = Math.min(SIZE_MAX, SIZE_MEDIAN * Math.exp(SIZE_DEVIATION * nextNormal(random)));
    const size = Math.min(lotsFor(mind, quote), contract.marketOpenLotsMax);
    const opposite = buys ? short : long;
    const effect = opposite > 0 ? 'close' : 'open';
    const taken = lots(opposite > 0 ? Math.min(size, opposite) : size);
    // Only what was held before this tick is closed: what an order opens is known afterwards.
    if (opposite > 0 && buys) short = lots(short - taken);
    else if (opposite > 0) long = lots(long - taken);
    net += buys ? taken : -taken;
    const isLimit = nextUnit(random) >= MARKET_SHARE;
    const price = Math.max(1, Math.round(buys ? centre + reach : centre - reach));
    const side = buys ? 'buy' : 'sell';
    const limit = isLimit ? ticks(price) : null;
    out.push(orderOf(taker.account, contract, side, effect, taken, limit, 'ioc'));
  }
}

function countTrades({ random, picture, mind }: TakeInputs, seconds: number, bustle: number) {
  const { tradesPerSecond } = mind.terms;
  if (tradesPerSecond === 0) return 0;
  const stirred = Math.min(MOVE_TIMES_MAX, 1 + Math.abs(mind.move) / MOVE_DOUBLES_PPM);
  const roused = Math.min(MOVE_TIMES_MAX, (1 + wildness(mind)) / 2);
  const called = tradesPerSecond * (1 - OFFSPRING) * bustle * stirred * roused;
  const mean = mind.isLeaping ? 0 : (called + mind.excitement) * seconds;
  const count = nextCount(random, mean, TRADES_PER_TICK_MAX);
  mind.excitement =
    mind.excitement * Math.exp(-seconds * OFFSPRING_PER_SECOND) +
    count * OFFSPRING * OFFSPRING_PER_SECOND;
  // A market shows a first trade at once, so that nobody meets one without a last price.
  return picture.hasTraded ? count : Math.max(1, count);
}

function nextSide({ random, mind }: TakeInputs, lean: number): boolean {
  if (nextChance(random, IMITATION)) return mind.bought;
  const usualMove = Math.sqrt(mind.varianceUsual * 30) * Math.max(1, wildness(mind));
  const tilt = MOMENTUM_TILT * clamp(mind.move / usualMove, 1);
  const dear = clamp(basisOf(mind) / BASIS_TILT_PPM, 0.2);
  const full = clamp(lean * Math.abs(lean), 1) / 2;
  return nextChance(random, 0.5 + tilt - dear - full);
}
