/**
 * Traders with reasons of their own, one at a time (see moments.ts). Most trades are parts of a few
 * larger orders, so that buying follows buying for long; larger orders follow the price, and avoid
 * prices far from the index and positions that are already too large.
 */
import { lots, ticks } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import {
  basisOf,
  boldness,
  clamp,
  keepParent,
  lotsFor,
  type Mind,
  MOVE_HALF_LIFE,
  PARENTS,
  parentOf,
  wildness,
} from './mind.ts';
import { excite, startle } from './moments.ts';
import type { ContractPicture, TakerPicture } from './picture.ts';
import { halfSpreadOf } from './quote-ladder.ts';
import {
  nextChance,
  nextNormal,
  nextUnit,
  type Random,
  roundNearby,
  roundSometimes,
} from './random.ts';
import { type Item, orderOf } from './requote.ts';
import { exp, power, square } from './steady-math.ts';

export interface TakerInputs {
  readonly random: Random;
  readonly picture: TakerPicture;
  readonly mind: Mind;
  /** In ticks. */
  readonly centre: number;
  /** Whether it is time for a taker. */
  readonly hasCome: boolean;
  readonly out: Item[];
}

export interface TakeInputs extends TakerInputs {
  readonly picture: ContractPicture;
  readonly seconds: number;
  /** Commands before all quotes; those after them are put out. */
  readonly cancels: Item[];
}

/**
 * Sizes in units of the average trade: half of all trades are smaller than the median, a few are
 * much larger.
 */
const SIZE_DEVIATION = 1;
const SIZE_MEDIAN = exp(-square(SIZE_DEVIATION) / 2);
const SIZE_MAX = 250;
/** They grow with this power of volatility. */
const WILD_POWER = 0.3;
const WILD_TIMES_MAX = 1.5;
/** How often a taker trades a part of a larger order, of the several that are under way. */
const OF_PARENTS = 0.85;
/** The tail of how many parts a larger order has: signs are remembered for long. */
const PARENT_TAIL = 1.3;
const PARENT_PARTS_MAX = 2_000;
/** How much the move and the basis tilt the side of a new one, and of a single trade. */
const MOMENTUM_TILT = 0.18;
const BASIS_TILT_PPM = 4_000;
/** The largest position: what is usually traded in this time. Close to it, they lean away. */
const POSITION_SECONDS = 700;
/** Makers look up at a trade of this many average ones. */
const STARTLING = 4;
const MARKET_SHARE = 0.7;
/** How far their limit orders reach through the touch. */
const LIMIT_REACH_PPM = 300;

/** One of them comes, if it is time; a new market gets a first trade at once. */
export function takeAtRandom(inputs: TakerInputs): void {
  const { random, picture, mind, centre, hasCome, out } = inputs;
  const { contract, taker, hasTraded } = picture;
  // What was recorded trades without them.
  const isTime = !hasTraded || (hasCome && !mind.isLeaping && !mind.isRecorded);
  if (mind.terms.tradesPerSecond === 0 || !isTime) return;
  excite(mind);
  const { long, short } = taker;
  const holdMax = lotsFor(mind, usualTurnover(mind.terms, POSITION_SECONDS) * boldness(mind));
  const buys = nextSide(inputs, (long - short) / holdMax);
  mind.bought = buys;
  const times = Math.min(SIZE_MAX, SIZE_MEDIAN * exp(SIZE_DEVIATION * nextNormal(random)));
  const wild = Math.min(WILD_TIMES_MAX, power(wildness(mind), WILD_POWER));
  const wanted = roundSometimes(random, lotsFor(mind, mind.terms.tradeQuote * times * wild));
  const size = Math.min(wanted, contract.marketOpenLotsMax);
  if (times > STARTLING) startle(mind, random);
  const opposite = buys ? short : long;
  const effect = opposite > 0 ? 'close' : 'open';
  const taken = lots(opposite > 0 ? Math.min(size, opposite) : size);
  const isLimit = nextUnit(random) >= MARKET_SHARE;
  const reach = (centre * (halfSpreadOf(mind) + LIMIT_REACH_PPM)) / 1e6;
  const wish = Math.round(buys ? centre + reach : centre - reach);
  const price = Math.max(1, roundNearby(random, wish, reach / 2));
  const side = buys ? 'buy' : 'sell';
  const limit = isLimit ? ticks(price) : null;
  out.push(orderOf(taker.account, contract, side, effect, taken, limit, 'ioc'));
}

function nextSide(inputs: TakerInputs, lean: number): boolean {
  const { random, mind } = inputs;
  // Some of them trade faster than others.
  const parent = Math.floor(square(nextUnit(random)) * PARENTS);
  const single = nextChance(random, buyChance(mind, lean));
  const isOfParent = nextChance(random, OF_PARENTS);
  const parts = Math.min(
    PARENT_PARTS_MAX,
    Math.ceil(power(1 - nextUnit(random), -1 / PARENT_TAIL)),
  );
  if (!isOfParent) return single;
  let left = parentOf(mind, parent);
  // Nobody goes on with an order that the position has no room for.
  if (left === 0 || left * lean > Math.abs(left)) left = single ? parts : -parts;
  const buys = left > 0;
  keepParent(mind, parent, left - (buys ? 1 : -1));
  return buys;
}

function buyChance(mind: Mind, lean: number): number {
  const usualMove = Math.sqrt(mind.varianceUsual * MOVE_HALF_LIFE) * Math.max(1, wildness(mind));
  const tilt = MOMENTUM_TILT * clamp(mind.move / usualMove, 1);
  const dear = clamp(basisOf(mind) / BASIS_TILT_PPM, 0.2);
  const full = clamp(lean, 1) / 2;
  return 0.5 + tilt - dear - full;
}
