/**
 * Checks of the whole state between entries. The engine itself checks after every entry that no
 * money appears or vanishes. The first minutes also go through the simulator's auditor, which works
 * everything out a second time.
 */

import { assert } from '../../src/domain/assert.ts';
import { toBigInt } from '../../src/domain/units.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { Account, VenueState } from '../../src/engine/state.ts';
import { checkBook } from '../check-book.ts';
import { copyState } from '../sim/shadow.ts';

export function checkInvariants(state: VenueState): void {
  let collateral = 0n;
  for (const account of state.accounts) {
    if (account === undefined) continue;
    collateral += toBigInt(account.collateral);
    checkAccount(account);
  }
  assert(
    collateral === toBigInt(state.depositsNet),
    'collateral is not what was deposited',
    collateral,
  );
  for (const listing of state.listings) {
    checkBook(listing.book);
    const { longLots, shortLots, contract } = listing;
    assert(longLots === shortLots, 'longs and shorts differ', contract.symbol);
  }
}

function checkAccount(account: Account): void {
  const total = account.totals.reduce<bigint>((sum, part) => sum + toBigInt(part), 0n);
  assert(total === toBigInt(account.collateral), 'totals are not the collateral', account.id);
  let frozen = 0n;
  for (const desk of account.desks)
    for (let order = desk?.working.first ?? null; order !== null; order = order.next)
      frozen += toBigInt(order.frozen);
  assert(frozen === toBigInt(account.frozen), 'frozen money is not that of its orders', account.id);
}

/** A state restored from its own snapshot is the same state. */
export function checkRestore(state: VenueState): void {
  assert(stateHash(copyState(state)) === stateHash(state), 'a restored state has another hash');
}
