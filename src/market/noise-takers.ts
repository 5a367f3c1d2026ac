/**
 * Traders with reasons of their own. They come in waves: trades trigger trades, and so does a
 * moving price. Mostly they repeat the side of the last trade or follow the price, and avoid prices
 * far from the index and positions that are already too large.
 */
import { lots, ticks } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import { basisOf, boldness, clamp, lotsFor, type Mind, wildness } from './mind.ts';
import type { ContractPicture } from './picture.ts';
import { halfSpreadOf } from './quote-ladder.ts';
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
  /** Commands before all quotes, and commands after them. */
  readonly cancels: Item[];
  readonly out: Item[];
}

/**
 * Sizes in units of the average trade: half of all trades are smaller than the median, a few are
 * much larger.
 */
const SIZE_DEVIATION = 1;
const SIZE_MEDIAN = Math.exp(-(SIZE_DEVIATION ** 2) / 2);
const SIZE_MAX = 250;
const TRADES_PER_TICK_MAX = 60;
/** Each trade triggers this many more, most of them within this time. */
const OFFSPRING = 0.4;
const OFFSPRING_PER_SECOND = 1 / 15;
/** A move of this size doubles the trades; the effect is capped. */
const MOVE_DOUBLES_PPM = 700;
const MOVE_TIMES_MAX = 5;
/** Trades grow with this power of volatility. */
const ROUSED_POWER = 1.3;
/** How often a taker repeats the last side; how much the move and the basis tilt the others. */
const IMITATION = 0.12;
const MOMENTUM_TILT = 0.1;
const BASIS_TILT_PPM = 4_000;
/** The largest position: what is usually traded in this time. Close to it, they lean away. */
const POSITION_SECONDS = 400;
const MARKET_SHARE = 0.7;
/** How far their limit orders reach through the touch. */
const LIMIT_REACH_PPM = 300;

export function takeAtRandom(inputs: TakeInputs): void {
  const { random, picture, mind, centre, seconds, bustle, out } = inputs;
  const { contract, taker } = picture;
  const count = countTrades(inputs, seconds, bustle);
  if (count === 0) return;
  let { long, short } = taker;
  let net = long - short;
  const holdMax = lotsFor(mind, usualTurnover(mind.terms, POSITION_SECONDS) * boldness(mind));
  const reach = (centre * (halfSpreadOf(mind) + LIMIT_REACH_PPM)) / 1e6;
  for (let done = 0; done < count; done += 1) {
    const buys = nextSide(inputs, net / holdMax);
    mind.bought = buys;
    const times = Math.min(SIZE_MAX, SIZE_MEDIAN * Math.exp(SIZE_DEVIATION * nextNormal(random)));
    const wanted = lotsFor(mind, mind.terms.tradeQuote * times);
    const size = Math.min(wanted, contract.marketOpenLotsMax);
    const opposite = buys ? short : long;
    const effect = opposite > 0 ? 'close' : 'open';
    const taken = lots(opposite > 0 ? Math.min(size, opposite) : size);
    // Only positions from before this tick are closed: the result of a new order is not known yet.
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
  // Of what was recorded these are a part.
  if (mind.isRecorded && picture.hasTraded) return 0;
  const stirred = Math.min(MOVE_TIMES_MAX, 1 + Math.abs(mind.move) / MOVE_DOUBLES_PPM);
  const roused = Math.min(MOVE_TIMES_MAX, wildness(mind) ** ROUSED_POWER);
  const called = tradesPerSecond * (1 - OFFSPRING) * bustle * stirred * roused;
  const mean = mind.isLeaping ? 0 : (called + mind.excitement) * seconds;
  const count = nextCount(random, mean, TRADES_PER_TICK_MAX);
  mind.excitement =
    mind.excitement * Math.exp(-seconds * OFFSPRING_PER_SECOND) +
    count * OFFSPRING * OFFSPRING_PER_SECOND;
  // A new market gets a first trade at once, so that it always has a last price.
  return picture.hasTraded ? count : Math.max(1, count);
}

function nextSide({ random, mind }: TakeInputs, lean: number): boolean {
  if (nextChance(random, IMITATION)) return mind.bought;
  const usualMove = Math.sqrt(mind.varianceUsual * 30) * Math.max(1, wildness(mind));
  const tilt = MOMENTUM_TILT * clamp(mind.move / usualMove, 1);
  const dear = clamp(basisOf(mind) / BASIS_TILT_PPM, 0.2);
  const full = clamp(lean, 1) / 2;
  return nextChance(random, 0.5 + tilt - dear - full);
}
