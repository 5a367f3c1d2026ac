/** What must hold after every line and at the end of every scenario, whatever it is about. */

import { replay } from '../../proof/replay.ts';
import { toBigInt } from '../../src/domain/units.ts';
import { recoverSnapshot } from '../../src/engine/recover-snapshot.ts';
import { accountEquity } from '../../src/engine/risk.ts';
import { stateHash, takeSnapshot } from '../../src/engine/snapshot.ts';
import type { Account, VenueState } from '../../src/engine/state.ts';
import type { Stage } from './stage.ts';

/** What is wrong with the money, or undefined. */
export function findImbalance({ state, deposited }: Stage): string | undefined {
  const accounts = state.accounts.filter((account) => account !== undefined);
  const sum = (of: (account: Account) => bigint): bigint =>
    accounts.reduce((total, account) => total + of(account), 0n);
  const collateral = sum((account) => toBigInt(account.collateral));
  if (collateral !== deposited)
    return `accounts hold ${collateral} of collateral, deposits are ${deposited}`;
  const equity = sum((account) => toBigInt(accountEquity(account)));
  if (equity !== deposited) return `equity adds up to ${equity}, deposits are ${deposited}`;
  for (const account of accounts) {
    const moved = account.totals.reduce<bigint>((total, part) => total + toBigInt(part), 0n);
    if (moved !== toBigInt(account.collateral))
      return `account ${account.id}: movements add up to ${moved}, not ${account.collateral}`;
    const frozen = frozenBy(state, account);
    if (frozen !== toBigInt(account.frozen))
      return `account ${account.id}: orders freeze ${frozen}, not ${account.frozen}`;
  }
  return undefined;
}

function frozenBy(state: VenueState, account: Account): bigint {
  let frozen = 0n;
  for (const order of state.orders.values())
    if (order.desk.account === account) frozen += toBigInt(order.frozen);
  return frozen;
}

/** The state in words but for its place and time: equal texts, equal meaning. */
export function describeState(state: VenueState): string {
  return JSON.stringify({ ...takeSnapshot(state), seq: 0, now: 0 }, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/**
 * Whether the entries lead here again, from nothing and from a snapshot on the way; else what
 * differs.
 */
export function findDivergence({ state, entries }: Stage): string | undefined {
  const hash = stateHash(state);
  if (stateHash(replay(entries)) !== hash) return 'replay leads to another state';
  if (stateHash(recoverSnapshot(takeSnapshot(state))) !== hash)
    return 'the restored snapshot is another state';
  const half = Math.floor(entries.length / 2);
  const onTheWay = recoverSnapshot(takeSnapshot(replay(entries.slice(0, half))));
  if (stateHash(replay(entries.slice(half), onTheWay)) !== hash)
    return `a snapshot after entry ${half} leads to another state`;
  return undefined;
}
