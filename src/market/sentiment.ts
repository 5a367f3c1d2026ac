/**
 * How crowded a market is, and on which side: the premium that traders pay for days to be long, or
 * to be short. A part of it is the market's own, a part it shares with the first market, and a part
 * follows the price: who has gained buys more. Most of the time the premium is too small to move
 * funding off its base rate. When it is not, it stays for several settlements.
 */
import { clamp, type Mind, TIDE_HALF_LIFE } from './mind.ts';
import { sinh, square } from './steady-math.ts';

/** The tide of a usual market has the deviation of this many seconds. */
const TIDE_SECONDS = TIDE_HALF_LIFE / Math.LN2 / 2;

/** Squares of the weights sum to one. */
const OWN = 0.6;
const SHARED = 0.6;
const TIDE = Math.sqrt(1 - square(OWN) - square(SHARED));
const ALONE = Math.sqrt(square(OWN) + square(SHARED));

/** In ppm: longs pay a little more often than shorts do. */
const MEAN_PPM = 120;
const SCALE_PPM = 270;
/** The larger, the rarer and the larger are extremes. */
const FATNESS = 1.1;
/**
 * The largest premium. Its funding stays below what it costs to take a position and leave it, so
 * that nobody is paid for being there at a settlement alone.
 */
export const SENTIMENT_MAX_PPM = 1_900;

/** The premium follows its cause by at most this much a second, in ppm. */
const SLEW_PPM = 20;

/** From about -3, everybody is short, to 3. The first market has no leader. */
export function crowdingOf(mind: Mind, leaderCrowd: number | undefined): number {
  const tide = TIDE * tideOf(mind);
  if (leaderCrowd === undefined) return ALONE * mind.crowd + tide;
  return OWN * mind.crowd + SHARED * leaderCrowd + tide;
}

/** The move of the last hours, in deviations of a usual market. */
export const tideOf = ({ tide, varianceUsual }: Mind): number =>
  clamp(tide / Math.sqrt(varianceUsual * TIDE_SECONDS), 3);

/** The premium that the crowd pays over the index, in ppm. */
export const sentimentOf = (crowding: number): number =>
  clamp(MEAN_PPM + SCALE_PPM * sinh(FATNESS * crowding), SENTIMENT_MAX_PPM);

/** Moves the premium towards the wanted one, in ppm. */
export function followSentiment(mind: Mind, wanted: number, seconds: number): void {
  mind.sentiment += clamp(wanted - mind.sentiment, SLEW_PPM * seconds);
}
