/**
 * Moves collateral. Every movement goes through here with its reason, so that the sum over all
 * accounts can be compared with what was ever deposited, to the unit, after every entry.
 */

import { INSURANCE_FUND } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import { isStorable, minus, negate, plus, plusTotal } from '../domain/money.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import { type Money, NO_MONEY } from '../domain/units.ts';
import { type Account, type Desk, emit, getAccount, touch, type VenueState } from './state.ts';

/** One leg. The caller posts the others before the entry ends. */
export function post(state: VenueState, account: Account, kind: PostingKind, amount: Money): void {
  if (amount === NO_MONEY) return;
  addCollateral(state, account, amount);
  const place = PLACES[kind];
  account.totals[place] = plusTotal(account.totals[place] ?? NO_MONEY, amount);
}

function addCollateral(state: VenueState, account: Account, amount: Money): void {
  const collateral = plus(account.collateral, amount);
  assert(isStorable(collateral), 'an account overflows', account.id);
  account.collateral = collateral;
  state.collateralMoved = plusTotal(state.collateralMoved, amount);
}

/** Both legs of a fill on one account, its value and its fee; the pool's leg is the caller's. */
export function postFill(
  state: VenueState,
  account: Account,
  kind: PostingKind,
  amount: Money,
  fee: Money,
): void {
  const { totals } = account;
  addCollateral(state, account, minus(amount, fee));
  const place = PLACES[kind];
  totals[place] = plusTotal(totals[place] ?? NO_MONEY, amount);
  if (fee === NO_MONEY) return;
  totals[PLACES.fee] = plusTotal(totals[PLACES.fee] ?? NO_MONEY, negate(fee));
  account.wallet = minus(account.wallet, fee);
}

/** One leg that changes the wallet by the same amount: everything but the value of a fill. */
export function postCash(
  state: VenueState,
  account: Account,
  kind: PostingKind,
  amount: Money,
): void {
  post(state, account, kind, amount);
  account.wallet = plus(account.wallet, amount);
}

/**
 * The insurance fund pays what a scope lost beyond its own money; the scope ends at zero. An
 * isolated position's deficit never touches the cross wallet.
 */
export function coverDeficit(state: VenueState, desk: Desk, amount: Money): void {
  cover(state, desk.account, amount);
  emit(state, {
    kind: 'deficit-covered',
    account: desk.account.id,
    scope: 'isolated',
    contract: desk.listing.contract.id,
    amount,
    wallet: desk.account.wallet,
    collateral: desk.account.collateral,
  });
}

export function coverCrossDeficit(state: VenueState, account: Account, amount: Money): void {
  cover(state, account, amount);
  emit(state, {
    kind: 'deficit-covered',
    account: account.id,
    scope: 'cross',
    contract: null,
    amount,
    wallet: account.wallet,
    collateral: account.collateral,
  });
}

function cover(state: VenueState, account: Account, amount: Money): void {
  const fund = getAccount(state, INSURANCE_FUND);
  postCash(state, account, 'deficit-cover', amount);
  postCash(state, fund, 'deficit-cover', negate(amount));
  touch(state, account);
  touch(state, fund);
}

const PLACES: Readonly<Record<PostingKind, number>> = {
  deposit: 0,
  withdrawal: 1,
  'transfer-in': 2,
  'transfer-out': 3,
  'open-long': 4,
  'open-short': 5,
  'close-long': 6,
  'close-short': 7,
  fee: 8,
  'liquidation-fee': 9,
  funding: 10,
  'fee-income': 11,
  'liquidation-fee-income': 12,
  'funding-residue': 13,
  'deficit-cover': 14,
};
assert(
  POSTING_KINDS.every((kind, place) => PLACES[kind] === place),
  'posting places follow the list of kinds',
);
