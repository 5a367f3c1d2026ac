/**
 * Traders with leverage. Each of these accounts stands for many: at every contract it holds longs
 * and shorts with isolated margin, at one leverage. They build positions slice by slice over hours,
 * more of them in a trend and more on the side of the crowd. A storm drives both sides out, who has
 * lost and who takes a profit, and they come back as it is forgotten. What a fast market does to
 * those who stay is the engine's own liquidation.
 */
import { notionalMaxAt } from '../domain/margin.ts';
import type { PositionSide } from '../domain/side.ts';
import { lots, MONEY_SCALE, ticks } from '../domain/units.ts';
import { usualTurnover } from './market-terms.ts';
import { clamp, lotsFor, type Mind, wildness } from './mind.ts';
import type { TakeInputs } from './noise-takers.ts';
import type { DeskPicture } from './picture.ts';
import { halfSpreadOf } from './quote-ladder.ts';
import { nextBetween, nextChance, nextUnit } from './random.ts';
import { orderOf } from './requote.ts';
import { tideOf } from './sentiment.ts';
import { exp } from './steady-math.ts';

/** One account for each. */
export const LEVERAGES = [12, 20, 30] as const;

/** The largest position of an account on one side: what is usually traded in this time. */
const POSITION_SECONDS = 1_000;
/** What it trades at once, as a part of the largest position. */
const SLICE = 0.01;
/** The part of what the tiers of a contract allow at its leverage. */
const TIER_PART = 0.8;
/** How often one of them looks at a market. */
const LOOKS_PER_SECOND = 1 / 30;
/** Positions of a market that stands still, as a part of the largest; a tide adds to them. */
const QUIET_APPETITE = 0.4;
const TIDE_APPETITE = 0.3;
const LEAN_MAX = 0.7;
/** From this volatility on nobody opens until it is forgotten. */
const FRIGHT = 1.6;
/** After a volatility of this and more only a part of the usual positions is wanted. */
const PANIC = 3.2;
const PANIC_APPETITE = 0.3;
/** Who has less than is wanted, or more, trades at this part of the looks: in calm, in a storm. */
const CALM_HASTE = 0.15;
const STORM_HASTE = 0.5;

/** Nobody opens a position further than this from the best price. */
const REACH_PPM = 2_000;

/** In which direction the crowd leans, from -3 to 3. */
export function takeWithLeverage(inputs: TakeInputs, crowding: number): void {
  const { random, picture, mind, seconds } = inputs;
  if (mind.terms.tradesPerSecond === 0 || mind.isLeaping) return;
  const looks = 1 - exp(-seconds * LOOKS_PER_SECOND);
  const lean = clamp(crowding / 2, LEAN_MAX);
  const stirred = Math.min(1, QUIET_APPETITE + TIDE_APPETITE * Math.abs(tideOf(mind)));
  const appetite = stirred * courageOf(mind);
  LEVERAGES.forEach((leverage, at) => {
    if (!nextChance(random, looks)) return;
    const side = nextUnit(random) < 0.5 ? 'long' : 'short';
    const wanted = (appetite * (side === 'long' ? 1 + lean : 1 - lean)) / (1 + LEAN_MAX);
    tradeTowards(inputs, picture.leveraged(at), side, wanted, fullOf(mind, leverage));
  });
}

/** From what is left of their appetite in a panic to 1. */
function courageOf({ wildest }: Mind): number {
  const scared = Math.max(0, Math.min(1, (wildest - FRIGHT) / (PANIC - FRIGHT)));
  return 1 - (1 - PANIC_APPETITE) * scared;
}

/** In the quote currency. */
function fullOf({ terms, contract }: Mind, leverage: number): number {
  const allowed = Number(notionalMaxAt(contract, leverage)) / Number(MONEY_SCALE);
  return Math.min(usualTurnover(terms, POSITION_SECONDS), (allowed * TIER_PART) / 2);
}

function tradeTowards(
  { random, picture, mind, centre, out }: TakeInputs,
  desk: DeskPicture,
  side: PositionSide,
  wanted: number,
  full: number,
): void {
  const { contract } = picture;
  const held = side === 'long' ? desk.long : desk.short;
  const slice = lotsFor(mind, full * SLICE * nextBetween(random, 0.5, 1.5));
  const missing = lotsFor(mind, full * wanted) - held;
  const acts = nextChance(random, wildness(mind) < FRIGHT ? CALM_HASTE : STORM_HASTE);
  if (missing >= slice && mind.wildest < FRIGHT && acts) {
    const taken = side === 'long' ? 'buy' : 'sell';
    const reach = 1 + ((taken === 'buy' ? 1 : -1) * (halfSpreadOf(mind) + REACH_PPM)) / 1e6;
    const limit = ticks(Math.max(1, Math.round(centre * reach)));
    out.push(orderOf(desk.account, contract, taken, 'open', slice, limit, 'ioc'));
  } else if (missing <= -slice && acts) {
    const given = side === 'long' ? 'sell' : 'buy';
    out.push(orderOf(desk.account, contract, given, 'close', lots(slice), null, 'ioc'));
  }
}
