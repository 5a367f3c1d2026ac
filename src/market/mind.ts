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
import { INDEX_PART, type MarketTerms } from './market-terms.ts';
import { nextNormal, type Random } from './random.ts';
import { exp, log, square } from './steady-math.ts';

/** Large orders that are traded in many small ones. */
const PARENT_NAMES = ['parent0', 'parent1', 'parent2', 'parent3', 'parent4', 'parent5'] as const;
export const PARENTS = PARENT_NAMES.length;

/** What the bytes hold, after a byte with the flags. A new name goes to the end of its list. */
const FLAGS = [
  /** Whether the last taker bought. */
  'bought',
  /** The index leapt a moment ago: nobody trades, or leaves an order at an old price. */
  'isLeaping',
  /** What trades was recorded. */
  'isRecorded',
  /** Whether a taker comes when the market acts again. */
  'isTaking',
  /** Another price leapt while this one is not known: nothing is quoted until it is. */
  'isWaiting',
  'isBlind',
] as const;
const NUMBERS = [
  /** Zero until the first tick. */
  'index',
  /** Of the price over the index: noise of minutes, and what recent takers pushed. */
  'premium',
  'push',
  /** The makers' net lots at the tick before. */
  'held',
  /** Variance of the index per second: over the last minutes, and over the last day. */
  'varianceNow',
  'varianceUsual',
  /** Recent moves of the index, over some seconds and over a quarter of an hour. */
  'move',
  'trend',
  /** Trades per second above the usual, triggered by earlier trades, for seconds. */
  'excitement',
  /** The premium that the crowd pays for days. */
  'sentiment',
  /** On which side the crowd is, and the move of the index over the last hours. */
  'crowd',
  'tide',
  /** How wild the market was at its wildest, fading over hours. */
  'wildest',
  /** Of replayed files: all recorded lots up to now, and what of them is still to be traded. */
  'traded',
  'owed',
  /** As the excitement, at once. */
  'flurry',
  /** By how much quotes stand back from a move of the index. */
  'alarm',
  /** In how many milliseconds the market acts again. */
  'wait',
  /** How far the index moved within the last second. */
  'jolt',
  /** What takers bought of late, as parts of a day's turnover; see impact.ts. */
  'press',
  'strain',
  'lasting',
  /** By how much the market has moved its simulated index, in ppm. */
  'lift',
  /** What the index would be without what this market has moved. */
  'outside',
  /** How long quotes stand, in milliseconds, for how long they have, and how many takers came. */
  'look',
  'rested',
  'came',
  ...PARENT_NAMES,
  /** How many looks came before this one in its span of time. */
  'turn',
  /** The middle that the makers quote around, in ticks; zero until they do. */
  'quoted',
] as const;
type NumberName = (typeof NUMBERS)[number];

type Numbers = { [Name in Exclude<NumberName, (typeof PARENT_NAMES)[number]>]: number };
type Flags = { [Name in (typeof FLAGS)[number]]: boolean };

export interface Mind extends Numbers, Flags {
  /** What is remembered of it: its numbers and flags are places of these bytes. */
  readonly sheet: DataView;
  readonly bytes: Uint8Array;
  readonly contract: Contract;
  readonly terms: MarketTerms;
  /** One lot at one tick, in the quote currency. */
  readonly lotValue: number;
  /** The largest net position of the makers, in the quote currency. */
  readonly inventoryMax: number;
}

const NUMBER_BYTES = 4;
const PLACES = new Map(NUMBERS.map((name, at) => [name, 1 + at * NUMBER_BYTES]));
const MIND_BYTES = 1 + NUMBERS.length * NUMBER_BYTES;
const FIRST_PARENT = PLACES.get(PARENT_NAMES[0]) ?? 0;

/** How many small ones are left of a large order; less than zero if it sells. */
export const parentOf = ({ sheet }: Mind, at: number): number =>
  sheet.getFloat32(FIRST_PARENT + at * NUMBER_BYTES, true);

export const keepParent = ({ sheet }: Mind, at: number, left: number): void =>
  sheet.setFloat32(FIRST_PARENT + at * NUMBER_BYTES, left, true);

/** Numbers are kept as they are remembered, so that whoever recalls them knows exactly as much. */
const KEPT: object = {};
for (const [name, place] of PLACES)
  Object.defineProperty(KEPT, name, {
    get(this: Mind) {
      return this.sheet.getFloat32(place, true);
    },
    set(this: Mind, value: number) {
      this.sheet.setFloat32(place, value, true);
    },
  });
FLAGS.forEach((name, bit) => {
  Object.defineProperty(KEPT, name, {
    get(this: Mind) {
      return (this.sheet.getUint8(0) & (1 << bit)) !== 0;
    },
    set(this: Mind, value: boolean) {
      const others = this.sheet.getUint8(0) & ~(1 << bit);
      this.sheet.setUint8(0, value ? others | (1 << bit) : others);
    },
  });
});

const YEAR_SECONDS = 365 * 86_400;
/** With this leverage the tiers leave room for the largest position of the makers. */
export const MAKER_LEVERAGE = 10;
/** The largest net position of the makers, in units of what they offer at their last price. */
const INVENTORY_LASTS = 9;

/** The premium over the index: its half-life is ten minutes, with this deviation. */
const PREMIUM_DEVIATION_PPM = 200;
const PREMIUM_HALF_LIFE = 600;
const NOW_HALF_LIFE = 90;
const USUAL_HALF_LIFE = 86_400;
const WILDEST_HALF_LIFE = 2 * 3_600;
/** Takers follow a move at once: what they push later would come back as a memory of returns. */
export const MOVE_HALF_LIFE = 10;
const TREND_HALF_LIFE = 900;
export const CROWD_HALF_LIFE = 24 * 3_600;
export const TIDE_HALF_LIFE = 12 * 3_600;
/** One move counts for at most this many times the current variance: a leap is not a storm. */
const SURPRISE_MAX = 60;
/** A move of the index within a second from which quotes stand back. */
const LEAP_PPM = 1_000;
const JOLT_HALF_LIFE = 0.7;
/** They stand back by this much, and come back within a few seconds; noise stops for the first. */
const ALARM_PPM = 1_000;
const ALARM_HALF_LIFE = 0.3;
const ALARM_CALM_PPM = 200;

export function createMind(contract: Contract, terms: MarketTerms): Mind {
  const variance = square(terms.volatility * INDEX_PART * 1e6) / YEAR_SECONDS;
  const leverage = Math.min(MAKER_LEVERAGE, contract.leverageMax);
  const tierMax = Number(notionalMaxAt(contract, leverage)) / Number(MONEY_SCALE);
  const bytes = new Uint8Array(MIND_BYTES);
  const mind: Mind = Object.assign(Object.create(KEPT), {
    sheet: new DataView(bytes.buffer),
    bytes,
    contract,
    terms,
    lotValue: Number(notionalOf(contract, ticks(1), lots(1))) / Number(MONEY_SCALE),
    inventoryMax: Math.min(terms.touch * terms.sizeGrowth * INVENTORY_LASTS, tierMax / 2),
  });
  mind.varianceNow = variance;
  mind.varianceUsual = variance / QUIET_PART;
  mind.wildest = 1;
  mind.bought = true;
  return mind;
}

/** Memory is taken for this many at once: a buffer for each would take longer than a look. */
const REMEMBERED_AT_ONCE = 64;
let room = new Uint8Array();
let roomAt = 0;

export function rememberMind(mind: Mind): Uint8Array {
  if (roomAt === room.length) {
    room = new Uint8Array(REMEMBERED_AT_ONCE * MIND_BYTES);
    roomAt = 0;
  }
  const bytes = room.subarray(roomAt, roomAt + MIND_BYTES);
  bytes.set(mind.bytes);
  roomAt += MIND_BYTES;
  return bytes;
}

/**
 * A number that the bytes do not have yet stays as it is in a new mind. A later version may have
 * written more.
 */
export function recallMind(mind: Mind, bytes: Uint8Array): void {
  const isLonger = bytes.length > MIND_BYTES;
  mind.bytes.set(isLonger ? bytes.subarray(0, MIND_BYTES) : bytes);
}

/** A view of its own for each number would take longer. */
const number = new Float32Array(1);
const numberBits = new Int32Array(number.buffer);

/** One number of a market that is remembered by these bytes; zero if they do not have it. */
export function recallNumber(bytes: Uint8Array, name: NumberName): number {
  const place = PLACES.get(name) ?? 0;
  if (place + NUMBER_BYTES > bytes.length) return 0;
  let bits = 0;
  for (let at = 0; at < NUMBER_BYTES; at += 1) bits |= bytes[place + at]! << (8 * at);
  numberBits[0] = bits;
  return number[0]!;
}

/**
 * Takes in a new index price, in ticks, and what the makers hold, in lots. Returns what was bought
 * from them since, in the quote currency; less than zero if sold to them.
 */
export function observe(
  mind: Mind,
  random: Random,
  index: number,
  held: number,
  seconds: number,
  outside = index,
): number {
  const isFirst = mind.index === 0;
  // A market is not stirred by what it has moved itself.
  const moved = mind.outside === 0 ? 0 : log(outside / mind.outside) * 1e6;
  mind.outside = outside;
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
  return taken;
}

function observeMove(mind: Mind, moved: number, seconds: number): void {
  mind.jolt = mind.jolt * keptAfter(seconds, JOLT_HALF_LIFE) + moved;
  const isLeap = Math.abs(mind.jolt) > LEAP_PPM;
  if (isLeap) mind.jolt = 0;
  mind.alarm = isLeap ? ALARM_PPM : mind.alarm * keptAfter(seconds, ALARM_HALF_LIFE);
  mind.isLeaping = mind.alarm > ALARM_CALM_PPM;
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

const LOG_HALF = log(0.5);

/** A half to the power of the half-lives that have passed. */
export const keptAfter = (seconds: number, halfLife: number): number =>
  exp((seconds / halfLife) * LOG_HALF);

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
