/**
 * The budgets of a call: weight by address, weight by account, orders and cancels by account. A
 * call takes from all that apply or from none. Cancels have a budget of their own, so that an
 * account that sent too many orders can still cancel them.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { RateWindow, WireDialect } from '../../wire/dialect.ts';
import { KeptMap } from '../kept-map.ts';
import {
  createPenalties,
  noteAuthFailure,
  noteRefusal,
  noteTold,
  type Penalties,
  type PenaltyTerms,
  penaltyMillis,
  punish,
  wasTold,
} from './penalties.ts';

export interface BucketTerms {
  /** How much can be taken at once. */
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface LimitSettings {
  readonly addressWeight: BucketTerms;
  readonly accountWeight: BucketTerms;
  readonly orders: BucketTerms;
  readonly cancels: BucketTerms;
  readonly penalties: PenaltyTerms;
  /** How many times the windows that dialects tell hold; at least once, so that they are true. */
  readonly windowTimes: { readonly weight: number; readonly orders: number };
  /** Instead of them, for tests. */
  readonly windows?: readonly RateWindow[];
  /** Addresses and accounts remembered at once, each: some megabytes. */
  readonly keptMax: number;
}

export const DEFAULT_LIMITS: LimitSettings = {
  addressWeight: { capacity: 1_000, refillPerSecond: 100 },
  accountWeight: { capacity: 1_000, refillPerSecond: 100 },
  orders: { capacity: 10, refillPerSecond: 10 },
  cancels: { capacity: 20, refillPerSecond: 20 },
  windowTimes: { weight: 1, orders: 1 },
  penalties: {
    refusalsMax: 50,
    refusalWindowMillis: 10_000,
    authFailuresMax: 20,
    authFailureWindowMillis: 60_000,
    firstMillis: 120_000,
    longestMillis: 3_600_000,
    forgottenAfterMillis: 86_400_000,
  },
  keptMax: 20_000,
};

/** The cost of a call to its account. */
export interface AccountCost {
  readonly weight: number;
  readonly orders: number;
  /** One for a call that sends orders, however many. */
  readonly orderCalls: number;
  readonly cancels: number;
}

/** What is less than nothing is given back, for a call that a later budget refused. */
export type Charge =
  | {
      readonly group: string;
      readonly weight?: number;
      /** What counts towards a penalty: refusals by a limit, and guesses of credentials. */
      readonly refusals?: number;
      readonly guesses?: number;
    }
  | AccountCharge;

export interface AccountCharge {
  readonly account: AccountId;
  readonly cost: AccountCost;
}

/** The budgets of the venue, and those of a dialect that counts otherwise. */
export interface Budgets {
  readonly limiter: Limiter;
  readonly limiterOf: (dialect: Pick<WireDialect, 'rateWindows'>) => Limiter;
}

/** Processes tell each other of an address that is shut out, and for how many seconds. */
export const SHUT_OUT = 'shut-out';
export type ShutOut = readonly [group: string, seconds: number];

/** The opposite of a cost. */
export const lessCost = ({ weight, orders, orderCalls, cancels }: AccountCost): AccountCost => ({
  weight: -weight,
  orders: -orders,
  orderCalls: -orderCalls,
  cancels: -cancels,
});

export interface Limiter {
  /**
   * Each answers with the seconds to wait; zero means that the call was charged and may go on. An
   * address that is refused is counted as such.
   */
  readonly takeAddress: (group: string, weight: number, now: Monotonic) => number;
  readonly takeAccount: (account: AccountId, cost: AccountCost, now: Monotonic) => number;
  /** The same for a caller that can wait: where another process keeps the budgets, it is asked. */
  readonly askAddress: (group: string, weight: number, now: Monotonic) => number | Promise<number>;
  readonly askAccount: (
    account: AccountId,
    cost: AccountCost,
    now: Monotonic,
    group: string,
  ) => number | Promise<number>;
  /** Takes without asking; the debt is paid off over time. */
  readonly charge: (charge: Charge, now: Monotonic) => void;
  /** For how many seconds another process has shut the address out. */
  readonly shutOut: (group: string, seconds: number, now: Monotonic) => void;
  /** Says that a refused address is told; whether it is shut out, so that once is enough. */
  readonly noteTold: (group: string, now: Monotonic) => boolean;
  /** Whether the address is shut out and was told. */
  readonly wasTold: (group: string, now: Monotonic) => boolean;
  /** How much is used of each budget that callers are told of. */
  readonly counts: (
    group: string,
    account: AccountId | undefined,
    now: Monotonic,
  ) => readonly number[];
  /** The same as headers: names and values in turn. */
  readonly usage: (group: string, account: AccountId | undefined, now: Monotonic) => string[];
}

interface OwnBudgets {
  readonly addresses: Buckets<string>;
  readonly accounts: Buckets<AccountId>;
  readonly orders: Buckets<AccountId>;
  readonly cancels: Buckets<AccountId>;
  readonly penalties: Penalties;
}

export function createLimiter(settings: LimitSettings): Limiter {
  const { keptMax } = settings;
  const budgets: OwnBudgets = {
    addresses: createBuckets(settings.addressWeight, keptMax),
    accounts: createBuckets(settings.accountWeight, keptMax),
    orders: createBuckets(settings.orders, keptMax),
    cancels: createBuckets(settings.cancels, keptMax),
    penalties: createPenalties(settings.penalties, keptMax),
  };
  const { addresses, accounts, orders, penalties } = budgets;
  const counts: Limiter['counts'] = (group, account, now) => {
    const address = used(addresses, group, now);
    if (account === undefined) return [address];
    return [address, used(accounts, account, now), used(orders, account, now)];
  };
  const ofAddress: Limiter['takeAddress'] = (group, weight, now) =>
    takeAddress(budgets, group, weight, now);
  const ofAccount: Limiter['takeAccount'] = (account, cost, now) =>
    takeAccount(budgets, account, cost, now);
  return {
    takeAddress: ofAddress,
    takeAccount: ofAccount,
    askAddress: ofAddress,
    askAccount: ofAccount,
    charge: (charge, now) => chargeBudgets(budgets, charge, now),
    shutOut: (group, seconds, now) => punish(penalties, group, now, seconds * 1_000),
    noteTold: (group, now) => noteTold(penalties, group, now),
    wasTold: (group, now) => wasTold(penalties, group, now),
    counts,
    usage: (group, account, now) => {
      const headers: string[] = [];
      for (const count of counts(group, account, now))
        headers.push(USAGE_HEADERS[headers.length / 2] ?? '', String(count));
      return headers;
    },
  };
}

export const USAGE_HEADERS = ['x-used-weight-10s', 'x-uid-used-weight-10s', 'x-order-count-1s'];

function takeAddress(budgets: OwnBudgets, group: string, weight: number, now: Monotonic): number {
  const { addresses, penalties } = budgets;
  const penalty = penalties.punished.size === 0 ? 0 : penaltyMillis(penalties, group, now);
  if (penalty > 0) return Math.ceil(penalty / 1_000);
  const wait = waitMillis(addresses, group, weight, now);
  if (wait > 0) {
    noteRefusal(penalties, group, now);
    // It may have been one too many.
    return Math.ceil(Math.max(wait, penaltyMillis(penalties, group, now)) / 1_000);
  }
  take(addresses, group, weight, now);
  return 0;
}

/** All that apply, or none. */
function takeAccount(
  budgets: OwnBudgets,
  account: AccountId,
  cost: AccountCost,
  now: Monotonic,
): number {
  const { accounts, orders, cancels } = budgets;
  const wait = Math.max(
    cost.weight > 0 ? waitMillis(accounts, account, cost.weight, now) : 0,
    cost.orders > 0 ? waitMillis(orders, account, cost.orders, now) : 0,
    cost.cancels > 0 ? waitMillis(cancels, account, cost.cancels, now) : 0,
  );
  if (wait > 0) return Math.ceil(wait / 1_000);
  if (cost.weight > 0) take(accounts, account, cost.weight, now);
  if (cost.orders > 0) take(orders, account, cost.orders, now);
  if (cost.cancels > 0) take(cancels, account, cost.cancels, now);
  return 0;
}

function chargeBudgets(budgets: OwnBudgets, charge: Charge, now: Monotonic): void {
  if ('account' in charge) {
    const { account, cost } = charge;
    if (cost.weight !== 0) take(budgets.accounts, account, cost.weight, now);
    if (cost.orders !== 0) take(budgets.orders, account, cost.orders, now);
    if (cost.cancels !== 0) take(budgets.cancels, account, cost.cancels, now);
    return;
  }
  const { group, weight = 0, refusals = 0, guesses = 0 } = charge;
  if (weight !== 0) take(budgets.addresses, group, weight, now);
  if (refusals > 0) noteRefusal(budgets.penalties, group, now, refusals);
  for (let guess = 0; guess < guesses; guess += 1) noteAuthFailure(budgets.penalties, group, now);
}

/**
 * A token bucket as one moment in time: when it will be full again. It has no boundary at which two
 * bursts could meet, knows exactly how long to wait, and a full one need not be remembered at all.
 */
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
