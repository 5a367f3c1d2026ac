/**
 * Two small traders with an opinion: one follows the move of the index over the last quarter of an
 * hour, one bets that the price returns to the index. Now and then each trades a slice towards its
 * target position.
 */
import { lots } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import { basisOf, boldness, clamp, lotsFor, type Mind } from './mind.ts';
import type { TakeInputs } from './noise-takers.ts';
import { type DeskPicture, netLots } from './picture.ts';
import { nextBetween, nextChance } from './random.ts';
import { orderOf } from './requote.ts';
import { exp } from './steady-math.ts';

/** The largest position of each: what is usually traded in this time. */
const POSITION_SECONDS = 40;
/** What one of them trades at once, in average trades. */
const SLICE_TRADES = 1.6;
/** How often one of them looks at a market. */
const LOOKS_PER_SECOND = 1 / 30;
/** A trend of this many usual deviations is worth a full position; less than half of it, none. */
const TREND_FULL = 2.5;
const TREND_SECONDS = 650;
const BASIS_FULL_PPM = 1_000;

export function takeWithOpinion(inputs: TakeInputs): void {
  const { random, picture, mind, seconds } = inputs;
  if (mind.terms.tradesPerSecond === 0 || mind.isLeaping) return;
  const looks = 1 - exp(-seconds * LOOKS_PER_SECOND);
  if (nextChance(random, looks)) takeTowards(inputs, picture.follower, trendWish(mind));
  if (nextChance(random, looks)) takeTowards(inputs, picture.reverter, basisWish(mind));
}

/** From -1, a full short position, to 1. */
function trendWish({ trend, varianceUsual }: Mind): number {
  const strength = trend / Math.sqrt(varianceUsual * TREND_SECONDS) / TREND_FULL;
  return Math.abs(strength) < 0.5 ? 0 : clamp(strength, 1);
}

const basisWish = (mind: Mind): number => -clamp(basisOf(mind) / BASIS_FULL_PPM, 1);

function takeTowards({ random, picture, mind, out }: TakeInputs, desk: DeskPicture, wish: number) {
  const { contract } = picture;
  const most = lotsFor(mind, usualTurnover(mind.terms, POSITION_SECONDS) * boldness(mind));
  const missing = Math.round(most * wish) - netLots(desk);
  const slice = lotsFor(mind, mind.terms.tradeQuote * SLICE_TRADES * nextBetween(random, 0.5, 1.5));
  if (Math.abs(missing) < slice) return;
  const side = missing > 0 ? 'buy' : 'sell';
  const opposite = side === 'buy' ? desk.short : desk.long;
  const effect = opposite > 0 ? 'close' : 'open';
  const size = lots(opposite > 0 ? Math.min(slice, opposite) : slice);
  out.push(orderOf(desk.account, contract, side, effect, size, null, 'ioc'));
}
