/**
 * Traders who leave a limit order near the price and cancel it after a while, within half a minute,
 * if it was not filled.
 */
import { lots, ticks } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import { clamp, clampLots, lotsFor } from './mind.ts';
import type { TakeInputs } from './noise-takers.ts';
import { netLots } from './picture.ts';
import {
  nextBetween,
  nextChance,
  nextCount,
  nextNormal,
  nextUnit,
  roundSometimes,
} from './random.ts';
import { cancelOf, orderOf } from './requote.ts';
import { decadeOf, exp, square } from './steady-math.ts';

const LIFE_SECONDS = 25;
/** This many orders for each trade of the noise takers. */
const ORDERS_PER_TRADE = 0.4;
/** Many of them stand at round prices. */
const ROUND_SHARE = 0.4;
const ORDERS_PER_TICK_MAX = 10;
const NEAREST_PPM = 100;
const FARTHEST_PPM = 5_000;
/** The largest position: what is usually traded in this time. Close to it, they lean away. */
const POSITION_SECONDS = 150;
/** Sizes in units of the average trade. */
const SIZE_MEDIAN = 1.8;
const SIZE_DEVIATION = 1;
const SIZE_MAX = 60;

export function restAtRandom(inputs: TakeInputs): void {
  const { random, picture, mind, centre, seconds, cancels, out } = inputs;
  const { contract, rester } = picture;
  // While the index leaps nobody leaves an order at the old price; nor where more would trade by it
  // than was recorded.
  const isAway = mind.isLeaping || mind.isRecorded;
  const leaving = isAway ? 1 : 1 - exp(-seconds / LIFE_SECONDS);
  let { long, short } = rester;
  for (const { id, effect, side, size, filled } of rester.orders) {
    if (nextChance(random, leaving)) cancels.push(cancelOf(rester.account, id));
    // What a canceled order had reserved is free only at the next tick, so nothing is closed twice.
    if (effect === 'open') continue;
    if (side === 'sell') long = lots(long - (size - filled));
    else short = lots(short - (size - filled));
  }
  const holdMax = lotsFor(mind, usualTurnover(mind.terms, POSITION_SECONDS));
  const lean = clamp(netLots(rester) / holdMax, 1);
  const mean = mind.terms.tradesPerSecond * ORDERS_PER_TRADE * seconds;
  const count = isAway ? 0 : nextCount(random, mean, ORDERS_PER_TICK_MAX);
  for (let done = 0; done < count; done += 1) {
    const side = nextUnit(random) < 0.5 - lean / 2 ? 'buy' : 'sell';
    // Uniform in the square root: more of them near the price.
    const away = NEAREST_PPM + (FARTHEST_PPM - NEAREST_PPM) * square(nextBetween(random, 0, 1));
    const offset = Math.max(1, Math.round((centre * away) / 1e6));
    const isRound = nextChance(random, ROUND_SHARE);
    const plain = side === 'buy' ? Math.floor(centre) - offset : Math.ceil(centre) + offset;
    const unit = isRound ? decadeOf(Math.max(1, offset)) : 1;
    // Away from the middle, so that it rests.
    const price = (side === 'buy' ? Math.floor(plain / unit) : Math.ceil(plain / unit)) * unit;
    const times = Math.min(SIZE_MAX, SIZE_MEDIAN * exp(SIZE_DEVIATION * nextNormal(random)));
    const wanted = clampLots(
      contract,
      roundSometimes(random, lotsFor(mind, mind.terms.tradeQuote * times)),
    );
    const opposite = side === 'buy' ? short : long;
    const closes = opposite >= contract.orderLotsMin;
    const size = closes ? clampLots(contract, Math.min(wanted, opposite)) : wanted;
    if (price < 1) continue;
    if (closes && side === 'buy') short = lots(short - size);
    else if (closes) long = lots(long - size);
    const effect = closes ? 'close' : 'open';
    out.push(orderOf(rester.account, contract, side, effect, size, ticks(price), 'post-only'));
  }
}
