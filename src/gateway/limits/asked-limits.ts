/**
 * Budgets that the process with the files keeps for all gateways, so that it does not matter over
 * which connection a caller comes. Whoever can wait asks. Who cannot, such as a socket that
 * subscribes, is charged in the same way and judged by the last answer about its address.
 */
import { type AccountId, accountId } from '../../domain/ids.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { FactHome } from '../../facts/fact.ts';
import type { FactsLink } from '../../facts/socket-facts.ts';
import { wallNow } from '../../machine/timers.ts';
import type { RateWindow } from '../../wire/dialect.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import { KeptMap } from '../kept-map.ts';
import { TOPICS } from '../remote/owner.ts';
import {
  type AccountCost,
  type Budgets,
  type Charge,
  type Limiter,
  SHUT_OUT,
  type ShutOut,
  USAGE_HEADERS,
} from './limiter.ts';
import { useHeaders } from './windows.ts';

/** Which budgets: of a dialect that counts by windows, by its place in the list, or the venue's. */
type Place = number;
const VENUE_BUDGETS: Place = -1;

/** To take a weight from the budgets of an address, or from those of an account there. */
type AskedCharge =
  | readonly [budgets: Place, weight: number]
  | readonly [
      ...[budgets: Place, weight: number, account: number],
      ...[orders: number, orderCalls: number, cancels: number],
    ];

/** The way to the process that keeps the budgets. */
export interface BudgetsLink extends FactsLink {
  /**
   * Asks to take what an address or an account is charged. Told how long to wait, whether the
   * address is shut out, and how much is used of each budget.
   */
  readonly reckon: (group: string, asked: AskedCharge) => Promise<readonly number[]>;
}

/** Addresses and accounts whose last answer is remembered. */
const KEPT = { keptMax: 20_000, lifeMillis: 60_000 };

interface Known {
  readonly owner: BudgetsLink;
  /** Until when an address has to wait, and whether it is shut out. */
  readonly waits: KeptMap<string, { readonly until: number; readonly isShutOut: boolean }>;
  readonly now: () => Monotonic;
}

export function createAskedBudgets(
  owner: BudgetsLink,
  home: FactHome,
  now: () => Monotonic,
): Budgets {
  const known: Known = { owner, now, waits: new KeptMap({ ...KEPT, lifeMillis: 3_600_000 }) };
  const limiter = createAskedLimiter(known, VENUE_BUDGETS, undefined);
  home.news<ShutOut>(SHUT_OUT, ([group, seconds]) => limiter.shutOut(group, seconds, now()));
  const others = DIALECTS.map(({ rateWindows }, place) =>
    rateWindows === undefined ? limiter : createAskedLimiter(known, place, rateWindows),
  );
  return {
    limiter,
    limiterOf: (dialect) =>
      others[DIALECTS.findIndex(({ rateWindows }) => rateWindows === dialect.rateWindows)] ??
      limiter,
  };
}

function createAskedLimiter(
  known: Known,
  budgets: Place,
  windows: readonly RateWindow[] | undefined,
): Limiter {
  const { owner, waits } = known;
  const ofAddress = new KeptMap<string, readonly number[]>(KEPT);
  const ofAccount = new KeptMap<AccountId, readonly number[]>(KEPT);
  const askAddress = async (group: string, weight: number): Promise<number> => {
    const [wait = 0, isOut, ...counts] = await owner.reckon(group, [budgets, weight]);
    ofAddress.keep(group, counts, known.now());
    if (wait > 0) shutOut(group, wait, isOut === 1);
    return wait;
  };
  const askAccount = async (
    account: AccountId,
    { weight, orders, orderCalls, cancels }: AccountCost,
    group: string,
  ): Promise<number> => {
    const asked = [budgets, weight, account, orders, orderCalls, cancels] as const;
    const [wait = 0, , ...counts] = await owner.reckon(group, asked);
    ofAddress.keep(group, counts, known.now());
    ofAccount.keep(account, counts, known.now());
    return wait;
  };
  const shutOut = (group: string, seconds: number, isShutOut: boolean): void => {
    const now = known.now();
    waits.keep(group, { until: now + seconds * 1_000, isShutOut }, now);
  };
  const isOfAddress = (place: number): boolean =>
    windows === undefined ? place === 0 : windows[place]?.counts === 'weight';
  /** What is charged without an answer is counted here too, for the headers of this call. */
  const charge = (made: Charge): void => {
    owner.tell(TOPICS.charge, [budgets, made]);
    if ('account' in made || made.weight === undefined) return;
    const { group, weight } = made;
    const counts = ofAddress.find(group) ?? [];
    const changed = counts.map((count, place) => (isOfAddress(place) ? count + weight : count));
    ofAddress.keep(group, changed, known.now());
  };
  const waitOf = (group: string): number =>
    Math.max(0, Math.ceil(((waits.find(group)?.until ?? 0) - known.now()) / 1_000));
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
    askAccount: (account, cost, _now, group) => askAccount(account, cost, group),
    takeAddress: (group, weight) => {
      askAddress(group, weight).catch(() => undefined);
      return waitOf(group);
    },
    takeAccount: (account, cost) => {
      askAccount(account, cost, '').catch(() => undefined);
      return 0;
    },
    charge,
    shutOut: (group, seconds) => shutOut(group, seconds, true),
    noteTold: isShutOut,
    wasTold: isShutOut,
    counts,
    usage: (group, account, now) => usageOf(windows, counts(group, account, now), account),
  };
}

function usageOf(
  windows: readonly RateWindow[] | undefined,
  counts: readonly number[],
  account: AccountId | undefined,
): string[] {
  if (windows === undefined)
    return counts.flatMap((count, at) => [USAGE_HEADERS[at] ?? '', String(count)]);
  const now = wallNow();
  return windows.flatMap((terms, at) =>
    terms.counts !== 'weight' && account === undefined
      ? []
      : useHeaders(terms, counts[at] ?? 0, now),
  );
}

/** For the process that keeps them: each question is charged as a call here would be. */
export function serveBudgets(
  { limiter, limiterOf, venue }: Budgets & Pick<Edge, 'venue'>,
  home: FactHome,
) {
  const tellShutOut = home.news<ShutOut>(SHUT_OUT, () => undefined);
  const limiters = DIALECTS.map(limiterOf);
  const budgetsOf = (place: Place): Limiter => limiters[place] ?? limiter;
  const now = venue.clock.monotonicNow;
  return {
    reckon: (group: string, asked: readonly number[]): readonly number[] => {
      const [place = VENUE_BUDGETS, weight = 0, of] = asked;
      const [, , , orders = 0, orderCalls = 0, cancels = 0] = asked;
      const at = now();
      const budgets = budgetsOf(place);
      if (of !== undefined) {
        const account = accountId(of);
        const wait = budgets.takeAccount(account, { weight, orders, orderCalls, cancels }, at);
        return [wait, 0, ...budgets.counts(group, account, at)];
      }
      const wait = budgets.takeAddress(group, weight, at);
      const isOut = wait > 0 && limiter.noteTold(group, at);
      if (isOut) tellShutOut([group, wait]);
      return [wait, isOut ? 1 : 0, ...budgets.counts(group, undefined, at)];
    },
    charge: ([place, charge]: readonly [Place, Charge]): void =>
      budgetsOf(place).charge(charge, now()),
  };
}
