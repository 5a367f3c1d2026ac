/** Shows the house what it has: its orders and positions, as the venue tells them. */
import { assert } from '../domain/assert.ts';
import type { Batch } from '../domain/command.ts';
import { type AccountId, contractId } from '../domain/ids.ts';
import { NO_TICKS } from '../domain/units.ts';
import type { ListingRecord, Read } from '../venue/read.ts';
import { completeHouse, HOUSE_ACCOUNTS, MAKERS } from './house.ts';
import { LEVERAGES } from './leveraged-traders.ts';
import type { ContractPicture, HousePicture } from './picture.ts';

/** The accounts the house was given when the venue began: the first ones of that role. */
export const findHouse = (read: Pick<Read, 'account'>): AccountId[] =>
  read.account
    .house()
    .slice(0, HOUSE_ACCOUNTS)
    .map(({ account }) => account);

/** What a venue that began with a smaller house lacks; nothing where it has everything. */
export const missingHouse = (read: Read): Batch['commands'] =>
  completeHouse(findHouse(read), read.account.nextId(), read.listing.contracts());

/**
 * Of some contracts, in the order given. Orders are shown, not copied: they are read before the
 * next entry is applied.
 */
export function drawPicture(
  read: Read,
  house: readonly AccountId[],
  places: readonly number[],
): HousePicture {
  return {
    contracts: places.map((place) =>
      pictureOf(read, read.listing.record(contractId(place)), house),
    ),
    wallets: house.map((account) => ({ account, wallet: read.account.wallet(account) })),
  };
}

function pictureOf(
  read: Read,
  { contract, isHalted, last }: ListingRecord,
  house: readonly AccountId[],
): ContractPicture {
  const desks = house.map((account) => read.account.standing(account, contract.id));
  const [taker, rester, follower, reverter, long, short] = desks.slice(MAKERS);
  assert(
    taker !== undefined && rester !== undefined && follower !== undefined && reverter !== undefined,
    'the house has too few accounts',
    house.length,
  );
  assert(long !== undefined && short !== undefined, 'the house has no holders', house.length);
  return {
    contract,
    isHalted,
    hasTraded: last !== NO_TICKS,
    makers: desks.slice(0, MAKERS),
    taker,
    rester,
    follower,
    reverter,
    holders: [long, short],
    leveraged: desks.slice(HOUSE_ACCOUNTS - LEVERAGES.length),
  };
}
