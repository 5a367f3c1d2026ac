/** The first step of every placement: its account, whether it is a repeat, and its desk. */
import type { PlaceOrder, PlaceTrigger } from '../domain/command.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { checkClientOrder } from './client-order.ts';
import { deskAt } from './create-state.ts';
import { type Desk, findAccount, findListing, type VenueState } from './state.ts';

/** Undefined if the same order was placed before: then nothing is left to do. */
export function findDesk(
  state: VenueState,
  command: PlaceOrder | PlaceTrigger,
): Desk | Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const known = checkClientOrder(state, account, command);
  if (known !== undefined) return known === 'repeated' ? undefined : known;
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  return deskAt(account, listing);
}

export const isDesk = (found: Desk | Reject | undefined): found is Desk =>
  found !== undefined && 'listing' in found;
