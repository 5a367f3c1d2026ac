/** Shows the house what it has: reads its orders and positions out of the engine's state. */
import { assert } from '../../domain/assert.ts';
import type { AccountId } from '../../domain/ids.ts';
import { NO_LOTS, NO_TICKS } from '../../domain/units.ts';
import { ordersOf } from '../../engine/order-list.ts';
import { getAccount, type Listing, type VenueState } from '../../engine/state.ts';
import { HOUSE_ACCOUNTS, MAKERS } from '../../market/house.ts';
import type { ContractPicture, DeskPicture, HousePicture } from '../../market/picture.ts';

/** The accounts the house was given when the venue began: the first ones of that role. */
export function findHouse(state: VenueState): AccountId[] {
  const found: AccountId[] = [];
  for (const account of state.accounts) {
    if (account?.role === 'house') found.push(account.id);
    if (found.length === HOUSE_ACCOUNTS) break;
  }
  return found;
}

export function drawPicture(state: VenueState, house: readonly AccountId[]): HousePicture {
  return {
    contracts: state.listings.map((listing) => pictureOf(state, listing, house)),
    wallets: house.map((account) => ({ account, wallet: getAccount(state, account).wallet })),
  };
}

function pictureOf(
  state: VenueState,
  listing: Listing,
  house: readonly AccountId[],
): ContractPicture {
  const taker = house[MAKERS];
  assert(taker !== undefined, 'the house has too few accounts', house.length);
  const deskOf = (account: AccountId): DeskPicture => deskAt(state, listing, account);
  return {
    contract: listing.contract,
    isHalted: listing.halted,
    hasTraded: listing.last !== NO_TICKS,
    makers: house.slice(0, MAKERS).map(deskOf),
    taker: deskOf(taker),
  };
}

function deskAt(state: VenueState, { contract }: Listing, account: AccountId): DeskPicture {
  const desk = getAccount(state, account).desks[contract.id];
  if (desk === undefined) return { account, long: NO_LOTS, short: NO_LOTS, orders: [] };
  return {
    account,
    long: desk.long.position?.size ?? NO_LOTS,
    short: desk.short.position?.size ?? NO_LOTS,
    orders: ordersOf(desk.working).map(({ id, side, effect, price, size, filled }) => ({
      id,
      side,
      effect,
      price,
      size,
      filled,
    })),
  };
}
