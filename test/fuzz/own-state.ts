/** What some accounts have, in one number: their money, positions, settings and living orders. */
import { createHasher, digest, hashPlain } from '../../src/domain/hash.ts';
import { seq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { takeSnapshot } from '../../src/engine/snapshot.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { findJournal } from '../../src/journal/find-journal.ts';

/** As the journal of a venue tells it, after each of the given entries and after the last. */
export function replayOwn(
  dataFolder: string,
  accounts: readonly number[],
  stops: readonly number[],
): string[] {
  const state = createState();
  const journal = findJournal(dataFolder);
  if (journal === undefined) throw new Error('the journal is empty');
  const hashes: string[] = [];
  for (const entries of journal.read({ from: seq(1), to: journal.last }))
    for (const entry of entries) {
      apply(state, entry);
      if (stops.includes(entry.seq)) hashes.push(hashOwn(state, accounts));
    }
  return [...hashes, hashOwn(state, accounts)];
}

function hashOwn(state: VenueState, accounts: readonly number[]): string {
  const snapshot = takeSnapshot(state);
  const hasher = createHasher();
  hashPlain(hasher, {
    accounts: snapshot.accounts.filter(({ id }) => accounts.includes(id)),
    orders: snapshot.orders.filter(({ account }) => accounts.includes(account)),
  });
  return digest(hasher);
}
