/**
 * Occasions: short times of an entrant at a contract that are judged when they are over. One kind
 * begins where it takes a contract whose own index has not yet followed a jump of another. The
 * other begins where it takes so far beyond the mark that the price moves: what it held elsewhere,
 * what it traded against its own move (with those that the move liquidated, too) and funding may
 * pay for that.
 *
 * Who is always first after a jump of the index is judged fill by fill: those taken within a second
 * of it are valued at the mark a second later.
 */
import type { EventOf, FillSettled } from '../../domain/event.ts';
import type { ContractId } from '../../domain/ids.ts';
import { minus, plus } from '../../domain/money.ts';
import type { Side } from '../../domain/side.ts';
import {
  type FineTicks,
  type Millis,
  type Money,
  money,
  NO_MONEY,
  type Ticks,
  toBigInt,
} from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import {
  AHEAD_WITHIN,
  JUMP_PPM,
  JUMP_WITHIN,
  MARK_OUTS_MAX,
  MOVE_OFF_PPM,
  MOVE_WITHIN,
  STAKES_MAX,
} from './thresholds.ts';
import { type MarkOut, type Occasion, type OccasionSums, pairKey, type Stake } from './watch.ts';

const PPM = 1_000_000;

/** The taker's fill, where another contract has jumped and this one has not. */
export function noteAhead(
  { at }: Contest,
  { watch }: SeasonRecord,
  { account }: EntrantRecord,
  { contract, takerSide: side, price, size }: FillSettled,
): void {
  const own = watch.jumps[contract] ?? 0;
  const isAhead = watch.jumps.some((jump) => jump > own && jump > 0 && at - jump <= AHEAD_WITHIN);
  if (!isAhead) return;
  const one = takeOccasion(watch.aheads, { account, contract, at, side });
  addStake(one, { contract, lots: signed(side, size), from: price });
}

export interface MarkedFill {
  readonly fill: FillSettled;
  /** The mark a second before. */
  readonly fair: Ticks;
}

/** Called before the fill changes the taker's holding. */
export function noteMove(
  contest: Contest,
  { watch }: SeasonRecord,
  { account, holding }: EntrantRecord,
  { fill, fair }: MarkedFill,
): void {
  const { contract, takerSide: side, price, size } = fill;
  const mark = contest.marks[contract] ?? fair;
  // Who follows news is not the one who moves the price: the nearer of both marks counts.
  const beyond = side === 'buy' ? price - Math.max(fair, mark) : Math.min(fair, mark) - price;
  if (beyond * PPM < mark * MOVE_OFF_PPM) return;
  const isNew = !watch.moves.has(pairKey(account, contract));
  const one = takeOccasion(watch.moves, { account, contract, at: contest.at, side });
  if (one.side !== side) return;
  const each = contest.contracts[contract]?.tickLotValue ?? NO_MONEY;
  one.cost = money(toBigInt(one.cost) + BigInt(beyond) * BigInt(size) * toBigInt(each));
  if (!isNew) return;
  for (const held of holding.positions) {
    const from = contest.marks[held.contract];
    if (held.contract === contract || from === undefined) continue;
    const lots = held.side === 'long' ? held.size : -held.size;
    addStake(one, { contract: held.contract, lots, from });
  }
}

/** A fill against the entrant's own move, whoever took. */
export function noteReturn(
  { watch }: SeasonRecord,
  { account }: EntrantRecord,
  { contract, price, size }: FillSettled,
  side: Side,
): void {
  const one = watch.moves.get(pairKey(account, contract));
  if (one === undefined || one.side === side) return;
  addStake(one, { contract, lots: signed(side, size), from: price });
}

/** A price moved up pays shorts, and down longs; what came anyway is no gain of the move. */
export function noteFunding(
  { watch }: SeasonRecord,
  { account, contract, payment, positionSide }: EventOf<'funding-paid'>,
): void {
  const one = watch.moves.get(pairKey(account, contract));
  if (one === undefined) return;
  const isOfMove = payment > NO_MONEY || (positionSide === 'short') === (one.side === 'buy');
  if (isOfMove) one.funding = minus(one.funding, payment);
}

/** Judges the occasions that are over, at the marks until now. */
export function settleOccasions(contest: Contest, season: SeasonRecord, at: Millis): void {
  const { aheads, moves, jumps } = season.watch;
  for (const [key, one] of aheads) {
    if (at - one.at < AHEAD_WITHIN) break;
    aheads.delete(key);
    const hasFollowed = (jumps[one.contract] ?? 0) >= one.at;
    if (hasFollowed) tally(contest.entrants.get(one.account)?.watch.aheads, one, contest);
  }
  for (const [key, one] of moves) {
    if (at - one.at < MOVE_WITHIN) break;
    moves.delete(key);
    tally(contest.entrants.get(one.account)?.watch.moves, one, contest);
  }
}

/** An occasion on which nothing was at stake says nothing. */
function tally(row: OccasionSums | undefined, one: Occasion, contest: Contest): void {
  const { cost, stakes, funding } = one;
  if (row === undefined || (stakes.length === 0 && funding === NO_MONEY)) return;
  const gain = gainOf(contest, one);
  row.occasions += 1;
  row.squares += (toBigInt(gain) - toBigInt(cost)) ** 2n;
  row.gain = plus(row.gain, gain);
  row.cost = plus(row.cost, cost);
}

function gainOf({ marks, contracts }: Contest, { stakes, funding }: Occasion): Money {
  let gain: bigint = toBigInt(funding);
  for (const { contract, lots, from } of stakes) {
    const each = contracts[contract]?.tickLotValue ?? NO_MONEY;
    gain += BigInt((marks[contract] ?? from) - from) * BigInt(lots) * toBigInt(each);
  }
  return money(gain);
}

const signed = (side: Side, size: number): number => (side === 'buy' ? size : -size);

/** The one that runs, or a new one; beyond the bound none begins. */
function takeOccasion(
  table: Map<number, Occasion>,
  begun: Pick<Occasion, 'account' | 'contract' | 'at' | 'side'>,
): Occasion {
  const key = pairKey(begun.account, begun.contract);
  const found = table.get(key);
  if (found !== undefined) return found;
  const one: Occasion = { ...begun, stakes: [], cost: NO_MONEY, funding: NO_MONEY };
  if (table.size < MARK_OUTS_MAX) table.set(key, one);
  return one;
}

function addStake({ stakes }: Occasion, stake: Stake): void {
  if (stakes.length < STAKES_MAX && stake.lots !== 0) stakes.push(stake);
}

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
