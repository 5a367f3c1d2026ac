/**
 * Facts about an account that the engine does not keep: when it was opened, when its money last
 * moved, and what margin was moved to and from its isolated positions.
 */

import { FEE_POOL, INSURANCE_FUND, TREASURY } from '../domain/account.ts';
import { unreachable } from '../domain/assert.ts';
import type { EventOf, FillSettled } from '../domain/event.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';
import { minus, plus } from '../domain/money.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Millis, type Money, millis, NO_MONEY } from '../domain/units.ts';
import type { DeficitCovered } from '../domain/why.ts';
import { createRing, pushItem, type Ring } from './ring.ts';

export interface AccountNotes {
  readonly account: AccountId;
  /** Zero for the venue's own accounts, which were there before any entry. */
  readonly openedAt: Millis;
  updatedAt: Millis;
  /** Into isolated positions and back, by hand, by leverage or by top-up; both positive. */
  marginMovedIn: Money;
  marginMovedOut: Money;
}

/** Margin that went into an isolated position, or came out of it if negative. */
export interface MarginMove {
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly cause: EventOf<'isolated-margin-moved'>['cause'];
  readonly amount: Money;
  readonly at: Millis;
}

export interface AccountsView {
  readonly notes: Map<AccountId, AccountNotes>;
  /** Of all accounts together: few positions are isolated. */
  readonly moves: Ring<MarginMove>;
}

export const MOVES_KEPT = 10_000;

export function createAccountsView(): AccountsView {
  const view: AccountsView = { notes: new Map(), moves: createRing(MOVES_KEPT) };
  for (const account of [FEE_POOL, INSURANCE_FUND, TREASURY])
    view.notes.set(account, createAccountNotes(account, millis(0)));
  return view;
}

type AccountNews =
  | EventOf<'account-opened'>
  | EventOf<'collateral-moved'>
  | EventOf<'funding-paid'>
  | DeficitCovered
  | FillSettled
  | EventOf<'isolated-margin-moved'>;

export function foldAccounts(view: AccountsView, event: AccountNews, at: Millis): void {
  switch (event.kind) {
    case 'account-opened':
      view.notes.set(event.account, createAccountNotes(event.account, at));
      return;
    case 'collateral-moved':
    case 'funding-paid':
    case 'deficit-covered':
      touchNotes(view, event.account, at);
      return;
    case 'fill-settled':
      touchNotes(view, event.maker.account, at);
      touchNotes(view, event.taker.account, at);
      return;
    case 'isolated-margin-moved': {
      const { account, contract, positionSide, cause, amount } = event;
      pushItem(view.moves, { account, contract, positionSide, cause, amount, at });
      const notes = touchNotes(view, event.account, at);
      if (notes === undefined) return;
      if (event.amount > NO_MONEY) notes.marginMovedIn = plus(notes.marginMovedIn, event.amount);
      else notes.marginMovedOut = minus(notes.marginMovedOut, event.amount);
      return;
    }
    default:
      unreachable(event);
  }
}

export const findNotes = (view: AccountsView, account: AccountId): AccountNotes | undefined =>
  view.notes.get(account);

export const createAccountNotes = (account: AccountId, at: Millis): AccountNotes => ({
  account,
  openedAt: at,
  updatedAt: at,
  marginMovedIn: NO_MONEY,
  marginMovedOut: NO_MONEY,
});

function touchNotes(view: AccountsView, account: AccountId, at: Millis): AccountNotes | undefined {
  const notes = findNotes(view, account);
  if (notes !== undefined) notes.updatedAt = at;
  return notes;
}
