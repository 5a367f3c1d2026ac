/**
 * Budgets that the process with the files keeps for all gateways, so that it does not matter over
 * which connection a caller comes. Whoever can wait asks. Who cannot, such as a socket that
 * subscribes, is charged in the same way and judged by the last answer about its address.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { RateWindow } from '../../wire/rate-window.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import { KeptMap } from '../kept-map.ts';
import { type AccountCost, type Limiter, USAGE_HEADERS } from '../limits/limiter.ts';
import {
  type AccountCharge,
  type AddressCharge,
  type Owner,
  TOPICS,
  VENUE_BUDGETS,
} from './owner.ts';

/** Addresses and accounts whose last answer is remembered. */
const KEPT = { keptMax: 20_000, lifeMillis: 60_000 };

export interface RemoteBudgets extends Pick<Edge, 'limiter' | 'limiterOf'> {
  /** The other process says that an address is shut out for so many seconds. */
  readonly shutOut: (group: string, seconds: number) => void;
}

interface Known {
  readonly owner: Owner;
  /** Until when an address has to wait, and whether it is shut out. */
  readonly waits: KeptMap<string, { readonly until: number; readonly isShutOut: boolean }>;
  readonly now: () => Monotonic;
}

export function createRemoteBudgets(owner: Owner, now: () => Monotonic): RemoteBudgets {
  const known: Known = { owner, now, waits: new KeptMap({ ...KEPT, lifeMillis: 3_600_000 }) };
  const limiter = createRemoteLimiter(known, VENUE_BUDGETS, undefined);
  const others = new Map<readonly RateWindow[], Limiter>();
  for (const [place, { rateWindows }] of DIALECTS.entries())
    if (rateWindows !== undefined)
      others.set(rateWindows, createRemoteLimiter(known, place, rateWindows));
  return {
    limiter,
    limiterOf: ({ rateWindows }) =>
      (rateWindows === undefined ? undefined : others.get(rateWindows)) ?? limiter,
    shutOut: (group, seconds) => noteWait(known, group, seconds, true),
  };
}

function createRemoteLimiter(
  known: Known,
  budgets: number,
  windows: readonly RateWindow[] | undefined,
): Limiter {
  const { owner, waits } = known;
  const ofAddress = new KeptMap<string, readonly number[]>(KEPT);
  const ofAccount = new KeptMap<AccountId, readonly number[]>(KEPT);
  const askAddress: Limiter['askAddress'] = async (group, weight) => {
    const charge: AddressCharge = [budgets, group, weight];
    const [wait, isShutOut, ...counts] = asNumbers(await owner.ask(TOPICS.address, charge));
    ofAddress.keep(group, counts, known.now());
    if (wait !== undefined && wait > 0) noteWait(known, group, wait, isShutOut === 1);
    return wait ?? 0;
  };
  const askAccount: Limiter['askAccount'] = async (account, cost, _now, group) => {
    const charge = chargeOf(budgets, account, cost, group);
    const [wait, ...counts] = asNumbers(await owner.ask(TOPICS.account, charge));
    ofAddress.keep(group, counts, known.now());
    ofAccount.keep(account, counts, known.now());
    return wait ?? 0;
  };
  const isOfAddress = (place: number): boolean =>
    windows === undefined ? place === 0 : windows[place]?.counts === 'weight';
  /** What is charged without an answer is counted here too, for the headers of this call. */
  const tellMore = (group: string, weight: number): void => {
    owner.tell(TOPICS.addressMore, [budgets, group, weight]);
    const counts = ofAddress.find(group) ?? [];
    const changed = counts.map((count, place) => (isOfAddress(place) ? count + weight : count));
    ofAddress.keep(group, changed, known.now());
  };
  const waitOf = (group: string): number => {
    const { until } = waits.find(group) ?? { until: 0 };
    return Math.max(0, Math.ceil((until - known.now()) / 1_000));
  };
  const isShutOut = (group: string): boolean =>
    waits.find(group)?.isShutOut === true && waitOf(group) > 0;
  const counts: Limiter['counts'] = (group, account) => {
    const here = ofAddress.find(group) ?? [];
    if (account === undefined) return windows === undefined ? here.slice(0, 1) : here;
    const own = ofAccount.find(account) ?? [];
    return own.map((count, place) => (isOfAddress(place) ? (here[place] ?? count) : count));
  };
  return {
    askAddress,
    askAccount,
    takeAddress: (group, weight, now) => {
      Promise.resolve(askAddress(group, weight, now)).catch(() => undefined);
      return waitOf(group);
    },
    takeAccount: (account, cost, now) => {
      Promise.resolve(askAccount(account, cost, now, '')).catch(() => undefined);
      return 0;
    },
    takeMoreOfAddress: (group, weight) => tellMore(group, weight),
    giveBackAddress: (group, weight) => tellMore(group, -weight),
    giveBackAccount: (account, cost) =>
      owner.tell(TOPICS.accountBack, chargeOf(budgets, account, cost, '')),
    noteAuthFailure: (group) => owner.tell(TOPICS.authFailure, group),
    noteRefusal: (group, _now, count = 1) => owner.tell(TOPICS.refusal, [group, count]),
    noteTold: isShutOut,
    wasTold: isShutOut,
    counts,
    usage: (group, account, now) => usageOf(windows, counts(group, account, now), account),
  };
}

function noteWait({ waits, now }: Known, group: string, seconds: number, isShutOut: boolean): void {
  waits.keep(group, { until: now() + seconds * 1_000, isShutOut }, now());
}

const chargeOf = (
  budgets: number,
  account: AccountId,
  { weight, orders, orderCalls, cancels }: AccountCost,
  group: string,
): AccountCharge => [budgets, account, weight, orders, orderCalls, cancels, group];

function usageOf(
  windows: readonly RateWindow[] | undefined,
  counts: readonly number[],
  account: AccountId | undefined,
): readonly string[] {
  if (windows === undefined)
    return counts.flatMap((count, at) => [USAGE_HEADERS[at] ?? '', String(count)]);
  return windows.flatMap(({ header, counts: what }, at) =>
    what !== 'weight' && account === undefined ? [] : [header, String(counts[at] ?? 0)],
  );
}

const asNumbers = (answer: unknown): readonly number[] => (Array.isArray(answer) ? answer : []);
