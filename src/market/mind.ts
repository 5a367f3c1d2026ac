/**
 * What the house remembers of one market from tick to tick. All of it follows from public data and
 * the makers' own fills: the index, and what the makers bought and sold. So it works the same with
 * a simulated, a replayed and a live price. Prices are in ticks, moves in ppm, volatility per
 * square second.
 *
 * The journal keeps it as bytes. Each tick begins with those bytes and nothing else.
 */
import { type Contract, notionalOf } from '../domain/contract.ts';
import { notionalMaxAt } from '../domain/margin.ts';
import { type Lots, lots, MONEY_SCALE, ticks } from '../domain/units.ts';
import type { MarketTerms } from './market-terms.ts';
import { nextNormal, type Random } from './random.ts';

export interface Mind {
  readonly contract: Contract;
  readonly terms: MarketTerms;
  /** One lot at one tick, in the quote currency. */
  readonly lotValue: number;
  /** The largest net position of the makers, in the quote currency. */
  readonly inventoryMax: number;
  /** Zero until the first tick. */
  index: number;
  /**
   * The premium of the price over the index: what the crowd pays for days, noise of minutes, and
   * what recent takers pushed.
   */
  sentiment: number;
  premium: number;
  push: number;
  /** On which side the crowd is, and the move of the index over the last hours. */
  crowd: number;
  tide: number;
  /** The makers' net lots at the tick before. */
  held: number;
  /** Variance of the index per second: over the last minutes, and over the last day. */
  varianceNow: number;
  varianceUsual: number;
  /** How wild the market was at its wildest, fading over hours. */
  wildest: number;
  /** Of replayed files: all recorded lots up to now, and what of them is still to be traded. */
  traded: number;
  owed: number;
  /** Recent moves of the index, over half a minute and over a quarter of an hour. */
  move: number;
  trend: number;
  /** Trades per second above the usual, triggered by earlier trades. */
  excitement: number;
  /** Whether the last taker bought. */
  bought: boolean;
  /** The index has just leapt: quotes stand back for this tick. */
  isLeaping: boolean;
  /** What trades was recorded. */
  isRecorded: boolean;
}

/** What the bytes hold, after a byte with the flags. A new name goes to the end of its list. */
const FLAGS = ['bought', 'isLeaping', 'isRecorded'] as const satisfies readonly (keyof Mind)[];
const NUMBERS = [
  'index',
  'premium',
  'push',
  'held',
  'varianceNow',
  'varianceUsual',
  'move',
  'trend',
  'excitement',
  'sentiment',
  'crowd',
  'tide',
  'wildest',
  'traded',
  'owed',
] as const satisfies readonly (keyof Mind)[];
const NUMBER_BYTES = 4;
const MIND_BYTES = 1 + NUMBERS.length * NUMBER_BYTES;
/** All bytes are read and written here: a buffer of its own for each would take much longer. */
const sheet = new DataView(new ArrayBuffer(MIND_BYTES));
const sheetBytes = new Uint8Array(sheet.buffer);

const YEAR_SECONDS = 365 * 86_400;
/** With this leverage the tiers leave room for the largest position of the makers. */
export const MAKER_LEVERAGE = 10;
/** The largest net position of the makers, in units of the touch: 5 million by default. */
const INVENTORY_TOUCHES = 1_000;

/** The premium over the index: its half-life is ten minutes, with this deviation. */
const PREMIUM_DEVIATION_PPM = 200;
const PREMIUM_HALF_LIFE = 600;
/** Takers push the price by this much for each touch they take; it recovers within a minute. */
const PUSH_PPM_PER_TOUCH = 20;
const PUSH_HALF_LIFE = 45;
const PUSH_MAX_PPM = 1_500;
const NOW_HALF_LIFE = 90;
const USUAL_HALF_LIFE = 86_400;
const WILDEST_HALF_LIFE = 2 * 3_600;
const MOVE_HALF_LIFE = 30;
const TREND_HALF_LIFE = 900;
export const CROWD_HALF_LIFE = 24 * 3_600;
export const TIDE_HALF_LIFE = 12 * 3_600;
/** One move counts for at most this many times the current variance: a leap is not a storm. */
const SURPRISE_MAX = 60;
/** A move of the index within half a second from which quotes stand back; more in a longer tick. */
const LEAP_PPM = 1_000;
const LEAP_SECONDS = 0.5;

export function createMind(contract: Contract, terms: MarketTerms): Mind {
  const variance = (terms.volatility * 1e6) ** 2 / YEAR_SECONDS;
  const leverage = Math.min(MAKER_LEVERAGE, contract.leverageMax);
  const tierMax = Number(notionalMaxAt(contract, leverage)) / Number(MONEY_SCALE);
  return {
    contract,
    terms,
    lotValue: Number(notionalOf(contract, ticks(1), lots(1))) / Number(MONEY_SCALE),
    inventoryMax: Math.min(terms.touch * INVENTORY_TOUCHES, tierMax / 2),
    index: 0,
    sentiment: 0,
    premium: 0,
    push: 0,
    crowd: 0,
    tide: 0,
    held: 0,
    varianceNow: variance,
    varianceUsual: variance / QUIET_PART,
    wildest: 1,
    traded: 0,
    owed: 0,
    move: 0,
    trend: 0,
    excitement: 0,
    bought: true,
    isLeaping: false,
    isRecorded: false,
  };
}

export function rememberMind(mind: Mind): Uint8Array {
  let flags = 0;
  FLAGS.forEach((name, bit) => {
    if (mind[name]) flags |= 1 << bit;
  });
  sheet.setUint8(0, flags);
  NUMBERS.forEach((name, at) => {
    sheet.setFloat32(1 + at * NUMBER_BYTES, mind[name], true);
  });
  return sheetBytes.slice();
}

/** Returns how many of the bytes are on the sheet: a later version may have written more. */
function layOut(bytes: Uint8Array): number {
  const isLonger = bytes.length > MIND_BYTES;
  sheetBytes.set(isLonger ? bytes.subarray(0, MIND_BYTES) : bytes);
  return isLonger ? MIND_BYTES : bytes.length;
}

/** A number that the bytes do not have yet stays as it is in a new mind. */
export function recallMind(mind: Mind, bytes: Uint8Array): void {
  const length = layOut(bytes);
  const flags = length === 0 ? 0 : sheet.getUint8(0);
  FLAGS.forEach((name, bit) => {
    mind[name] = (flags & (1 << bit)) !== 0;
  });
  NUMBERS.forEach((name, at) => {
    const place = 1 + at * NUMBER_BYTES;
    if (place + NUMBER_BYTES <= length) mind[name] = sheet.getFloat32(place, true);
  });
}

/** The crowd of a market that is remembered by these bytes. */
export function recallCrowd(bytes: Uint8Array): number {
  const length = layOut(bytes);
  return CROWD_PLACE + NUMBER_BYTES > length ? 0 : sheet.getFloat32(CROWD_PLACE, true);
}

const CROWD_PLACE = 1 + NUMBERS.indexOf('crowd') * NUMBER_BYTES;

/** Takes in a new index price, in ticks, and what the makers hold, in lots. */
export function observe(
  mind: Mind,
  random: Random,
  index: number,
  held: number,
  seconds: number,
): void {
  const isFirst = mind.index === 0;
  const moved = isFirst ? 0 : Math.log(index / mind.index) * 1e6;
  const taken = isFirst ? 0 : (mind.held - held) * mind.lotValue * index;
  if (isFirst) mind.crowd = nextNormal(random);
  mind.index = index;
  mind.held = held;
  if (seconds > 0) observeMove(mind, moved, seconds);
  const kept = keptAfter(seconds, PREMIUM_HALF_LIFE);
  const noise = PREMIUM_DEVIATION_PPM * Math.sqrt(1 - kept * kept) * nextNormal(random);
  mind.premium = mind.premium * kept + noise;
  const same = keptAfter(seconds, CROWD_HALF_LIFE);
  mind.crowd = mind.crowd * same + Math.sqrt(1 - same * same) * nextNormal(random);
  const pushed = (PUSH_PPM_PER_TOUCH * taken) / mind.terms.touch;
  mind.push = clamp(mind.push * keptAfter(seconds, PUSH_HALF_LIFE) + pushed, PUSH_MAX_PPM);
}

function observeMove(mind: Mind, moved: number, seconds: number): void {
  mind.isLeaping = Math.abs(moved) > LEAP_PPM * Math.sqrt(Math.max(1, seconds / LEAP_SECONDS));
  const squared = Math.min((moved * moved) / seconds, SURPRISE_MAX * mind.varianceNow);
  const now = keptAfter(seconds, NOW_HALF_LIFE);
  const usual = keptAfter(seconds, USUAL_HALF_LIFE);
  const least = mind.varianceUsual * VARIANCE_LEAST;
  mind.varianceNow = Math.max(least, mind.varianceNow * now + squared * (1 - now));
  mind.varianceUsual = mind.varianceUsual * usual + squared * (1 - usual);
  mind.wildest = Math.max(mind.wildest * keptAfter(seconds, WILDEST_HALF_LIFE), wildness(mind));
  mind.move = mind.move * keptAfter(seconds, MOVE_HALF_LIFE) + moved;
  mind.trend = mind.trend * keptAfter(seconds, TREND_HALF_LIFE) + moved;
  mind.tide = mind.tide * keptAfter(seconds, TIDE_HALF_LIFE) + moved;
}

/** A price that has stopped moving keeps a minimum of volatility. */
const VARIANCE_LEAST = 0.01;

const keptAfter = (seconds: number, halfLife: number): number => 0.5 ** (seconds / halfLife);

/** Volatility relative to its usual level: 1 is usual. */
export const wildness = ({ varianceNow, varianceUsual }: Mind): number =>
  Math.sqrt(varianceNow / (varianceUsual * QUIET_PART));

/** The part of their usual positions that traders without leverage hold: less in a storm. */
export const boldness = (mind: Mind): number => 1 / Math.max(1, wildness(mind));

/** The daily mean includes storms; most of the time is quieter. */
const QUIET_PART = 0.7;

/** The part of the premium over the index that comes and goes within minutes, in ppm. */
export const basisOf = ({ premium, push }: Mind): number => premium + push;

/** Between -most and most. */
export const clamp = (value: number, most: number): number =>
  Math.max(-most, Math.min(most, value));

/** An amount of the quote currency at the index, as the lots of one order. */
export const lotsFor = ({ contract, lotValue, index }: Mind, quote: number): Lots =>
  clampLots(contract, quote / (lotValue * index));

export const clampLots = (contract: Contract, size: number): Lots =>
  lots(Math.min(contract.orderLotsMax, Math.max(contract.orderLotsMin, Math.round(size))));
