/** The insurance fund pays what a scope lost beyond its own money; the scope ends at zero. */
import { INSURANCE_FUND } from '../domain/account.ts';
import type { Money } from '../domain/units.ts';
import { postCash } from './post.ts';
import { type Account, type Desk, emit, getAccount, touch, type VenueState } from './state.ts';

/** An isolated position's deficit never touches the cross wallet. */
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
  postCash(state, fund, 'deficit-cover', -amount);
  touch(state, account);
  touch(state, fund);
}
