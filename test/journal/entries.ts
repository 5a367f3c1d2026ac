/** Entries to fill journals with; a program that is killed can use them without a test runner. */
import type { Entry } from '../../src/domain/command.ts';
import { accountId, contractId, orderId } from '../../src/domain/ids.ts';
import { fineTicks, lots, millis, seq, ticks } from '../../src/domain/units.ts';
import type { Journal } from '../../src/journal/journal.ts';

/** Entries that differ from one another; the same place gives the same entry. */
export function entryAt(place: number): Entry {
  const at = millis(1_767_571_200_000 + place * 3);
  const account = accountId(1_000 + (place % 50));
  const target = { by: 'id', order: orderId(place) } as const;
  const both = { seq: seq(place), at };
  switch (place % 4) {
    case 0:
      return { ...both, command: { kind: 'cancel-order', account, target } };
    case 1:
      return {
        ...both,
        command: {
          kind: 'set-index-price',
          contract: contractId(place % 8),
          price: fineTicks(9_000_000 + place),
        },
      };
    case 2:
      return { ...both, command: { kind: 'set-account-status', ...frozen(place) } };
    default:
      return {
        ...both,
        command: { kind: 'amend-order', account, target, size: lots(place), price: ticks(place) },
      };
  }
}

const frozen = (place: number) => ({
  account: accountId(place),
  status: 'frozen' as const,
  note: `entry ${place} — ${'ü'.repeat(place % 7)}`,
});

export const entriesFrom = (first: number, count: number): Entry[] =>
  Array.from({ length: count }, (_, place) => entryAt(first + place));

export async function readList(journal: Journal, from = journal.firstSeq): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const handful of journal.read(from)) entries.push(...handful);
  return entries;
}
