/**
 * Writes a workload from a scenario and a seed. Orders arrive one a microsecond of virtual time
 * around a geometric Brownian mid. Of a hundred, 15 are immediate-or-cancel; of the others 95 are
 * cancelled after a life with a median of 0.4 ms, 20 are modified on the way, and some cancels are
 * followed by a second message for the order that is gone, so that about 2 % of all messages come
 * too late on purpose.
 */

import type { Side } from '../../src/domain/side.ts';
import { createNode, type Heap, putNode, removeNode } from '../../src/engine/heap.ts';
import { nextChance, nextNormal, nextUnit, type Random } from '../../src/market/random.ts';
import { fillMakerId } from '../book-driver/fill-buffer.ts';
import { findId, NO_ENTRY } from '../book-driver/id-index.ts';
import {
  createStream,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
} from '../book-driver/stream.ts';
import { createWords, nextWord, WORDS } from '../sim/random-words.ts';
import {
  addCancel,
  addModify,
  addNew,
  createWorkload,
  type NewOrder,
  type Workload,
} from './workload.ts';

const HUMP_TICKS = 8;
const POWER = 2.23;

/** Cumulative probability of each distance from 0 to `depthMax - 1` ticks. */
export function createDepthTable(depthMax: number): Float64Array {
  const table = new Float64Array(depthMax);
  let sum = 0;
  for (let distance = 0; distance < depthMax; distance += 1) {
    const isNear = distance < HUMP_TICKS;
    sum += isNear ? (distance + 1) / (HUMP_TICKS + 1) : (distance / HUMP_TICKS) ** -POWER;
    table[distance] = sum;
  }
  return table.map((cumulative) => cumulative / sum);
}

export function nextDistance(random: Random, table: Float64Array): number {
  const draw = nextUnit(random);
  let low = 0;
  let high = table.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table[middle]! <= draw) low = middle + 1;
    else high = middle;
  }
  return low;
}

const WARM_UP_ROUNDS = 12;

export function seedRandom(seed: number): Random {
  const words = createWords([seed, Math.floor(seed / WORDS), 0x6a09e667], WARM_UP_ROUNDS);
  return { nextWord: () => nextWord(words) };
}

/** A whole number from `low` to `high`, both included. */
export const nextWhole = (random: Random, low: number, high: number): number =>
  low + Math.floor(nextUnit(random) * (high - low + 1));

const IOC_SHARE = 0.15;
/** Most immediate orders come too late for the touch and find nothing. */
const IOC_REACH_SHARE = 0.15;
const CANCEL_SHARE = 0.95;
const MODIFY_SHARE = 0.2;
const REPEAT_SHARE = 0.05;
const SIZE_MAX = 100;
const LIFE_MEDIAN_MICROS = 400;
/** Spread of the logarithm of a life: a few orders live long. */
const LIFE_SPREAD = 1.5;
/** At most one new, one modify, one cancel and one repetition for each order. */
const MESSAGES_PER_ORDER_MAX = 4;

interface Spot {
  readonly side: Side;
  readonly price: number;
}

/** To be sent later in virtual time. */
interface Due {
  readonly action: 'cancel' | 'modify';
  readonly id: number;
}

interface Generator {
  readonly scenario: Scenario;
  readonly workload: Workload;
  readonly random: Random;
  readonly depths: Float64Array;
  readonly due: Heap<Due>;
  /** Follows the messages, to learn which standing orders were filled. */
  readonly follower: Stream;
  /** Where each standing order stands: a filled one is replaced at its price. */
  readonly standing: Map<number, Spot>;
  readonly vacancies: Spot[];
  /** Side of each order by id, 0 or 1. */
  readonly sides: Uint8Array;
  readonly orders: number;
  brownian: number;
  mid: number;
}

export function generateWorkload(scenario: Scenario, orders: number, seed: number): Workload {
  const generator: Generator = {
    scenario,
    workload: createWorkload(scenario.name, orders * MESSAGES_PER_ORDER_MAX),
    random: seedRandom(seed),
    depths: createDepthTable(scenario.depthMax),
    due: [],
    follower: createStream(),
    standing: new Map(),
    vacancies: [],
    sides: new Uint8Array(orders + 1),
    orders,
    brownian: 0,
    mid: MID_START,
  };
  const standing = Math.min(scenario.standing, orders >> 1);
  for (let id = 1; id <= standing; id += 1) placeStanding(generator, id);
  generator.workload.setup = generator.workload.count;
  for (let id = standing + 1; id <= orders; id += 1) {
    moveMid(generator, id / orders);
    sendDue(generator, id);
    placeNew(generator, id);
  }
  return generator.workload;
}

function moveMid(generator: Generator, progress: number): void {
  const { scenario, random, orders } = generator;
  if (scenario.volatility > 0) {
    generator.brownian += (scenario.volatility / Math.sqrt(orders)) * nextNormal(random);
  }
  generator.mid = Math.round(MID_START * scenario.drift(progress) * Math.exp(generator.brownian));
}

/** Spread evenly over the levels: a standing book is deep everywhere. */
function placeStanding(generator: Generator, id: number): void {
  const side = nextSide(generator.random);
  const distance = nextWhole(generator.random, 0, generator.scenario.depthMax - 1);
  const price = away(generator.mid, side, distance);
  generator.standing.set(id, { side, price });
  enter(generator, { id, side, price, size: nextSize(generator.random), isIoc: false });
}

function placeNew(generator: Generator, id: number): void {
  const { random } = generator;
  if (nextChance(random, IOC_SHARE)) {
    placeIoc(generator, id);
    return;
  }
  const vacancy = generator.vacancies.pop();
  if (vacancy !== undefined) {
    generator.standing.set(id, vacancy);
    enter(generator, { id, ...vacancy, size: nextSize(random), isIoc: false });
    return;
  }
  const side = nextSide(random);
  const price = away(generator.mid, side, nextDistance(random, generator.depths));
  enter(generator, { id, side, price, size: nextSize(random), isIoc: false });
  planLife(generator, id);
}

/**
 * One that reaches the touch has a limit a hump's width beyond the mid; the others stop short of
 * it.
 */
function placeIoc(generator: Generator, id: number): void {
  const { random } = generator;
  const side = nextSide(random);
  const distance = nextWhole(random, 0, 9);
  const price = nextChance(random, IOC_REACH_SHARE)
    ? away(generator.mid, side === 'buy' ? 'sell' : 'buy', distance)
    : away(generator.mid, side, distance);
  enter(generator, { id, side, price, size: nextSize(random), isIoc: true });
}

function planLife({ random, due, scenario }: Generator, id: number): void {
  const life = LIFE_MEDIAN_MICROS * Math.exp(LIFE_SPREAD * nextNormal(random));
  // A scenario that keeps its standing orders by replacement has its uncancelled ones in them.
  const isCancelled = scenario.standing > 0 || nextChance(random, CANCEL_SHARE);
  if (isCancelled) putNode(due, createNode({ action: 'cancel', id }), id + life);
  if (!nextChance(random, MODIFY_SHARE)) return;
  putNode(due, createNode({ action: 'modify', id }), id + life * nextUnit(random));
}

/** The earliest one, if it is due before `now`. */
function takeDue(due: Heap<Due>, now: number): Due | undefined {
  const first = due[0];
  if (first === undefined || first.key > now) return undefined;
  removeNode(due, first);
  return first.item;
}

function sendDue(generator: Generator, now: number): void {
  const { workload, random, due, follower } = generator;
  for (let next = takeDue(due, now); next !== undefined; next = takeDue(due, now)) {
    if (next.action === 'modify') {
      modify(generator, next.id);
      continue;
    }
    addCancel(workload, next.id);
    streamCancel(follower, next.id);
    if (!nextChance(random, REPEAT_SHARE)) continue;
    if (nextChance(random, 0.5)) addCancel(workload, next.id);
    else modify(generator, next.id);
  }
}

function modify(generator: Generator, id: number): void {
  const { workload, random, depths, mid, follower } = generator;
  const price = away(mid, generator.sides[id] === 0 ? 'buy' : 'sell', nextDistance(random, depths));
  const size = nextSize(random);
  addModify(workload, { id, price, size });
  streamModify(follower, id, price, size);
  noteVacancies(generator);
}

function enter(generator: Generator, order: NewOrder): void {
  const { id, side, price, size, isIoc } = order;
  generator.sides[id] = side === 'buy' ? 0 : 1;
  addNew(generator.workload, order);
  streamNew(generator.follower, id, side, price, size, isIoc ? 'ioc' : 'normal');
  noteVacancies(generator);
}

/** A standing order that was just filled is to be replaced at its price. */
function noteVacancies({ follower, standing, vacancies }: Generator): void {
  if (standing.size === 0) return;
  for (let place = 0; place < follower.fills.count; place += 1) {
    const maker = fillMakerId(follower.fills, place);
    const spot = standing.get(maker);
    if (spot === undefined || findId(follower.index, maker) !== NO_ENTRY) continue;
    standing.delete(maker);
    vacancies.push(spot);
  }
}

/** A price this far behind the touch; the touch is one tick from the mid. */
const away = (mid: number, side: Side, distance: number): number =>
  Math.max(1, side === 'buy' ? mid - 1 - distance : mid + 1 + distance);

const nextSide = (random: Random): Side => (nextChance(random, 0.5) ? 'buy' : 'sell');
const nextSize = (random: Random): number => nextWhole(random, 1, SIZE_MAX);

/** Where the mid goes while the orders arrive; all share the same flow of orders around it. */
export interface Scenario {
  readonly name: string;
  /** Drift of the mid, as a factor of its start; `progress` runs from 0 to 1. */
  readonly drift: (progress: number) => number;
  /** Deviation of the random part of the mid over the whole run, as a fraction of the price. */
  readonly volatility: number;
  /** How far from the mid orders stand at most, in ticks. */
  readonly depthMax: number;
  /** Orders that stand in the book before the clock starts, kept at this number by replacement. */
  readonly standing: number;
  /** How many messages the peer gets, if all of them would take it minutes. */
  readonly peerMessages?: number;
}

/**
 * 1,000.0 with a tick of a tenth. With a finer tick the mid would outrun most orders within their
 * lives, and they would trade instead of being cancelled.
 */
export const MID_START = 10_000;

const WANDERING = { drift: () => 1, volatility: 0.01, depthMax: 2_000, standing: 0 };

export const SCENARIOS: readonly Scenario[] = [
  { name: 'normal', ...WANDERING },
  {
    name: 'static',
    drift: () => 1,
    volatility: 0,
    depthMax: 30,
    standing: 21_000,
    peerMessages: 100_000,
  },
  { ...WANDERING, name: 'swing-25', drift: (progress) => 1 + 0.25 * triangle(progress) },
  { ...WANDERING, name: 'swing-40', drift: (progress) => 1 + 0.4 * triangle(progress) },
  { ...WANDERING, name: 'flash-crash', drift: (progress) => 1 - 0.2 * crash(progress) },
];

/** From 0 up to 1 at half time and back. */
const triangle = (progress: number): number => 1 - Math.abs(2 * progress - 1);

/** Nothing until half time, a fall in 2 % of the run, a recovery over the next 10 %. */
function crash(progress: number): number {
  if (progress < 0.5 || progress > 0.62) return 0;
  return progress < 0.52 ? (progress - 0.5) / 0.02 : (0.62 - progress) / 0.1;
}
