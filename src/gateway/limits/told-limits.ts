/**
 * Budgets of replicas on several machines. Each decides at once, by what it knows, and tells the
 * others a few times a second what it charged. So a caller that goes to several of them gets at
 * most one budget more for each further one, and owes it: what was charged elsewhere is a debt
 * here as well, and is paid off over time.
 */
import type { Monotonic } from '../../domain/units.ts';
import type { FactHome } from '../../facts/fact.ts';
import { setTimeout } from '../../machine/timers.ts';
import { DIALECTS } from '../dialects.ts';
import {
  type AccountCost,
  type Budgets,
  type Charge,
  type Limiter,
  SHUT_OUT,
  type ShutOut,
} from './limiter.ts';

/** How long charges are gathered before they are told. */
const GATHER_MILLIS = 250;
/** As many as a notice of the database can hold, with room to spare: it takes 8,000 bytes. */
const TOLD_AT_ONCE = 50;

/** By the place of the dialect in the list. */
type ToldCharge = readonly [place: number, charge: Charge];

export function createToldBudgets(own: Budgets, home: FactHome, now: () => Monotonic): Budgets {
  const limiters = DIALECTS.map(own.limiterOf);
  let gathered = new Map<string, ToldCharge>();
  const tellOut = home.news<ShutOut>(SHUT_OUT, ([group, seconds]) =>
    own.limiter.shutOut(group, seconds, now()),
  );
  const tell = home.news<readonly ToldCharge[]>('charges', (told) => {
    for (const [place, charge] of told) limiters[place]?.charge(charge, now());
  });
  const tellAll = (): void => {
    const all = [...gathered.values()];
    gathered = new Map();
    for (let at = 0; at < all.length; at += TOLD_AT_ONCE) tell(all.slice(at, at + TOLD_AT_ONCE));
  };
  const gather = (place: number, charge: Charge): void => {
    if (gathered.size === 0) setTimeout(tellAll, GATHER_MILLIS).unref();
    const key = `${place} ${'account' in charge ? charge.account : `of ${charge.group}`}`;
    gathered.set(key, [place, sumOf(gathered.get(key)?.[1], charge)]);
  };
  const told = DIALECTS.map((dialect, place) =>
    tellCharges(own.limiterOf(dialect), own.limiter, (charge) => gather(place, charge), tellOut),
  );
  return {
    limiter:
      told[DIALECTS.findIndex(({ rateWindows }) => rateWindows === undefined)] ?? own.limiter,
    limiterOf: ({ rateWindows }) =>
      told[DIALECTS.findIndex((dialect) => dialect.rateWindows === rateWindows)] ?? own.limiter,
  };
}

function tellCharges(
  limiter: Limiter,
  penalties: Limiter,
  gather: (charge: Charge) => void,
  tellOut: (told: ShutOut) => void,
): Limiter {
  const takeAddress: Limiter['takeAddress'] = (group, weight, now) => {
    const wait = limiter.takeAddress(group, weight, now);
    if (wait === 0 && weight > 0) gather({ group, weight });
    return wait;
  };
  const takeAccount: Limiter['takeAccount'] = (account, cost, now) => {
    const wait = limiter.takeAccount(account, cost, now);
    if (wait === 0) gather({ account, cost });
    return wait;
  };
  return {
    ...limiter,
    takeAddress,
    takeAccount,
    askAddress: takeAddress,
    askAccount: takeAccount,
    charge: (charge, now) => {
      limiter.charge(charge, now);
      // Offences are counted where they happen; a penalty for them is told.
      if ('account' in charge) gather(charge);
      else if (charge.weight !== undefined) gather({ group: charge.group, weight: charge.weight });
    },
    noteTold: (group, now) => {
      const isNews = !penalties.wasTold(group, now);
      const isOut = penalties.noteTold(group, now);
      if (isOut && isNews) tellOut([group, penalties.takeAddress(group, 0, now)]);
      return isOut;
    },
  };
}

function sumOf(one: Charge | undefined, other: Charge): Charge {
  if (one === undefined) return other;
  if ('account' in one && 'account' in other)
    return { account: one.account, cost: sumOfCosts(one.cost, other.cost) };
  if ('account' in one || 'account' in other) return other;
  return { group: one.group, weight: (one.weight ?? 0) + (other.weight ?? 0) };
}

const sumOfCosts = (one: AccountCost, other: AccountCost): AccountCost => ({
  weight: one.weight + other.weight,
  orders: one.orders + other.orders,
  orderCalls: one.orderCalls + other.orderCalls,
  cancels: one.cancels + other.cancels,
});
