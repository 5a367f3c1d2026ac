/**
 * Draws from Student's t with five degrees of freedom, scaled to deviation one: most are smaller
 * than a normal draw, some much larger. A draw is one random word looked up in a table of the
 * inverse distribution, because a simulated month needs hundreds of millions of them.
 */
import type { Random } from '../random.ts';
import { cos, sin, square, tan } from '../steady-math.ts';

const FREEDOM = 5;
/** The variance of t with five degrees of freedom is five thirds. */
const DEVIATION = Math.sqrt(FREEDOM / (FREEDOM - 2));
const BINS = 2_048;
const BIN_BITS = 11;
/** A word is a sign, a bin, and how far into the bin. */
const INSIDE_BITS = 31 - BIN_BITS;
const INSIDE = 1 << INSIDE_BITS;
const FINE_INSIDE = 1 << (INSIDE_BITS - BIN_BITS);
/** The largest magnitude: a price cannot move by infinity. */
const LAST_PROBABILITY = 1 - 1 / (8 * BINS * BINS);

/** Magnitudes at evenly spaced probabilities; the outermost bin is divided once more. */
const MIDDLE = tabulate((bin) => bin / BINS);
const OUTER = tabulate((bin) => 1 - 1 / BINS + bin / square(BINS));

export function nextFat(random: Random): number {
  const word = random.nextWord();
  const low = word & 0x7fff_ffff;
  const size = magnitudeAt(low >>> INSIDE_BITS, low & (INSIDE - 1));
  return word > 0x7fff_ffff ? -size : size;
}

function magnitudeAt(bin: number, inside: number): number {
  if (bin < BINS - 1) return between(MIDDLE, bin, inside / INSIDE);
  const outer = Math.floor(inside / FINE_INSIDE);
  return between(OUTER, outer, (inside % FINE_INSIDE) / FINE_INSIDE);
}

function between(table: Float64Array, bin: number, part: number): number {
  const low = table[bin]!;
  return low + (table[bin + 1]! - low) * part;
}

function tabulate(probabilityOf: (bin: number) => number): Float64Array {
  const table = new Float64Array(BINS + 1);
  for (let bin = 0; bin <= BINS; bin += 1)
    table[bin] = magnitudeOf(Math.min(probabilityOf(bin), LAST_PROBABILITY)) / DEVIATION;
  return table;
}

/** The magnitude that a draw stays below with this probability, by halving an angle. */
function magnitudeOf(probability: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let round = 0; round < 48; round += 1) {
    const middle = (low + high) / 2;
    if (chanceBelow(middle) < probability) low = middle;
    else high = middle;
  }
  return Math.sqrt(FREEDOM) * tan((low + high) / 2);
}

function chanceBelow(angle: number): number {
  const cosine = cos(angle);
  return (2 / Math.PI) * (angle + sin(angle) * cosine * (1 + (2 / 3) * cosine * cosine));
}
