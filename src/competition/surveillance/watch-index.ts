/**
 * Who is always first after a jump of the index: fills taken within a second of it are valued at
 * the mark a second later.
 */

import type { FillSettled } from '../../domain/event.ts';
import type { ContractId } from '../../domain/ids.ts';
import { type FineTicks, type Millis, money, toBigInt } from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { JUMP_PPM, JUMP_WITHIN, MARK_OUTS_MAX } from './thresholds.ts';
import type { MarkOut } from './watch.ts';

const PPM = 1_000_000;

export function watchIndex(
  contest: Contest,
  { watch }: SeasonRecord,
  contract: ContractId,
  index: FineTicks,
): void {
  const before = contest.indexes[contract] ?? 0;
  const isJump = before > 0 && Math.abs(index - before) * PPM >= before * JUMP_PPM;
  if (isJump && contract < watch.jumps.length) watch.jumps[contract] = contest.at;
}

export function noteJumpFill(
  contest: Contest,
  { watch }: SeasonRecord,
  taker: EntrantRecord,
  fill: FillSettled,
): void {
  const { contract, price, size, takerSide: side } = fill;
  const { at } = contest;
  const jumpedAt = watch.jumps[contract] ?? 0;
  if (jumpedAt === 0 || at - jumpedAt > JUMP_WITHIN) return;
  watch.markOuts.push({ account: taker.account, contract, at, side, price, size });
  const oldest = watch.markOuts.length > MARK_OUTS_MAX ? watch.markOuts.shift() : undefined;
  if (oldest !== undefined) settleMarkOut(contest, oldest);
}

/** Values the fills whose second is over, at the marks until now. */
export function settleMarkOuts(contest: Contest, { watch }: SeasonRecord, at: Millis): void {
  const { markOuts } = watch;
  let due = 0;
  for (const markOut of markOuts) {
    if (at - markOut.at < JUMP_WITHIN) break;
    settleMarkOut(contest, markOut);
    due += 1;
  }
  if (due > 0) markOuts.splice(0, due);
}

function settleMarkOut(contest: Contest, markOut: MarkOut): void {
  const { contract, side, price, size } = markOut;
  const entrant = contest.entrants.get(markOut.account);
  const mark = contest.marks[contract];
  const each = contest.contracts[contract]?.tickLotValue;
  if (entrant === undefined || mark === undefined || each === undefined) return;
  const rise = BigInt(mark - price) * BigInt(size) * toBigInt(each);
  entrant.watch.jumpFills += 1;
  entrant.watch.jumpGain = money(
    toBigInt(entrant.watch.jumpGain) + (side === 'buy' ? rise : -rise),
  );
}
