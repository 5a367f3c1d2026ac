/**
 * A token bucket as one moment in time: when it will be full again. It has no boundary at which two
 * bursts could meet, knows exactly how long to wait, and a full one need not be remembered at all.
 */
import type { Monotonic } from '../../domain/units.ts';
import { KeptMap } from '../kept-map.ts';

export interface BucketTerms {
  /** How much can be taken at once. */
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface Buckets<Owner> {
  readonly terms: BucketTerms;
  /** When each bucket that is not full will be. */
  readonly fullAt: KeptMap<Owner, number>;
}

/** At most this many are remembered, and none much longer than it takes to fill up again. */
export const createBuckets = <Owner>(terms: BucketTerms, keptMax: number): Buckets<Owner> => ({
  terms,
  fullAt: new KeptMap({ keptMax, lifeMillis: debtMaxMillis(terms) }),
});

const millisPerToken = ({ terms }: { terms: BucketTerms }): number => 1_000 / terms.refillPerSecond;

/** One call may take more than a bucket holds; this is the most it then owes beyond all of it. */
const DEBT_BEYOND_EMPTY_MAX_MILLIS = 60_000;

const debtMaxMillis = ({ capacity, refillPerSecond }: BucketTerms): number =>
  (capacity * 1_000) / refillPerSecond + DEBT_BEYOND_EMPTY_MAX_MILLIS;

function debtMillis<Owner>(buckets: Buckets<Owner>, owner: Owner, now: Monotonic): number {
  const debt = (buckets.fullAt.find(owner) ?? now) - now;
  return Math.min(Math.max(debt, 0), debtMaxMillis(buckets.terms));
}

/**
 * How long until this much can be taken; zero where it can be now. More than the bucket holds can
 * be taken from a full one, and is paid off afterwards: a large batch must be possible at all.
 */
export function waitMillis<Owner>(
  buckets: Buckets<Owner>,
  owner: Owner,
  amount: number,
  now: Monotonic,
): number {
  const { capacity, refillPerSecond } = buckets.terms;
  const spare = (Math.max(0, capacity - amount) * 1_000) / refillPerSecond;
  return Math.max(0, debtMillis(buckets, owner, now) - spare);
}

/** Takes without asking, or gives back what is less than nothing; ask `waitMillis` first. */
export function take<Owner>(
  buckets: Buckets<Owner>,
  owner: Owner,
  amount: number,
  now: Monotonic,
): void {
  const debt = debtMillis(buckets, owner, now) + amount * millisPerToken(buckets);
  buckets.fullAt.keep(owner, now + debt, now);
}

/** How much is taken at the moment, in whole tokens. */
export const used = <Owner>(buckets: Buckets<Owner>, owner: Owner, now: Monotonic): number =>
  Math.ceil(debtMillis(buckets, owner, now) / millisPerToken(buckets));
