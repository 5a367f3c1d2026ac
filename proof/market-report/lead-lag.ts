/**
 * How much one price follows another a few seconds later. Returns are taken on a grid of five
 * seconds, in which every market has acted at least twice. Only sums are kept: a month has half a
 * million returns of each price.
 */

/** One step of the grid, and how many steps later a follower is looked at. */
export const LAG_MILLIS = 5_000;
export const STEPS_MAX = 5;

export type LeadLag = ReturnType<typeof createLeadLag>;

export const createLeadLag = (prices: number) => ({
  /** The last logarithm of each price; the leader's is the first. */
  before: new Float64Array(prices),
  /** The last returns of each price, newest first, one row for each price. */
  recent: Array.from({ length: prices }, (): number[] => []),
  squares: new Float64Array(prices),
  /** Sums of the leader's return times the follower's so many steps later, and the reverse. */
  after: Array.from({ length: prices }, () => new Float64Array(STEPS_MAX + 1)),
  ahead: Array.from({ length: prices }, () => new Float64Array(STEPS_MAX + 1)),
  count: 0,
});

/** To be called on the grid, with every price. The leader is the first. */
export function observePrices(sums: LeadLag, prices: readonly number[]): void {
  const isFirst = sums.before[0] === 0;
  prices.forEach((price, place) => {
    const logarithm = Math.log(price);
    const rows = sums.recent[place] ?? [];
    if (!isFirst) rows.unshift(logarithm - (sums.before[place] ?? 0));
    if (rows.length > STEPS_MAX + 1) rows.pop();
    sums.before[place] = logarithm;
  });
  if (isFirst) return;
  sums.count += 1;
  const leader = sums.recent[0] ?? [];
  sums.recent.forEach((follower, place) => {
    const now = follower[0] ?? 0;
    sums.squares[place] = (sums.squares[place] ?? 0) + now * now;
    const [after, ahead] = [sums.after[place], sums.ahead[place]];
    for (let step = 0; step < leader.length; step += 1) {
      if (after !== undefined) after[step] = (after[step] ?? 0) + (leader[step] ?? 0) * now;
      if (ahead !== undefined)
        ahead[step] = (ahead[step] ?? 0) + (follower[step] ?? 0) * (leader[0] ?? 0);
    }
  });
}

/**
 * The correlation of the leader's return with a price's so many steps later, or earlier if the
 * steps are negative. Means are left out: over five seconds they are nothing.
 */
export function correlationAfter(sums: LeadLag, place: number, steps: number): number {
  const products = steps < 0 ? sums.ahead[place] : sums.after[place];
  const scale = Math.sqrt((sums.squares[0] ?? 0) * (sums.squares[place] ?? 0));
  return scale === 0 ? 0 : (products?.[Math.abs(steps)] ?? 0) / scale;
}
