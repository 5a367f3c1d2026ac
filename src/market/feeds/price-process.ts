/**
 * How simulated prices move: logarithms that take small fat-tailed steps, partly shared by all
 * prices and partly their own. The size of the steps changes over minutes, hours and days, with the
 * regime and with the time of day, and now and then a price jumps.
 *
 * Steps have a fixed length, however often the process is asked, so one seed gives one path. Slow
 * parts are updated once in several steps. Nothing is allocated on the way.
 */
import { createRandom, nextChance, nextNormal, nextUnit, type Random } from '../random.ts';
import { nextFat } from './fat-draws.ts';
import { nextRegime, REGIME_TERMS, type Regime } from './regimes.ts';

/** What the process must know about one price. */
export interface PathTerms {
  /** Deviation of the logarithm of the price over a year. */
  readonly volatility: number;
  /** The share of its movement that it has in common with all others, from 0 to 1. */
  readonly share: number;
}

export interface ProcessSettings {
  readonly terms: readonly PathTerms[];
  readonly seed: number;
  /** Distinguishes several processes of one seed. */
  readonly salt: number;
  readonly stepSeconds: number;
}

/** Columns have one number per price; those of waves one per wave and price. */
export interface PriceProcess {
  readonly random: Random;
  readonly count: number;
  readonly stepSeconds: number;
  /** After this many steps the slow parts are updated. */
  readonly slowEvery: number;
  /** Logarithms of prices, measured from their long-term level. */
  readonly away: Float64Array;
  /** Deviation over one second in quiet times. */
  readonly quiet: Float64Array;
  readonly share: Float64Array;
  readonly own: Float64Array;
  /** Logarithms of the current deviation over the quiet one. */
  readonly waves: Float64Array;
  /** Current deviation and drift of one step. */
  readonly deviation: Float64Array;
  readonly drift: Float64Array;
  /** Recent drift of prices: falling prices become more volatile. */
  readonly drawn: Float64Array;
  /** Pending jumps, and in how many steps they come. */
  readonly jumps: Float64Array;
  jumpIn: number;
  slowIn: number;
  regime: Regime;
  forced: Regime | null;
  /** Follows the volatility of the regime within minutes. */
  wildness: number;
}

const YEAR_SECONDS = 365 * 86_400;
/** How many steps pass between updates of the slow parts: five seconds, or a minute. */
const SLOW_STEPS = 20;

/** Waves of volatility: their half-life, and their deviation. */
const WAVES = [
  { halfLifeSeconds: 600, deviation: 0.25 },
  { halfLifeSeconds: 4 * 3_600, deviation: 0.35 },
  { halfLifeSeconds: 3 * 86_400, deviation: 0.42 },
] as const;
/** The part of a wave's variance that all prices share. */
const WAVE_SHARE = Math.sqrt(0.85);
const WAVE_OWN = Math.sqrt(0.15);
/** How much of a wave comes from downward moves of the price itself. */
const LEVERAGE = -0.15;
const NOT_LEVERAGE = Math.sqrt(1 - LEVERAGE * LEVERAGE);
/**
 * Mean squares of the waves together, divided out so that the yearly deviation is as configured.
 */
const WAVE_EXCESS = WAVES.reduce((sum, { deviation }) => sum + deviation * deviation, 0);
const WILDNESS_SECONDS = 240;
/** The upper bound of deviations, as a multiple of the usual one. */
const WILDEST = 3.8;

const COMMON_JUMPS_PER_SECOND = 1.5 / 86_400;
const OWN_JUMPS_PER_SECOND = 1 / 86_400;
/** Deviations of jumps, for a price whose yearly deviation is one. */
const COMMON_JUMP = 0.008;
const OWN_JUMP = 0.006;

/** Half of the way back to the long-term level takes a month, so that a venue can run for years. */
const PULL_PER_SECOND = Math.LN2 / (30 * 86_400);
const PULLED_AWAY_MAX = 0.25;

export function createProcess({ terms, seed, salt, stepSeconds }: ProcessSettings): PriceProcess {
  const count = terms.length;
  const column = (): Float64Array => new Float64Array(count);
  const process: PriceProcess = {
    random: createRandom(seed, salt),
    count,
    stepSeconds,
    slowEvery: SLOW_STEPS,
    away: column(),
    quiet: Float64Array.from(terms, ({ volatility }) => volatility / Math.sqrt(YEAR_SECONDS)),
    share: Float64Array.from(terms, ({ share }) => share),
    own: Float64Array.from(terms, ({ share }) => Math.sqrt(1 - share * share)),
    waves: new Float64Array(count * WAVES.length),
    deviation: column(),
    drift: column(),
    drawn: column(),
    jumps: column(),
    jumpIn: 0,
    slowIn: 0,
    regime: 'calm',
    forced: null,
    wildness: REGIME_TERMS.calm.wildness,
  };
  beginWaves(process);
  return process;
}

/** One step. The time, in milliseconds since 1970, only sets the hour of the day. */
export function stepProcess(process: PriceProcess, at: number): void {
  if (process.slowIn === 0) stepSlowly(process, at);
  process.slowIn -= 1;
  const { random, count, away, deviation, drift, share, own, drawn } = process;
  const together = nextFat(random);
  for (let place = 0; place < count; place += 1) {
    const draw = share[place]! * together + own[place]! * nextFat(random);
    away[place] = away[place]! + drift[place]! + deviation[place]! * draw;
    drawn[place] = drawn[place]! + draw;
  }
  if (process.jumpIn === 0) return;
  process.jumpIn -= 1;
  if (process.jumpIn === 0) jump(process);
}

export function forceRegime(process: PriceProcess, regime: Regime | null): void {
  process.forced = regime;
  if (regime === null) return;
  process.regime = regime;
  // A forced storm begins at once.
  process.wildness = REGIME_TERMS[regime].wildness;
  process.slowIn = 0;
}

/** Volatility starts at its usual level, drawn at random: there is no past to continue. */
function beginWaves({ waves, count, random }: PriceProcess): void {
  WAVES.forEach(({ deviation }, wave) => {
    const common = nextNormal(random);
    for (let place = 0; place < count; place += 1)
      waves[wave * count + place] =
        deviation * (WAVE_SHARE * common + WAVE_OWN * nextNormal(random));
  });
}

function stepSlowly(process: PriceProcess, at: number): void {
  const { random, slowEvery, stepSeconds } = process;
  const seconds = slowEvery * stepSeconds;
  process.slowIn = slowEvery;
  if (process.forced === null) process.regime = nextRegime(random, process.regime, seconds);
  const { wildness, drift } = REGIME_TERMS[process.regime];
  process.wildness += (wildness - process.wildness) * Math.min(1, seconds / WILDNESS_SECONDS);
  stepWaves(process, seconds);
  stepTerms(process, process.wildness * shapeOfDay(at), drift);
  drawJumps(process, seconds);
}

function stepWaves({ waves, drawn, count, random, slowEvery }: PriceProcess, seconds: number) {
  const scale = 1 / Math.sqrt(slowEvery);
  WAVES.forEach(({ halfLifeSeconds, deviation }, wave) => {
    const kept = 0.5 ** (seconds / halfLifeSeconds);
    const noise = deviation * Math.sqrt(1 - kept * kept);
    const common = nextNormal(random) * WAVE_SHARE;
    for (let place = 0; place < count; place += 1) {
      const free = common + WAVE_OWN * nextNormal(random);
      const draw = LEVERAGE * drawn[place]! * scale + NOT_LEVERAGE * free;
      const at = wave * count + place;
      waves[at] = waves[at]! * kept + noise * draw;
    }
  });
  drawn.fill(0);
}

function stepTerms(process: PriceProcess, times: number, yearlyDrift: number): void {
  const { waves, quiet, deviation, drift, away, count, stepSeconds } = process;
  const root = Math.sqrt(stepSeconds);
  for (let place = 0; place < count; place += 1) {
    let wave = -WAVE_EXCESS;
    for (let at = place; at < waves.length; at += count) wave += waves[at]!;
    const perSecond = quiet[place]! * Math.min(Math.exp(wave) * times, WILDEST);
    const pulled = Math.max(-PULLED_AWAY_MAX, Math.min(PULLED_AWAY_MAX, away[place]!));
    deviation[place] = perSecond * root;
    drift[place] =
      (yearlyDrift / YEAR_SECONDS - (perSecond * perSecond) / 2 - pulled * PULL_PER_SECOND) *
      stepSeconds;
  }
}

/** Relative volatility of the quietest and the busiest hour. */
const QUIETEST = 0.76;
const BUSIEST = 1.3;

/** Most volatile in the afternoon (UTC), quietest at four in the morning. */
function shapeOfDay(at: number): number {
  const sinceFour = (at / 3_600_000 + 20) % 24;
  const risen = sinceFour < 11 ? sinceFour / 11 : 1 - (sinceFour - 11) / 13;
  return QUIETEST * (BUSIEST / QUIETEST) ** ((1 - Math.cos(Math.PI * risen)) / 2);
}

/** News for all prices, and news for one; it arrives at any of the steps until the next update. */
function drawJumps(process: PriceProcess, seconds: number): void {
  const { random, jumps, quiet, share, count } = process;
  // A forced regime may come in between: jumps drawn before still happen.
  if (process.jumpIn > 0) return;
  const { downward } = REGIME_TERMS[process.regime];
  const draw = (): number => {
    const size = Math.abs(nextNormal(random));
    return nextChance(random, downward) ? -size : size;
  };
  let isComing = false;
  if (nextChance(random, COMMON_JUMPS_PER_SECOND * seconds)) {
    isComing = true;
    const size = COMMON_JUMP * draw();
    for (let place = 0; place < count; place += 1)
      jumps[place] = share[place]! * yearly(quiet[place]!) * size;
  }
  for (let place = 0; place < count; place += 1) {
    if (!nextChance(random, OWN_JUMPS_PER_SECOND * seconds)) continue;
    isComing = true;
    jumps[place] = jumps[place]! + OWN_JUMP * yearly(quiet[place]!) * draw();
  }
  if (isComing) process.jumpIn = 1 + Math.floor(nextUnit(random) * process.slowEvery);
}

const yearly = (perSecond: number): number => perSecond * Math.sqrt(YEAR_SECONDS);

function jump({ away, jumps, count }: PriceProcess): void {
  for (let place = 0; place < count; place += 1) away[place] = away[place]! + jumps[place]!;
  jumps.fill(0);
}
