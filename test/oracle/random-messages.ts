/** Seeded random messages in several mixes, each aimed at a different corner of a book. */

import { nextWhole } from '../../proof/bench/generate.ts';
import type { TimeInForce } from '../../src/domain/order.ts';
import { nextChance, nextUnit, type Random } from '../../src/market/random.ts';
import { type Message, OWNERS } from './pair.ts';

export interface Mix {
  readonly name: string;
  /** Shares of cancels and amendments; the rest are new orders. */
  readonly cancels: number;
  readonly amends: number;
  /** Labels are drawn from 1 to here: few labels mean many messages for orders that are gone. */
  readonly labelMax: number;
  readonly priceLow: number;
  readonly priceHigh: number;
  readonly sizeMax: number;
}

export const MIXES: readonly Mix[] = [
  {
    name: 'a calm market',
    cancels: 0.4,
    amends: 0.1,
    labelMax: 60,
    priceLow: 95,
    priceHigh: 105,
    sizeMax: 20,
  },
  {
    name: 'one level',
    cancels: 0.3,
    amends: 0.3,
    labelMax: 40,
    priceLow: 7,
    priceHigh: 8,
    sizeMax: 5,
  },
  {
    name: 'wide prices, beyond the band',
    cancels: 0.2,
    amends: 0.2,
    labelMax: 200,
    priceLow: 1,
    priceHigh: 3_000,
    sizeMax: 90,
  },
  {
    name: 'page and word borders',
    cancels: 0.35,
    amends: 0.2,
    labelMax: 50,
    priceLow: 1_020,
    priceHigh: 1_060,
    sizeMax: 9,
  },
  {
    name: 'many amendments',
    cancels: 0.1,
    amends: 0.6,
    labelMax: 30,
    priceLow: 40,
    priceHigh: 60,
    sizeMax: 12,
  },
  {
    name: 'orders that are gone',
    cancels: 0.3,
    amends: 0.2,
    labelMax: 6,
    priceLow: 10,
    priceHigh: 20,
    sizeMax: 3,
  },
];

export const markOf = ({ priceLow, priceHigh }: Mix): number =>
  Math.round((priceLow + priceHigh) / 2);

export function nextMessage(random: Random, mix: Mix): Message {
  const label = nextWhole(random, 1, mix.labelMax);
  const owner = nextWhole(random, 0, OWNERS.length - 1);
  const draw = nextUnit(random);
  if (draw < mix.cancels)
    return { kind: 'cancel', label, by: nextChance(random, 0.05) ? owner : null };
  const price = spoil(random, nextWhole(random, mix.priceLow, mix.priceHigh));
  const size = spoil(random, nextSize(random, mix));
  if (draw < mix.cancels + mix.amends)
    return {
      kind: 'amend',
      label,
      price: nextChance(random, 0.3) ? null : price,
      size: nextChance(random, 0.3) ? null : size,
    };
  return {
    kind: 'place',
    label,
    owner,
    side: nextChance(random, 0.5) ? 'buy' : 'sell',
    price: nextChance(random, 0.04) ? null : price,
    size,
    timeInForce: nextTimeInForce(random),
  };
}

/** Now and then one order large enough to sweep the whole other side. */
const nextSize = (random: Random, mix: Mix): number =>
  nextChance(random, 0.03) ? 10_000 : nextWhole(random, 1, mix.sizeMax);

/** Now and then a number that no book should accept. */
const spoil = (random: Random, value: number): number =>
  nextChance(random, 0.005) ? ([0, -1, 1.5, 2 ** 53][nextWhole(random, 0, 3)] ?? 0) : value;

function nextTimeInForce(random: Random): TimeInForce {
  const draw = nextUnit(random);
  if (draw < 0.6) return 'normal';
  if (draw < 0.75) return 'ioc';
  return draw < 0.87 ? 'fok' : 'post-only';
}
