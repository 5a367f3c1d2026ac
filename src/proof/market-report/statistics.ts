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

/** Between 0 and 1: a half is the median. */
export function quantile(values: Numbers, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}

export const median = (values: Numbers): number => quantile(values, 0.5);

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
