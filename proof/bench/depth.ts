/**
 * How far from the touch orders are placed: the density rises to a hump eight ticks away and then
 * falls with a power of the distance, as measured on real books.
 */
import { nextUnit, type Random } from '../../src/market/random.ts';

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
