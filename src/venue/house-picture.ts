/** Shows the house what it has: reads its orders and positions out of the engine's state. */
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { NO_LOTS, NO_TICKS } from '../domain/units.ts';
import { ordersOf } from '../engine/order-list.ts';
import { getAccount, type Listing, type VenueState } from '../engine/state.ts';
import { completeHouse, HOUSE_ACCOUNTS, MAKERS } from '../market/house.ts';
import type { ContractPicture, DeskPicture, HousePicture } from '../market/picture.ts';

/** The accounts the house was given when the venue began: the first ones of that role. */
export function findHouse(state: VenueState): AccountId[] {
  const found: AccountId[] = [];
  for (const account of state.accounts) {
    if (account?.role === 'house') found.push(account.id);
    if (found.length === HOUSE_ACCOUNTS) break;
  }
  return found;
}

/** What a venue that began with a smaller house lacks; nothing where it has everything. */
export function missingHouse(state: VenueState): Batch['commands'] {
  const contracts = state.listings.map(({ contract }) => contract);
  return completeHouse(findHouse(state), accountId(state.nextAccount), contracts);
}

/** Orders are shown, not copied: they are read before the next entry is applied. */
export function drawPicture(state: VenueState, house: readonly AccountId[]): HousePicture {
  return {
    at: state.now,
    contracts: state.listings.map((listing) => pictureOf(state, listing, house)),
    wallets: house.map((account) => ({ account, wallet: getAccount(state, account).wallet })),
  };
}

function pictureOf(
  state: VenueState,
  listing: Listing,
  house: readonly AccountId[],
): ContractPicture {
  const desks = house.map((account) => deskAt(state, listing, account));
  const [taker, rester, follower, reverter, long, short] = desks.slice(MAKERS);
  assert(
    taker !== undefined && rester !== undefined && follower !== undefined && reverter !== undefined,
    'the house has too few accounts',
    house.length,
  );
  assert(long !== undefined && short !== undefined, 'the house has no holders', house.length);
  return {
    contract: listing.contract,
    isHalted: listing.halted,
    hasTraded: listing.last !== NO_TICKS,
    makers: desks.slice(0, MAKERS),
    taker,
    rester,
    follower,
    reverter,
    holders: [long, short],
  };
}

function deskAt(state: VenueState, { contract }: Listing, account: AccountId): DeskPicture {
  const desk = getAccount(state, account).desks[contract.id];
  if (desk === undefined) return { account, long: NO_LOTS, short: NO_LOTS, orders: [] };
  return {
    account,
    long: desk.long.position?.size ?? NO_LOTS,
    short: desk.short.position?.size ?? NO_LOTS,
    orders: ordersOf(desk.working),
  };
}
