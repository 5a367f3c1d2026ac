/**
 * The budgets of a dialect that counts by the clock: each is full again when its minute, or
 * whatever stretch it has, begins anew. Clients that count in the same way are never refused.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { RateWindow } from '../../wire/dialect.ts';
import { KeptMap } from '../kept-map.ts';
import type { AccountCost, Limiter } from './limiter.ts';

type Owner = string | AccountId;

interface Window {
  readonly terms: RateWindow;
  readonly aheadMillis: number;
  readonly kept: KeptMap<Owner, { readonly stretch: number; readonly count: number }>;
}

/** How much of a window a call takes. */
type AmountOf = (window: Window) => number;

export interface WindowParts {
  readonly windows: readonly RateWindow[];
  readonly keptMax: number;
  /** How far the wall clock was ahead at the start, so that stretches begin with its minutes. */
  readonly aheadMillis: number;
  /** Who is shut out is the same in every dialect. */
  readonly shared: Limiter;
}

export function createWindows({ windows, keptMax, aheadMillis, shared }: WindowParts): Limiter {
  const all = windows.map((terms): Window => {
    return { terms, aheadMillis, kept: new KeptMap({ keptMax, lifeMillis: terms.millis }) };
  });
  const [ofAddress, ofAccount] = [all.filter(isWeight), all.filter((each) => !isWeight(each))];
  const costOf =
    ({ orders, orderCalls }: AccountCost): AmountOf =>
    ({ terms }) =>
      terms.counts === 'orders' ? orders : orderCalls;
  const takeAddress: Limiter['takeAddress'] = (group, weight, now) => {
    const penalty = shared.takeAddress(group, 0, now);
    if (penalty > 0) return penalty;
    const wait = take(group, ofAddress, () => weight, now);
    if (wait > 0) shared.charge({ group, refusals: 1 }, now);
    // It may have been one too many.
    return wait > 0 ? Math.max(wait, shared.takeAddress(group, 0, now)) : 0;
  };
  const takeAccount: Limiter['takeAccount'] = (account, cost, now) =>
    take(account, ofAccount, costOf(cost), now);
  return {
    ...shared,
    takeAddress,
    takeAccount,
    askAddress: takeAddress,
    askAccount: takeAccount,
    charge: (charge, now) => {
      if ('account' in charge) return addAll(charge.account, ofAccount, costOf(charge.cost), now);
      const { group, weight = 0, ...offences } = charge;
      addAll(group, ofAddress, () => weight, now);
      shared.charge({ group, ...offences }, now);
    },
    counts: (group, account, now) =>
      all.map((window) => {
        const owner = isWeight(window) ? group : account;
        return owner === undefined ? 0 : usedOf(window, owner, now);
      }),
    usage: (group, account, now) => {
      const headers: string[] = [];
      for (const window of all) {
        const owner = isWeight(window) ? group : account;
        if (owner === undefined) continue;
        headers.push(...useHeaders(window.terms, usedOf(window, owner, now), now + aheadMillis));
      }
      return headers;
    },
  };
}

/** Headers, names and values in turn. The time is that of the wall. */
export function useHeaders(terms: RateWindow, used: number, wallNow: number): string[] {
  const { header, limit, left, millis } = terms;
  if (left === undefined) return [header, String(used)];
  const resetAt = (Math.floor(wallNow / millis) + 1) * millis;
  return [
    header,
    String(Math.max(0, limit - used)),
    left.limit,
    String(limit),
    left.resetAt,
    String(resetAt),
  ];
}

const isWeight = ({ terms }: Window): boolean => terms.counts === 'weight';

const stretchOf = ({ terms, aheadMillis }: Window, now: Monotonic): number =>
  Math.floor((now + aheadMillis) / terms.millis);

function usedOf(window: Window, owner: Owner, now: Monotonic): number {
  const kept = window.kept.find(owner);
  return kept?.stretch === stretchOf(window, now) ? kept.count : 0;
}

function addAll(
  owner: Owner,
  windows: readonly Window[],
  amountOf: AmountOf,
  now: Monotonic,
): void {
  for (const window of windows) {
    const amount = amountOf(window);
    if (amount === 0) continue;
    const count = Math.max(0, usedOf(window, owner, now) + amount);
    window.kept.keep(owner, { stretch: stretchOf(window, now), count }, now);
  }
}

/** Seconds until all of it can be taken; zero means that it was. */
function take(
  owner: Owner,
  windows: readonly Window[],
  amountOf: AmountOf,
  now: Monotonic,
): number {
  let wait = 0;
  for (const window of windows) {
    const { limit, millis } = window.terms;
    const amount = amountOf(window);
    if (amount === 0 || usedOf(window, owner, now) + amount <= limit) continue;
    const nextAt = (stretchOf(window, now) + 1) * millis - window.aheadMillis;
    wait = Math.max(wait, Math.ceil((nextAt - now) / 1_000));
  }
  if (wait === 0) addAll(owner, windows, amountOf, now);
  return wait;
}
