/** Contracts and their marks, as a contest needs them: the value of one lot now. */
import type { Contract } from '../domain/contract.ts';
import type { PricesMarked } from '../domain/event.ts';
import { fineTicks, NO_TICKS } from '../domain/units.ts';
import type { Contest } from './contest.ts';
import { noteMark } from './mark-window.ts';
import type { SeasonRecord } from './season-record.ts';
import { watchIndex } from './surveillance/watch-index.ts';

export function foldListing(contest: Contest, contract: Contract): void {
  contest.contracts.push(contract);
  contest.marks.push(NO_TICKS);
  contest.indexes.push(fineTicks(0));
  contest.lotValues.push(0n);
}

export function foldContestPrices(
  contest: Contest,
  running: SeasonRecord | undefined,
  { contract: id, mark, index }: PricesMarked,
): void {
  const contract = contest.contracts[id];
  if (contract === undefined) return;
  if (running !== undefined) {
    watchIndex(contest, running, id, index);
    const window = running.marks[id];
    if (window !== undefined) noteMark(window, mark, contest.at);
  }
  contest.indexes[id] = index;
  contest.marks[id] = mark;
  contest.lotValues[id] = BigInt(mark) * contract.tickLotValue;
}
