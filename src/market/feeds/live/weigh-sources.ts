/**
 * One index from several sources. An old price or a wide spread does not count. A source that is
 * far from the others, or does not move while they do, is dropped until it has behaved for a while.
 */

export interface Source {
  readonly name: string;
  readonly price: number;
  readonly spread: number;
  /** When the price was observed, and since when it has been the same; milliseconds. */
  readonly at: number;
  readonly changedAt: number;
}

/** The dropped sources, and since when each has behaved. */
export type Dropped = Map<string, number>;

export interface Weighing {
  readonly sources: readonly Source[];
  readonly dropped: Dropped;
  /** The previous index; zero if there was none. */
  readonly before: number;
  readonly elapsedSeconds: number;
  readonly now: number;
}

const OLD_MILLIS = 10_000;
const WIDE = 0.01;
const FAR = 0.03;
/** Two sources that differ by more cannot both be right. */
const APART = 0.01;
/** A single source moves the index by at most this much in a second. */
const ALONE_PER_SECOND = 0.01;
/** A source is stuck if its price is this old and this far from the others. */
const STILL_MILLIS = 60_000;
const STILL_AWAY = 0.002;
/** A dropped source is used again after it has behaved for this long. */
const BEHAVED_MILLIS = 30_000;

export function weighSources(weighing: Weighing) {
  const { sources, dropped, before, now } = weighing;
  const told: string[] = [];
  const fresh = sources.filter(({ at, spread }) => now - at <= OLD_MILLIS && spread <= WIDE);
  const trusted = fresh.filter(({ name }) => !dropped.has(name));
  const middle = trusted.length > 0 ? medianOf(trusted) : before;
  takeBack(weighing, fresh, middle, told);
  const counted = fresh.filter(({ name }) => !dropped.has(name));
  // With two sources nobody can tell which is wrong; with three the median can.
  if (counted.length >= 3)
    for (const source of counted) {
      const because = findFault(source, medianOf(counted), now);
      if (because === undefined) continue;
      dropped.set(source.name, Number.POSITIVE_INFINITY);
      told.push(`${source.name} ${because}: dropped until it recovers`);
    }
  const left = counted.filter(({ name }) => !dropped.has(name));
  return { index: indexOf(left, weighing), told };
}

function indexOf(sources: readonly Source[], { before, elapsedSeconds }: Weighing) {
  const [first, second] = sources;
  if (first === undefined) return undefined;
  if (sources.length >= 3) return meanOf(sources);
  if (second !== undefined) {
    if (Math.abs(first.price / second.price - 1) < APART || before <= 0) return meanOf(sources);
    const isNearer = Math.abs(first.price - before) <= Math.abs(second.price - before);
    return isNearer ? first.price : second.price;
  }
  if (before <= 0) return first.price;
  const most = ALONE_PER_SECOND * elapsedSeconds;
  return Math.max(before * (1 - most), Math.min(before * (1 + most), first.price));
}

function findFault({ price, changedAt }: Source, middle: number, now: number): string | undefined {
  const away = Math.abs(price / middle - 1);
  if (away > FAR) return `is ${(away * 100).toFixed(1)} % away from the others`;
  const isStill = now - changedAt > STILL_MILLIS && away > STILL_AWAY;
  return isStill ? 'has not moved while the others have' : undefined;
}

function takeBack(
  { dropped, now }: Weighing,
  fresh: readonly Source[],
  middle: number,
  told: string[],
): void {
  for (const [name, since] of dropped) {
    const source = fresh.find((one) => one.name === name);
    const behaves =
      source !== undefined &&
      now - source.changedAt <= STILL_MILLIS &&
      (middle <= 0 || Math.abs(source.price / middle - 1) <= FAR);
    const behavedSince = behaves ? Math.min(since, now) : Number.POSITIVE_INFINITY;
    if (now - behavedSince < BEHAVED_MILLIS) {
      dropped.set(name, behavedSince);
      continue;
    }
    dropped.delete(name);
    told.push(`${name} has recovered: used again`);
  }
}

function medianOf(sources: readonly Source[]): number {
  const prices = sources.map(({ price }) => price).sort((a, b) => a - b);
  const middle = prices.length >> 1;
  const upper = prices[middle] ?? 0;
  return prices.length % 2 === 1 ? upper : (upper + (prices[middle - 1] ?? upper)) / 2;
}

const meanOf = (sources: readonly Source[]): number =>
  sources.reduce((sum, { price }) => sum + price, 0) / sources.length;
