/** Seeded random messages in several mixes, each aimed at a different corner of a book. */
import type { TimeInForce } from '../../src/book/stream.ts';
import { nextBetween, nextChance, nextUnit, type Random } from '../../src/proof/bench/random.ts';
import type { Message } from './pair.ts';

export interface Mix {
  readonly name: string;
  /** Shares of cancel and modify; the rest are new orders. */
  readonly cancels: number;
  readonly modifies: number;
  /** Ids are drawn from 1 to here: few ids mean many duplicates and reuses. */
  readonly idMax: number;
  readonly priceLow: number;
  readonly priceHigh: number;
  readonly sizeMax: number;
}

export const MIXES: readonly Mix[] = [
  {
    name: 'a calm market',
    cancels: 0.4,
    modifies: 0.1,
    idMax: 60,
    priceLow: 95,
    priceHigh: 105,
    sizeMax: 20,
  },
  {
    name: 'one level',
    cancels: 0.3,
    modifies: 0.3,
    idMax: 40,
    priceLow: 7,
    priceHigh: 8,
    sizeMax: 5,
  },
  {
    name: 'wide prices',
    cancels: 0.2,
    modifies: 0.2,
    idMax: 200,
    priceLow: 1,
    priceHigh: 3_000,
    sizeMax: 90,
  },
  {
    name: 'page and word borders',
    cancels: 0.35,
    modifies: 0.2,
    idMax: 50,
    priceLow: 1_020,
    priceHigh: 1_060,
    sizeMax: 9,
  },
  {
    name: 'many modifies',
    cancels: 0.1,
    modifies: 0.6,
    idMax: 30,
    priceLow: 40,
    priceHigh: 60,
    sizeMax: 12,
  },
  {
    name: 'duplicates',
    cancels: 0.3,
    modifies: 0.2,
    idMax: 6,
    priceLow: 10,
    priceHigh: 20,
    sizeMax: 3,
  },
];

export function nextMessage(random: Random, mix: Mix): Message {
  const id = nextBetween(random, 1, mix.idMax);
  const draw = nextUnit(random);
  if (draw < mix.cancels) return { kind: 'cancel', id: spoil(random, id) };
  const price = spoil(random, nextBetween(random, mix.priceLow, mix.priceHigh));
  const size = spoil(random, nextSize(random, mix));
  if (draw < mix.cancels + mix.modifies) return { kind: 'modify', id, price, size };
  const side = nextChance(random, 0.5) ? 'buy' : 'sell';
  return { kind: 'new', id, side, price, size, timeInForce: nextTimeInForce(random) };
}

/** Now and then one order large enough to sweep the whole other side. */
const nextSize = (random: Random, mix: Mix): number =>
  nextChance(random, 0.03) ? 10_000 : nextBetween(random, 1, mix.sizeMax);

/** Now and then a number no book should accept. */
const spoil = (random: Random, value: number): number =>
  nextChance(random, 0.005) ? ([0, -1, 1.5, 2 ** 53][nextBetween(random, 0, 3)] ?? 0) : value;

function nextTimeInForce(random: Random): TimeInForce {
  const draw = nextUnit(random);
  if (draw < 0.6) return 'normal';
  if (draw < 0.75) return 'ioc';
  return draw < 0.87 ? 'fok' : 'post-only';
}
