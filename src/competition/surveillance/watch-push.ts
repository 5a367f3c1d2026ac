/**
 * Who pushes the price in the last minutes: takes at worse than the fair price, in the direction of
 * its own position, which final equity will value.
 */
import type { FillSettled } from '../../domain/event.ts';
import { money, type Ticks } from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import { findHeld } from '../holding.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { PUSH_WITHIN } from './thresholds.ts';

export interface PushFill {
  readonly fill: FillSettled;
  /** The mark a second before. */
  readonly fair: Ticks;
}

/** Called before the fill changes the taker's holding. */
export function notePush(
  contest: Contest,
  { rules }: SeasonRecord,
  taker: EntrantRecord,
  { fill, fair }: PushFill,
): void {
  if (contest.at < rules.endAt - PUSH_WITHIN) return;
  const { contract, takerSide, price, size, value } = fill;
  const long = findHeld(taker.holding, contract, 'long')?.size ?? 0;
  const short = findHeld(taker.holding, contract, 'short')?.size ?? 0;
  const isWithPosition = takerSide === 'buy' ? long > short : short > long;
  if (!isWithPosition) return;
  const each = contest.contracts[contract]?.tickLotValue ?? 0n;
  const above = BigInt(price - fair) * BigInt(size) * each;
  const { watch } = taker;
  watch.pushFills += 1;
  watch.pushCost = money(watch.pushCost + (takerSide === 'buy' ? above : -above));
  watch.pushValue = money(watch.pushValue + value);
}
