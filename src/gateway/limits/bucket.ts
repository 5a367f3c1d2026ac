/**
 * A token bucket as one moment in time: when it will be full again. It has no boundary at which two
 * bursts could meet, knows exactly how long to wait, and a full one need not be remembered at all.
 */
import type { Millis } from '../../domain/units.ts';

export interface BucketTerms {
  /** How much can be taken at once. */
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface Buckets<Owner> {
  readonly terms: BucketTerms;
  readonly keptMax: number;
  /** When each bucket that is not full will be; in the order of last use. */
  readonly fullAt: Map<Owner, number>;
}

/** At most this many are remembered; the one unused for longest is forgotten first. */
export const createBuckets = <Owner>(terms: BucketTerms, keptMax: number): Buckets<Owner> => ({
  terms,
  keptMax,
  fullAt: new Map(),
});

const millisPerToken = ({ terms }: { terms: BucketTerms }): number => 1_000 / terms.refillPerSecond;

/** A clock that was set back must not lock anybody out for good. */
const DEBT_BEYOND_EMPTY_MAX_MILLIS = 60_000;

function debtMillis<Owner>(buckets: Buckets<Owner>, owner: Owner, now: Millis): number {
  const { capacity, refillPerSecond } = buckets.terms;
  const debt = (buckets.fullAt.get(owner) ?? now) - now;
  const debtMax = (capacity * 1_000) / refillPerSecond + DEBT_BEYOND_EMPTY_MAX_MILLIS;
  return Math.min(Math.max(debt, 0), debtMax);
}

/**
 * How long until this much can be taken; zero where it can be now. More than the bucket holds can
 * be taken from a full one, and is paid off afterwards: a large batch must be possible at all.
 */
export function waitMillis<Owner>(
  buckets: Buckets<Owner>,
  owner: Owner,
  amount: number,
  now: Millis,
): number {
  const { capacity, refillPerSecond } = buckets.terms;
  const spare = (Math.max(0, capacity - amount) * 1_000) / refillPerSecond;
  return Math.max(0, debtMillis(buckets, owner, now) - spare);
}

/** Takes without asking; ask `waitMillis` first. */
export function take<Owner>(
  buckets: Buckets<Owner>,
  owner: Owner,
  amount: number,
  now: Millis,
): void {
  const { fullAt, keptMax } = buckets;
  const debt = debtMillis(buckets, owner, now) + amount * millisPerToken(buckets);
  fullAt.delete(owner);
  fullAt.set(owner, now + debt);
  if (fullAt.size > keptMax) forgetOldest(buckets, now);
}

export function giveBack<Owner>(buckets: Buckets<Owner>, owner: Owner, amount: number): void {
  const fullAt = buckets.fullAt.get(owner);
  if (fullAt !== undefined) buckets.fullAt.set(owner, fullAt - amount * millisPerToken(buckets));
}

/** How much is taken at the moment, in whole tokens. */
export const used = <Owner>(buckets: Buckets<Owner>, owner: Owner, now: Millis): number =>
  Math.ceil(debtMillis(buckets, owner, now) / millisPerToken(buckets));

/** Full buckets at the old end first; where there are none, the oldest. */
function forgetOldest<Owner>({ fullAt }: Buckets<Owner>, now: Millis): void {
  let isFirst = true;
  for (const [owner, at] of fullAt) {
    if (!isFirst && at > now) return;
    fullAt.delete(owner);
    isFirst = false;
  }
}
