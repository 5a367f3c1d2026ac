/**
 * The budgets of a call: weight by address, weight by account, orders and cancels by account. A
 * call takes from all that apply or from none. Cancels have a budget of their own, so that an
 * account that sent too many orders can still cancel them.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { RateWindow, WireDialect } from '../../wire/dialect.ts';
import { KeptMap } from '../kept-map.ts';
import { type Buckets, type BucketTerms, createBuckets, take, used, waitMillis } from './bucket.ts';

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
  const penalty = penaltyMillis(penalties, group, now);
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

export interface PenaltyTerms {
  /** Refusals by a limit within the window that are still tolerated. */
  readonly refusalsMax: number;
  readonly refusalWindowMillis: number;
  readonly authFailuresMax: number;
  readonly authFailureWindowMillis: number;
  readonly firstMillis: number;
  readonly longestMillis: number;
  readonly forgottenAfterMillis: number;
}

/** Offences within their windows; a few are soon forgotten. */
interface Offences {
  readonly refusals: Count;
  readonly failures: Count;
}

/** A punished address is remembered for long. */
interface Punishment {
  readonly blockedUntil: number;
  /** How long the next penalty lasts. */
  readonly nextMillis: number;
  readonly at: number;
  /** Whether the address has been told of its penalty. */
  isTold: boolean;
}

interface Count {
  from: number;
  count: number;
}

export interface Penalties {
  readonly terms: PenaltyTerms;
  readonly offences: KeptMap<string, Offences>;
  readonly punished: KeptMap<string, Punishment>;
}

/**
 * An address that keeps sending requests after being told to wait, or keeps guessing credentials,
 * is ignored for a while: first for a short time, then twice as long with each repeat. Good
 * behaviour for a day clears the record.
 */
export const createPenalties = (terms: PenaltyTerms, keptMax: number): Penalties => ({
  terms,
  offences: new KeptMap({
    keptMax,
    lifeMillis: Math.max(terms.refusalWindowMillis, terms.authFailureWindowMillis),
  }),
  punished: new KeptMap({
    keptMax,
    lifeMillis: Math.max(terms.forgottenAfterMillis, terms.longestMillis),
  }),
});

/** How much longer this address is ignored; zero if it is not. */
export function penaltyMillis({ punished }: Penalties, group: string, now: Monotonic): number {
  const punishment = punished.find(group);
  return punishment === undefined ? 0 : Math.max(0, punishment.blockedUntil - now);
}

/** Whether this address is not listened to and knows it. */
export function wasTold({ punished }: Penalties, group: string, now: Monotonic): boolean {
  const punishment = punished.find(group);
  return punishment?.isTold === true && punishment.blockedUntil > now;
}

/** Answers whether there was anything to tell: that the address is not listened to. */
export function noteTold(penalties: Penalties, group: string, now: Monotonic): boolean {
  const punishment = penalties.punished.find(group);
  if (punishment === undefined || punishment.blockedUntil <= now) return false;
  punishment.isTold = true;
  return true;
}

export function noteRefusal(penalties: Penalties, group: string, now: Monotonic, count = 1): void {
  const { refusalsMax, refusalWindowMillis } = penalties.terms;
  const { refusals } = getOffences(penalties, group, now);
  if (countUp(refusals, refusalWindowMillis, now, count) > refusalsMax)
    punish(penalties, group, now);
}

export function noteAuthFailure(penalties: Penalties, group: string, now: Monotonic): void {
  const { authFailuresMax, authFailureWindowMillis } = penalties.terms;
  const { failures } = getOffences(penalties, group, now);
  const count = countUp(failures, authFailureWindowMillis, now);
  if (count > authFailuresMax) punish(penalties, group, now);
}

function countUp(counted: Count, windowMillis: number, now: Monotonic, by = 1): number {
  if (now - counted.from >= windowMillis) {
    counted.from = now;
    counted.count = 0;
  }
  counted.count += by;
  return counted.count;
}

/** For as long as another process said, or for the time that it deserves. */
export function punish(
  { terms, offences, punished }: Penalties,
  group: string,
  now: Monotonic,
  forMillis?: number,
): void {
  const before = punished.find(group);
  const isForgotten = before === undefined || now - before.at > terms.forgottenAfterMillis;
  const millis = forMillis ?? (isForgotten ? terms.firstMillis : before.nextMillis);
  const nextMillis = Math.min(millis * 2, terms.longestMillis);
  const blockedUntil = now + millis;
  // Whoever said so has told it.
  const isTold = forMillis !== undefined;
  punished.keep(group, { blockedUntil, nextMillis, at: now, isTold }, now);
  offences.keep(group, createOffences(now), now);
}

function getOffences({ offences }: Penalties, group: string, now: Monotonic): Offences {
  const found = offences.find(group) ?? createOffences(now);
  offences.keep(group, found, now);
  return found;
}

const createOffences = (now: Monotonic): Offences => ({
  refusals: { from: now, count: 0 },
  failures: { from: now, count: 0 },
});
