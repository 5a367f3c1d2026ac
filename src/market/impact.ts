/**
 * How signed volume moves a price: concave in size, most of it back within minutes, a part that
 * stays for long. Three loads, each a part of a day's turnover, are what takers bought more than
 * they sold of late; each forgets at its own pace, and displaces the price by less than the square
 * root of itself: what others trade at the same time makes it about that. Volume stretches such a
 * load and time relaxes it, like a spring with friction: who buys and sells the same amount gets
 * back less than the stretching cost, whatever the schedule (A. Alfonsi and A. Schied, *Optimal
 * trade execution and absence of price manipulations in limit order book models*, 2010). Concave
 * impact with partial reversion is what markets show (arXiv 2603.24137; J. Donier and others, arXiv
 * 1412.0141).
 *
 * Makers see what was taken from them when they look again, and quote the old price until then. So
 * what was taken by then moves a price by hardly more than it paid on average to reach into the
 * book: a block that was cheap says little, and whoever takes one cannot give it back for more.
 *
 * Volume counts where it reaches the makers: who trades with itself moves nothing. In a simulated
 * market the slow parts move the index, as if all other markets had followed, so that nobody sees
 * them in the premium and waits for their way back. An outside index does not follow: there they
 * are a premium, which fades, and the index wins.
 */
import { usualTurnover } from './market-terms.ts';
import { keptAfter, type Mind } from './mind.ts';
import { power } from './steady-math.ts';

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
/** What all three together move for a day's turnover, in deviations of a day. */
const IMPACT = 0.4;
const POWER = 0.4;
/** Their parts of it, and after how long half of a load is forgotten, in seconds. */
export const PRESS = { part: 0.42, halfLife: 120 };
const STRAIN = { part: 0.36, halfLife: 900 };
const LASTING = { part: 0.22, halfLife: DAY_SECONDS, halfLifeOutside: 1_800 };
/** Below this part of a day's turnover a load moves in proportion. */
const LEAST_LOAD = 2e-4;
/** No load moves the price by more than this, in ppm. */
const MOST_PPM = 10_000;

/** What was taken since the last look moves a price by this much more than it paid, in ppm. */
const MORE_THAN_PAID_PPM = 100;
/** How often a load that is too much is halved, or halved less. */
const HALVINGS = 12;

/**
 * Takes in what takers bought from the makers, in the quote currency; less than zero if sold. What
 * they paid for it on average, from the middle, is only asked for if it matters.
 */
export function load(
  mind: Mind,
  bought: number,
  seconds: number,
  isOutside: boolean,
  paidPpm: () => number,
): void {
  const stays = isOutside ? LASTING.halfLifeOutside : LASTING.halfLife;
  mind.press *= keptAfter(seconds, PRESS.halfLife);
  mind.strain *= keptAfter(seconds, STRAIN.halfLife);
  mind.lasting *= keptAfter(seconds, stays);
  const part = bought / Math.max(1, usualTurnover(mind.terms, DAY_SECONDS));
  const told = part === 0 ? 0 : part * toldOf(mind, part, paidPpm);
  mind.press += told;
  mind.strain += told;
  mind.lasting += told;
  const { volatility } = mind.terms;
  const slow =
    STRAIN.part * bend(mind.strain, volatility) + LASTING.part * bend(mind.lasting, volatility);
  mind.push = pushOf(mind.press, volatility);
  if (isOutside) mind.push += slow;
  mind.lift = isOutside ? 0 : slow;
}

/** The share of what was bought that says something about the price. */
function toldOf(mind: Mind, part: number, paidPpm: () => number): number {
  const before = displacedBy(mind, 0);
  const movedBy = (share: number): number => Math.abs(displacedBy(mind, part * share) - before);
  if (movedBy(1) <= MORE_THAN_PAID_PPM) return 1;
  const most = MORE_THAN_PAID_PPM + paidPpm();
  if (movedBy(1) <= most) return 1;
  let share = 0;
  for (let step = 0.5, left = HALVINGS; left > 0; step /= 2, left -= 1)
    if (movedBy(share + step) <= most) share += step;
  return share;
}

/** How far all three loads move a price after so much more, in ppm. */
const displacedBy = (
  { press, strain, lasting, terms: { volatility } }: Mind,
  more: number,
): number =>
  PRESS.part * bend(press + more, volatility) +
  STRAIN.part * bend(strain + more, volatility) +
  LASTING.part * bend(lasting + more, volatility);

/** How far what was bought within the last minutes moves a price, in ppm. */
export const pushOf = (press: number, volatility: number): number =>
  PRESS.part * bend(press, volatility);

/** In ppm. */
function bend(part: number, volatility: number): number {
  const scale = (IMPACT * volatility * 1e6) / Math.sqrt(YEAR_DAYS);
  const moved = scale * part * power(Math.abs(part) + LEAST_LOAD, POWER - 1);
  return Math.max(-MOST_PPM, Math.min(MOST_PPM, moved));
}
