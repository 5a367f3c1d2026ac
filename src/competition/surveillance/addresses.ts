/**
 * Which accounts came from the same address. Addresses are not in the journal and are never
 * published: the gateway reports pairs of an account and a keyed hash of its address, and memory is
 * bounded. A replay does not reproduce it.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { SurveillanceFinding } from './review.ts';

export interface AddressBook {
  /** The accounts seen at each address, in the order of first sight. */
  readonly accounts: Map<string, Set<AccountId>>;
}

/** How many addresses are remembered; the oldest are dropped first. */
export const SHARED_ADDRESSES_MAX = 20_000;
/** A school or a cloud is behind one address; more accounts than this add no information. */
const SHARERS_MAX = 256;

export const createAddressBook = (): AddressBook => ({ accounts: new Map() });

export function noteAddress(
  { accounts }: AddressBook,
  account: AccountId,
  addressHash: string,
): void {
  const known = accounts.get(addressHash);
  if (known !== undefined) {
    if (known.size < SHARERS_MAX) known.add(account);
    return;
  }
  const [oldest] = accounts.keys();
  if (accounts.size >= SHARED_ADDRESSES_MAX && oldest !== undefined) accounts.delete(oldest);
  accounts.set(addressHash, new Set([account]));
}

/** Every group of entrants seen at one address, with the number of addresses it shares. */
export function reviewAddresses(
  { accounts }: AddressBook,
  isEntrant: (account: AccountId) => boolean,
): SurveillanceFinding[] {
  const shared = new Map<string, { readonly group: readonly AccountId[]; count: number }>();
  for (const sharers of accounts.values()) {
    const group = [...sharers].filter(isEntrant).sort((one, other) => one - other);
    if (group.length < 2) continue;
    const key = group.join(' ');
    const row = shared.get(key) ?? { group, count: 0 };
    row.count += 1;
    shared.set(key, row);
  }
  return [...shared.values()].map(({ group, count }) => ({
    test: 'shared-address',
    accounts: group,
    score: BigInt(count),
    limit: 0n,
    isFlagged: true,
    facts: [
      `${group.length} teams were seen at ${count === 1 ? 'one address' : `${count} addresses`}`,
    ],
    fills: [],
  }));
}
