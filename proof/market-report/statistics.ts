/** The few statistics of the report, over plain arrays of numbers. */

export type Numbers = ArrayLike<number>;

export function mean(values: Numbers): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}

export function deviation(values: Numbers): number {
  const middle = mean(values);
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += ((values[at] ?? 0) - middle) ** 2;
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length);
}

export function correlation(first: Numbers, second: Numbers): number {
  const count = Math.min(first.length, second.length);
  const [firstMean, secondMean] = [mean(first), mean(second)];
  let [both, firstSquares, secondSquares] = [0, 0, 0];
  for (let at = 0; at < count; at += 1) {
    const one = (first[at] ?? 0) - firstMean;
    const other = (second[at] ?? 0) - secondMean;
    both += one * other;
    firstSquares += one * one;
    secondSquares += other * other;
  }
  const scale = Math.sqrt(firstSquares * secondSquares);
  return scale === 0 ? 0 : both / scale;
}

/** The autocorrelation of values at this lag. */
export function autocorrelation(values: Numbers, lag: number): number {
  const middle = mean(values);
  let [both, squares] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const here = (values[at] ?? 0) - middle;
    squares += here * here;
    if (at >= lag) both += here * ((values[at - lag] ?? 0) - middle);
  }
  return squares === 0 ? 0 : both / squares;
}

/** Zero for normally distributed values, more for fat tails. */
export function excessKurtosis(values: Numbers): number {
  const middle = mean(values);
  let [squares, fourths] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const square = ((values[at] ?? 0) - middle) ** 2;
    squares += square;
    fourths += square * square;
  }
  return squares === 0 ? 0 : (fourths * values.length) / (squares * squares) - 3;
}

/** Hill's estimate of the power with which a tail falls off, from this part of the values. */
export function tailPower(values: Numbers, part: number): number {
  const sizes = Float64Array.from(values, Math.abs).sort().reverse();
  const count = Math.max(2, Math.floor(sizes.length * part));
  const least = sizes[count] ?? 0;
  if (least <= 0) return 0;
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += Math.log((sizes[at] ?? least) / least);
  return count / sum;
}

/** Logarithmic returns over this many places, without overlap. */
export function returnsOver(prices: Numbers, places: number): number[] {
  const returns: number[] = [];
  for (let at = places; at < prices.length; at += places)
    returns.push(Math.log((prices[at] ?? 1) / (prices[at - places] ?? 1)));
  return returns;
}

/**
 * Each value over the mean size of those before it, which fades with this half-life. No value is a
 * part of its own measure, so values without memory stay without. The first ones are left out.
 */
export function overRecentSize(values: Numbers, halfLife: number): number[] {
  const kept = 0.5 ** (1 / halfLife);
  const scaled: number[] = [];
  let [sizes, count] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (at >= 2 * halfLife) scaled.push(sizes === 0 ? 0 : (value * count) / sizes);
    sizes = sizes * kept + Math.abs(value);
    count = count * kept + 1;
  }
  return scaled;
}

/**
 * How many standard errors a mean of so many values must be above zero, so that chance alone brings
 * it there with this probability: Student's t, expanded from the normal quantile.
 */
export function studentQuantile(chance: number, count: number): number {
  const freedom = count - 1;
  if (freedom < 1) return Number.POSITIVE_INFINITY;
  const z = normalQuantile(1 - chance);
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}

/** By halving, over the error function's integral; exact enough for a bound. */
function normalQuantile(probability: number): number {
  let [low, high] = [-10, 10];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The series of the normal distribution around zero. */
function normalBelow(z: number): number {
  if (z < -8) return 0;
  if (z > 8) return 1;
  let [term, sum] = [z, z];
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/** What values are on average in each of so many groups. */
export function meansBy(values: Numbers, groups: number, groupOf: (at: number) => number) {
  const sums = new Float64Array(groups);
  const counts = new Float64Array(groups);
  for (let at = 0; at < values.length; at += 1) {
    const group = groupOf(at);
    sums[group] = (sums[group] ?? 0) + (values[at] ?? 0);
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return Array.from(sums, (sum, group) => sum / (counts[group] ?? 1));
}
