/**
 * How simulated prices move: logarithms that take small fat-tailed steps, partly shared by all
 * prices and partly their own. The size of the steps changes over minutes, hours and days, with the
 * regime and with the time of day, and now and then a price jumps.
 *
 * Steps have a fixed length and are counted from 1970, so one seed gives one path, however often
 * the process is asked. Slow parts are updated at the first step of a block of several, and all
 * draws of a block belong to its number. What the process carries on is one column of numbers:
 * remembered at any step, it goes on exactly from there. Nothing is allocated on the way.
 */
import {
  type EarlierKey,
  KeyedRandom,
  nextChance,
  nextNormal,
  nextUnit,
  STREAMS,
} from '../random.ts';
import { weekVolatilityAt } from '../rhythm.ts';
import { cos, exp, power } from '../steady-math.ts';
import { nextFat } from './fat-draws.ts';
import { nextRegime, REGIME_TERMS, REGIMES, type Regime } from './regimes.ts';

/** What the process must know about one price. */
export interface PathTerms {
  /** Deviation of the logarithm of the price over a year. */
  readonly volatility: number;
  /** The share of its movement that it has in common with all others, from 0 to 1. */
  readonly share: number;
}

export interface ProcessSettings {
  readonly terms: readonly PathTerms[];
  readonly key: Uint8Array;
  /** Keys of blocks before; see seed.ts. */
  readonly earlier?: readonly EarlierKey[];
  readonly stepSeconds: number;
}

/** Columns have one number per price; those of waves one per wave and price. */
export interface PriceProcess {
  random: KeyedRandom;
  readonly count: number;
  readonly stepSeconds: number;
  /** Deviation over one second in quiet times. */
  readonly quiet: Float64Array;
  readonly share: Float64Array;
  readonly own: Float64Array;
  /** Everything that is carried from step to step; the columns below are parts of it. */
  readonly carried: Float64Array;
  /** The numbers that are not a column, by their place in `SINGLES`. */
  readonly singles: Float64Array;
  /** Logarithms of prices, measured from their long-term level. */
  readonly away: Float64Array;
  /** Logarithms of the current deviation over the quiet one. */
  readonly waves: Float64Array;
  /** Current deviation and drift of one step. */
  readonly deviation: Float64Array;
  readonly drift: Float64Array;
  /** Recent drift of prices: falling prices become more volatile. */
  readonly drawn: Float64Array;
  /** Pending jumps. */
  readonly jumps: Float64Array;
  /** Whether a price moves of itself: 1, or 0 while it rests. */
  readonly moves: Float64Array;
  /** Whether steps are so short that prices rest in some of them. */
  readonly rests: boolean;
  /** The part of what is trailing that followers hear of in one step. */
  readonly heard: number;
  /** Not carried on: a forced regime ends with the process that was told. */
  forced: Regime | null;
  /** Not carried on: a path with a known end is drawn to its waves. */
  ending: Ending | undefined;
}

/** How far the waves would be off at the last step, if nothing drew them. */
export interface Ending {
  readonly step: number;
  readonly off: Float64Array;
}

const SINGLES = {
  /** The last step that was done. */
  step: 0,
  /** How many words of its block were drawn by then. */
  words: 1,
  /** In how many steps pending jumps come; zero if there are none. */
  jumpIn: 2,
  regime: 3,
  /** Follows the volatility of the regime within minutes. */
  wildness: 4,
  /** How volatile this hour of the week is. */
  hour: 5,
  /** What the followers have not heard yet of shared draws. */
  trailing: 6,
  /** Whether what prices share moves. */
  moves: 7,
} as const;
const SINGLES_COUNT = Object.keys(SINGLES).length;

const YEAR_SECONDS = 365 * 86_400;
/** The steps of a block: its slow parts are updated once. */
export const BLOCK_STEPS = 20;

/** Waves of volatility: their half-life, and their deviation. */
const WAVES = [
  { halfLifeSeconds: 420, deviation: 0.42 },
  { halfLifeSeconds: 4 * 3_600, deviation: 0.32 },
  { halfLifeSeconds: 3 * 86_400, deviation: 0.4 },
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

/**
 * Prices rest and move in bursts: what moves stops with the one chance at each step, what rests
 * starts with the other. Steps of a second and more have a bit of both in each.
 */
const STOPS = 0.5;
const STARTS = 0.09;
const MOVING_PART = STARTS / (STARTS + STOPS);
/** What moves makes up for the time in which it rested. */
const BURST = Math.sqrt(1 / MOVING_PART);
const RESTING_STEP_MAX = 1;

const COMMON_JUMPS_PER_SECOND = 1.5 / 86_400;
const OWN_JUMPS_PER_SECOND = 1 / 86_400;
/** Deviations of jumps, for a price whose yearly deviation is one. */
const COMMON_JUMP = 0.0043;
const OWN_JUMP = 0.0034;

/** The first price leads: the others get this part of a shared move a few seconds later. */
const LATE_PART = 0.125;
const LATE_SECONDS = 3;

/** Half of the way back to the long-term level takes a month, so that a venue can run for years. */
const PULL_PER_SECOND = Math.LN2 / (30 * 86_400);
const PULLED_AWAY_MAX = 0.25;

export function createProcess({ terms, key, earlier, stepSeconds }: ProcessSettings): PriceProcess {
  const count = terms.length;
  const carried = new Float64Array(SINGLES_COUNT + count * (6 + WAVES.length));
  let taken = 0;
  const part = (length: number): Float64Array => {
    taken += length;
    return carried.subarray(taken - length, taken);
  };
  return {
    random: new KeyedRandom(key, earlier),
    count,
    stepSeconds,
    quiet: Float64Array.from(terms, ({ volatility }) => volatility / Math.sqrt(YEAR_SECONDS)),
    share: Float64Array.from(terms, ({ share }) => share),
    own: Float64Array.from(terms, ({ share }) => Math.sqrt(1 - share * share)),
    carried,
    singles: part(SINGLES_COUNT),
    away: part(count),
    waves: part(count * WAVES.length),
    deviation: part(count),
    drift: part(count),
    drawn: part(count),
    jumps: part(count),
    moves: part(count),
    rests: stepSeconds < RESTING_STEP_MAX,
    heard: 1 - exp(-stepSeconds / LATE_SECONDS),
    forced: null,
    ending: undefined,
  };
}

export const regimeOf = ({ singles }: PriceProcess): Regime =>
  REGIMES[singles[SINGLES.regime]!] ?? 'calm';

export const lastStep = ({ singles }: PriceProcess): number => singles[SINGLES.step]!;

/**
 * The process has no past: it begins with the block of this step, at its usual volatility, which is
 * drawn from a source of its own if it is to be known elsewhere.
 */
export function beginProcess(process: PriceProcess, step: number, known?: KeyedRandom): void {
  const { singles, random, waves, count } = process;
  const block = Math.floor(step / BLOCK_STEPS);
  singles[SINGLES.step] = block * BLOCK_STEPS;
  const regime = process.forced ?? 'calm';
  singles[SINGLES.regime] = REGIMES.indexOf(regime);
  singles[SINGLES.wildness] = REGIME_TERMS[regime].wildness;
  if (known === undefined) random.open(STREAMS.beginning, block);
  waves.set(known === undefined ? drawWaves(random, count) : knownWaves(known, count));
}

/** The waves that a market begins with, by the key of its history. */
export function knownWaves(random: KeyedRandom, count: number): Float64Array {
  random.open(STREAMS.beginning, 0);
  return drawWaves(random, count);
}

/** What the process carries on, to be recalled later. */
export const rememberProcess = ({ carried }: PriceProcess): Float64Array => carried.slice();

/** False if it is what a process of other prices carried on; nothing is changed then. */
export function recallProcess(process: PriceProcess, carried: Float64Array): boolean {
  if (carried.length !== process.carried.length || !carried.every(Number.isFinite)) return false;
  process.carried.set(carried);
  reopen(process);
  return true;
}

/** From here on numbers come from another source, in the same block and after as many words. */
export function changeSource(process: PriceProcess, random: KeyedRandom): void {
  process.random = random;
  reopen(process);
}

function reopen({ singles, random }: PriceProcess): void {
  const step = singles[SINGLES.step]!;
  if (step % BLOCK_STEPS !== 0)
    random.open(STREAMS.prices, Math.floor(step / BLOCK_STEPS), singles[SINGLES.words]);
}

/** The steps up to this one, which never follow if the process is further already. */
export function stepTo(process: PriceProcess, step: number): void {
  while (process.singles[SINGLES.step]! < step) stepProcess(process);
}

/** Leaves out the blocks up to the one of this step: prices stand still meanwhile. */
export function skipTo(process: PriceProcess, step: number): void {
  const block = Math.ceil(step / BLOCK_STEPS) * BLOCK_STEPS;
  if (block <= lastStep(process)) return;
  // Jumps that were drawn before still happen.
  if (process.singles[SINGLES.jumpIn]! > 0) jump(process);
  process.singles[SINGLES.step] = block;
}

function stepProcess(process: PriceProcess): void {
  const { singles, random, count, away, deviation, drift, share, own, drawn, moves } = process;
  const before = singles[SINGLES.step]!;
  if (before % BLOCK_STEPS === 0) beginBlock(process, before / BLOCK_STEPS);
  singles[SINGLES.moves] = nextMoves(process, singles[SINGLES.moves]!);
  const together = nextMove(process, singles[SINGLES.moves]!);
  const caughtUp = singles[SINGLES.trailing]! * process.heard;
  const followed = (1 - LATE_PART) * together + caughtUp;
  singles[SINGLES.trailing] = singles[SINGLES.trailing]! + LATE_PART * together - caughtUp;
  for (let place = 0; place < count; place += 1) {
    const shared = place === 0 ? together : followed;
    moves[place] = nextMoves(process, moves[place]!);
    const draw = share[place]! * shared + own[place]! * nextMove(process, moves[place]!);
    away[place] = away[place]! + drift[place]! + deviation[place]! * draw;
    drawn[place] = drawn[place]! + draw;
  }
  singles[SINGLES.step] = before + 1;
  singles[SINGLES.words] = random.drawn;
  if (singles[SINGLES.jumpIn]! === 0) return;
  singles[SINGLES.jumpIn] = singles[SINGLES.jumpIn]! - 1;
  if (singles[SINGLES.jumpIn]! === 0) jump(process);
}

/** Whether something moves in this step, by whether it did in the one before. */
function nextMoves({ random, rests }: PriceProcess, moves: number): number {
  if (!rests) return 1;
  return nextChance(random, moves === 1 ? 1 - STOPS : STARTS) ? 1 : 0;
}

function nextMove({ random, rests }: PriceProcess, moves: number): number {
  if (!rests) return nextFat(random);
  return moves === 1 ? BURST * nextFat(random) : 0;
}

/** Changes the terms of the next step at once, and never which numbers are drawn. */
export function forceRegime(process: PriceProcess, regime: Regime | null): void {
  process.forced = regime;
  if (regime === null) return;
  process.singles[SINGLES.regime] = REGIMES.indexOf(regime);
  // A forced storm begins at once.
  process.singles[SINGLES.wildness] = REGIME_TERMS[regime].wildness;
  stepTerms(process);
}

/** Volatility starts at its usual level, drawn at random: there is no past to continue. */
function drawWaves(random: KeyedRandom, count: number): Float64Array {
  const waves = new Float64Array(count * WAVES.length);
  WAVES.forEach(({ deviation }, wave) => {
    const common = nextNormal(random);
    for (let place = 0; place < count; place += 1)
      waves[wave * count + place] =
        deviation * (WAVE_SHARE * common + WAVE_OWN * nextNormal(random));
  });
  return waves;
}

/** The slow parts. Which words they draw does not depend on the regime, so none can shift them. */
function beginBlock(process: PriceProcess, block: number): void {
  const { random, singles, stepSeconds, forced } = process;
  const seconds = BLOCK_STEPS * stepSeconds;
  random.openInOrder(STREAMS.prices, block);
  const chosen = nextRegime(random, regimeOf(process), seconds);
  if (forced === null) singles[SINGLES.regime] = REGIMES.indexOf(chosen);
  const { wildness } = REGIME_TERMS[regimeOf(process)];
  const calmer = (wildness - singles[SINGLES.wildness]!) * Math.min(1, seconds / WILDNESS_SECONDS);
  singles[SINGLES.wildness] = singles[SINGLES.wildness]! + calmer;
  const at = block * seconds * 1_000;
  singles[SINGLES.hour] = shapeOfDay(at) * weekVolatilityAt(at);
  stepWaves(process, seconds);
  stepTerms(process);
  drawJumps(process, seconds);
}

function stepWaves({ waves, drawn, count, random }: PriceProcess, seconds: number) {
  const scale = 1 / Math.sqrt(BLOCK_STEPS);
  WAVES.forEach(({ halfLifeSeconds, deviation }, wave) => {
    const kept = power(0.5, seconds / halfLifeSeconds);
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

function stepTerms(process: PriceProcess): void {
  const { waves, quiet, deviation, drift, away, count, stepSeconds, singles } = process;
  const times = singles[SINGLES.wildness]! * singles[SINGLES.hour]!;
  const { drift: yearlyDrift } = REGIME_TERMS[regimeOf(process)];
  const root = Math.sqrt(stepSeconds);
  const drawnTo = pullOf(process);
  for (let place = 0; place < count; place += 1) {
    let wave = -WAVE_EXCESS;
    for (let at = place; at < waves.length; at += count) wave += waves[at]! + (drawnTo?.[at] ?? 0);
    const perSecond = quiet[place]! * Math.min(exp(wave) * times, WILDEST);
    const pulled = Math.max(-PULLED_AWAY_MAX, Math.min(PULLED_AWAY_MAX, away[place]!));
    deviation[place] = perSecond * root;
    drift[place] =
      (yearlyDrift / YEAR_SECONDS - (perSecond * perSecond) / 2 - pulled * PULL_PER_SECOND) *
      stepSeconds;
  }
}

/** A wave whose end is known differs from a free one by this much. */
function pullOf({ ending, count, stepSeconds, singles }: PriceProcess): Float64Array | undefined {
  if (ending === undefined) return undefined;
  const seconds = Math.max(0, ending.step - singles[SINGLES.step]!) * stepSeconds;
  const kept = WAVES.map(({ halfLifeSeconds }) => power(0.5, seconds / halfLifeSeconds));
  return ending.off.map((off, at) => -off * (kept[Math.floor(at / count)] ?? 0));
}

/** Relative volatility of the quietest and the busiest hour. */
const QUIETEST = 0.76;
const BUSIEST = 1.3;

/** Most volatile in the afternoon (UTC), quietest at four in the morning. */
function shapeOfDay(at: number): number {
  const sinceFour = (at / 3_600_000 + 20) % 24;
  const risen = sinceFour < 11 ? sinceFour / 11 : 1 - (sinceFour - 11) / 13;
  return QUIETEST * power(BUSIEST / QUIETEST, (1 - cos(Math.PI * risen)) / 2);
}

/** News for all prices, and news for one; it arrives at any of the steps until the next update. */
function drawJumps(process: PriceProcess, seconds: number): void {
  const { random, jumps, quiet, share, count } = process;
  const { downward } = REGIME_TERMS[regimeOf(process)];
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
  if (isComing) process.singles[SINGLES.jumpIn] = 1 + Math.floor(nextUnit(random) * BLOCK_STEPS);
}

const yearly = (perSecond: number): number => perSecond * Math.sqrt(YEAR_SECONDS);

function jump({ away, jumps, count, singles }: PriceProcess): void {
  singles[SINGLES.jumpIn] = 0;
  for (let place = 0; place < count; place += 1) away[place] = away[place]! + jumps[place]!;
  jumps.fill(0);
}
