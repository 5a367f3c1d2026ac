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
  type Budgets,
  type Charge,
  type Limiter,
  SHUT_OUT,
  type ShutOut,
  USAGE_HEADERS,
  type Waits,
} from './limiter.ts';
import { useHeaders } from './windows.ts';

/** Which budgets: of a dialect that counts by windows, by its place in the list, or the venue's. */
type Place = number;
const VENUE_BUDGETS: Place = -1;

/** To take a weight from the budgets of an address, and then from those of an account there. */
type AskedCharge =
  | readonly [budgets: Place, weight: number]
  | readonly [
      ...[budgets: Place, addressWeight: number, account: number, weight: number],
      ...[orders: number, orderCalls: number, cancels: number],
    ];

/** In place of the weight of an address that was charged before. */
const CHARGED = -1;

/** Who has to wait, in the answer. */
const [OF_ACCOUNT, OF_ADDRESS, SHUT_OUT_NOW] = [0, 1, 2];

/** The way to the process that keeps the budgets. */
export interface BudgetsLink extends FactsLink {
  /**
   * Asks to take what an address and an account are charged. Told how long to wait, who has to,
   * and how much is used of each budget.
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

type Asks = Required<Pick<Limiter, 'askAddress' | 'askAccount' | 'askBoth'>>;

function createAskedLimiter(
  known: Known,
  budgets: Place,
  windows: readonly RateWindow[] | undefined,
): Limiter {
  const { owner, waits } = known;
  const ofAddress = new KeptMap<string, readonly number[]>(KEPT);
  const ofAccount = new KeptMap<AccountId, readonly number[]>(KEPT);
  const ask = async (group: string, asked: AskedCharge): Promise<Waits> => {
    const [wait = 0, who = OF_ACCOUNT, ...counts] = await owner.reckon(group, asked);
    const [, , account] = asked;
    ofAddress.keep(group, counts, known.now());
    if (who === OF_ACCOUNT && account !== undefined)
      ofAccount.keep(accountId(account), counts, known.now());
    if (who === OF_ACCOUNT) return [0, wait];
    if (wait > 0) shutOut(group, wait, who === SHUT_OUT_NOW);
    return [wait, 0];
  };
  const askAddress: Asks['askAddress'] = async (group, weight) =>
    (await ask(group, [budgets, weight]))[0];
  const askBoth: Asks['askBoth'] = (group, owed, account, cost) =>
    ask(group, [budgets, owed, account, cost.weight, cost.orders, cost.orderCalls, cost.cancels]);
  const askAccount: Asks['askAccount'] = async (account, cost, _now, group) =>
    (await askBoth(group, CHARGED, account, cost))[1];
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
    askAccount,
    askBoth,
    takeAddress: (group, weight) => {
      ask(group, [budgets, weight]).catch(() => undefined);
      return waitOf(group);
    },
    takeAccount: (account, cost) => {
      askBoth('', CHARGED, account, cost).catch(() => undefined);
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
      const [place = VENUE_BUDGETS, addressWeight = 0, of, weight = 0] = asked;
      const at = now();
      const budgets = budgetsOf(place);
      if (addressWeight !== CHARGED) {
        const wait = budgets.takeAddress(group, addressWeight, at);
        const isOut = wait > 0 && limiter.noteTold(group, at);
        if (isOut) tellShutOut([group, wait]);
        if (wait > 0 || of === undefined) {
          const counts = budgets.counts(group, undefined, at);
          return [wait, isOut ? SHUT_OUT_NOW : OF_ADDRESS, ...counts];
        }
      }
      const account = accountId(of ?? 0);
      const [, , , , orders = 0, orderCalls = 0, cancels = 0] = asked;
      const wait = budgets.takeAccount(account, { weight, orders, orderCalls, cancels }, at);
      return [wait, OF_ACCOUNT, ...budgets.counts(group, account, at)];
    },
    charge: ([place, charge]: readonly [Place, Charge]): void =>
      budgetsOf(place).charge(charge, now()),
  };
}
