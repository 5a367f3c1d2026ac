/**
 * Functions whose last digit is the same everywhere. Those of the language need not be: a machine
 * that multiplies and adds in one step rounds once where another rounds twice. Here is nothing but
 * sums, products and quotients, which the standard fixes to the last bit, so a seed gives the same
 * market on every processor and in every browser.
 */

/** The logarithm of two in two parts, of which the first has zeros at its end. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** A right angle in two such parts. */
const RIGHT_HIGH = 1.5707963267341256;
const RIGHT_LOW = 6.077100506506192e-11;
const EXPONENT_MAX = 1_023;
const EXPONENT_MIN = -1_022;

/** Two to the power of every exponent that a number has. */
const POWERS_OF_TWO = powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(EXPONENT_MAX - EXPONENT_MIN + 1);
  powers[-EXPONENT_MIN] = 1;
  for (let at = 1 - EXPONENT_MIN; at < powers.length; at += 1) powers[at] = powers[at - 1]! * 2;
  for (let at = -1 - EXPONENT_MIN; at >= 0; at -= 1) powers[at] = powers[at + 1]! / 2;
  return powers;
}

const BITS = new DataView(new ArrayBuffer(8));

/** By its series, after a whole number of doublings is taken off. */
export function exp(power: number): number {
  const doublings = Math.round(power / Math.LN2);
  if (!(doublings <= EXPONENT_MAX)) return doublings > 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (doublings < EXPONENT_MIN) return 0;
  const rest = power - doublings * LN2_HIGH - doublings * LN2_LOW;
  let sum = 1 / 6_227_020_800;
  sum = sum * rest + 1 / 479_001_600;
  sum = sum * rest + 1 / 39_916_800;
  sum = sum * rest + 1 / 3_628_800;
  sum = sum * rest + 1 / 362_880;
  sum = sum * rest + 1 / 40_320;
  sum = sum * rest + 1 / 5_040;
  sum = sum * rest + 1 / 720;
  sum = sum * rest + 1 / 120;
  sum = sum * rest + 1 / 24;
  sum = sum * rest + 1 / 6;
  sum = sum * rest + 0.5;
  return (1 + (rest + sum * rest * rest)) * POWERS_OF_TWO[doublings - EXPONENT_MIN]!;
}

/** Of the square root of two, in the upper half of a number. */
const ROOT_BITS = 0x6a09e;

/** By the series of the inverse hyperbolic tangent, near one. */
export function log(value: number): number {
  if (value === 0) return Number.NEGATIVE_INFINITY;
  if (!(value > 0)) return Number.NaN;
  if (value === Number.POSITIVE_INFINITY) return value;
  if (value < POWERS_OF_TWO[0]!) return log(value * 2 ** 54) - 54 * Math.LN2;
  BITS.setFloat64(0, value);
  const high = BITS.getUint32(0);
  const isHigh = (high & 0xfffff) >= ROOT_BITS ? 1 : 0;
  const doublings = (high >>> 20) - EXPONENT_MAX + isHigh;
  BITS.setUint32(0, (high & 0xfffff) | ((EXPONENT_MAX - isHigh) << 20));
  const near = BITS.getFloat64(0) - 1;
  const ratio = near / (2 + near);
  const square = ratio * ratio;
  let sum = 2 / 23;
  sum = sum * square + 2 / 21;
  sum = sum * square + 2 / 19;
  sum = sum * square + 2 / 17;
  sum = sum * square + 2 / 15;
  sum = sum * square + 2 / 13;
  sum = sum * square + 2 / 11;
  sum = sum * square + 2 / 9;
  sum = sum * square + 2 / 7;
  sum = sum * square + 2 / 5;
  sum = sum * square + 2 / 3;
  const fine = ratio * sum * square + doublings * LN2_LOW;
  return doublings * LN2_HIGH + (2 * ratio + fine);
}

const sineOf = (angle: number): number => {
  const square = angle * angle;
  let sum = 1 / 355_687_428_096_000;
  sum = sum * square - 1 / 1_307_674_368_000;
  sum = sum * square + 1 / 6_227_020_800;
  sum = sum * square - 1 / 39_916_800;
  sum = sum * square + 1 / 362_880;
  sum = sum * square - 1 / 5_040;
  sum = sum * square + 1 / 120;
  sum = sum * square - 1 / 6;
  return angle + angle * square * sum;
};

const cosineOf = (angle: number): number => {
  const square = angle * angle;
  let sum = 1 / 20_922_789_888_000;
  sum = sum * square - 1 / 87_178_291_200;
  sum = sum * square + 1 / 479_001_600;
  sum = sum * square - 1 / 3_628_800;
  sum = sum * square + 1 / 40_320;
  sum = sum * square - 1 / 720;
  sum = sum * square + 1 / 24;
  sum = sum * square - 0.5;
  return 1 + square * sum;
};

/** The cosine, so many right angles further on; for angles of at most some thousand turns. */
function waveAt(angle: number, further: number): number {
  const turns = Math.round(angle / (Math.PI / 2));
  const rest = angle - turns * RIGHT_HIGH - turns * RIGHT_LOW;
  switch ((turns + further) & 3) {
    case 0:
      return cosineOf(rest);
    case 1:
      return -sineOf(rest);
    case 2:
      return -cosineOf(rest);
    default:
      return sineOf(rest);
  }
}

export const cos = (angle: number): number => waveAt(angle, 0);

export const sin = (angle: number): number => waveAt(angle, 3);

export const tan = (angle: number): number => sin(angle) / cos(angle);

/** Of numbers from about a thousandth on; smaller ones lose digits. */
export const sinh = (value: number): number => (exp(value) - exp(-value)) / 2;

export const square = (value: number): number => value * value;

/** Of a positive number, or of zero. */
export const power = (base: number, exponent: number): number =>
  base === 0 ? (exponent === 0 ? 1 : 0) : exp(exponent * log(base));

/** Ten to the powers whose value a number has exactly. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, zeros) => Number(`1e${zeros}`));

export const tenTo = (zeros: number): number => POWERS_OF_TEN[zeros] ?? Number.NaN;

/** The largest power of ten up to a number of at least one. */
export function decadeOf(value: number): number {
  let zeros = 0;
  while (zeros < POWERS_OF_TEN.length - 1 && POWERS_OF_TEN[zeros + 1]! <= value) zeros += 1;
  return POWERS_OF_TEN[zeros]!;
}
