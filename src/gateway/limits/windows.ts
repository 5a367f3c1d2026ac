/**
 * The budgets of a dialect that counts by the clock: each is full again when its minute, or
 * whatever stretch it has, begins anew. Clients that count in the same way are never refused.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Monotonic } from '../../domain/units.ts';
import type { RateWindow } from '../../wire/rate-window.ts';
import { KeptMap } from '../kept-map.ts';
import type { AccountCost, Limiter } from './limiter.ts';

type Owner = string | AccountId;

interface Window {
  readonly terms: RateWindow;
  readonly counts: KeptMap<Owner, { readonly stretch: number; readonly count: number }>;
}

export interface WindowParts {
  readonly windows: readonly RateWindow[];
  readonly keptMax: number;
  /** How far the wall clock was ahead at the start, so that stretches begin with its minutes. */
  readonly aheadMillis: number;
  /** Who is shut out is the same in every dialect. */
  readonly shared: Limiter;
}

export function createWindows({ windows, keptMax, aheadMillis, shared }: WindowParts): Limiter {
  const all: readonly Window[] = windows.map((terms) => ({
    terms,
    counts: new KeptMap({ keptMax, lifeMillis: terms.millis }),
  }));
  const stretchOf = ({ terms }: Window, now: Monotonic): number =>
    Math.floor((now + aheadMillis) / terms.millis);
  const usedOf = (window: Window, owner: Owner, now: Monotonic): number => {
    const kept = window.counts.find(owner);
    return kept?.stretch === stretchOf(window, now) ? kept.count : 0;
  };
  const add = (window: Window, owner: Owner, amount: number, now: Monotonic): void => {
    const count = Math.max(0, usedOf(window, owner, now) + amount);
    window.counts.keep(owner, { stretch: stretchOf(window, now), count }, now);
  };
  /** Seconds until all of it can be taken; then it was taken. */
  const take = (owner: Owner, costs: readonly Cost[], now: Monotonic): number => {
    const waits = costs.map(({ window, amount }) => {
      if (amount === 0 || usedOf(window, owner, now) + amount <= window.terms.limit) return 0;
      const { millis } = window.terms;
      return Math.ceil(((stretchOf(window, now) + 1) * millis - aheadMillis - now) / 1_000);
    });
    const wait = Math.max(0, ...waits);
    if (wait === 0)
      for (const { window, amount } of costs) if (amount > 0) add(window, owner, amount, now);
    return wait;
  };
  const byAddress = all.filter(({ terms }) => terms.counts === 'weight');
  const byAccount = all.filter(({ terms }) => terms.counts !== 'weight');
  const weightOf = (weight: number): Cost[] =>
    byAddress.map((window) => ({ window, amount: weight }));
  const costsOf = ({ orders, orderCalls }: AccountCost): Cost[] =>
    byAccount.map((window) => ({
      window,
      amount: window.terms.counts === 'orders' ? orders : orderCalls,
    }));
  const giveBack = (owner: Owner, costs: readonly Cost[], now: Monotonic): void => {
    for (const { window, amount } of costs) add(window, owner, -amount, now);
  };
  return {
    ...shared,
    takeAddress: (group, weight, now) => {
      const penalty = shared.takeAddress(group, 0, now);
      if (penalty > 0) return penalty;
      const wait = take(group, weightOf(weight), now);
      if (wait > 0) shared.noteRefusal(group, now);
      // It may have been one too many.
      return wait > 0 ? Math.max(wait, shared.takeAddress(group, 0, now)) : 0;
    },
    takeAccount: (account, cost, now) => take(account, costsOf(cost), now),
    takeMoreOfAddress: (group, weight, now) => {
      for (const { window, amount } of weightOf(weight)) add(window, group, amount, now);
    },
    giveBackAddress: (group, weight, now) => giveBack(group, weightOf(weight), now),
    giveBackAccount: (account, cost, now) => giveBack(account, costsOf(cost), now),
    counts: (group, account, now) =>
      all.map((window) => {
        const owner = window.terms.counts === 'weight' ? group : account;
        return owner === undefined ? 0 : usedOf(window, owner, now);
      }),
    usage: (group, account, now) =>
      all.flatMap((window) => {
        const owner = window.terms.counts === 'weight' ? group : account;
        return owner === undefined ? [] : [window.terms.header, String(usedOf(window, owner, now))];
      }),
  };
}

interface Cost {
  readonly window: Window;
  readonly amount: number;
}
