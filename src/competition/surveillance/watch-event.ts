/** What a single event tells surveillance: orders, cancels and fills of entrants. */
import type { Event, FillSettled, OrderCanceled } from '../../domain/event.ts';
import type { FillSide } from '../../domain/fill.ts';
import { lesser, plus } from '../../domain/money.ts';
import { oppositeSide, type Side } from '../../domain/side.ts';
import { lots, money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import { findHeld } from '../holding.ts';
import { laggedMark } from '../mark-window.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { EVIDENCE_KEPT, PUSH_WITHIN, SPOOF_SIZE_FACTOR, SPOOF_WITHIN } from './thresholds.ts';
import { takeRow } from './trim-table.ts';
import { type PairEvidence, type PairRow, pairKey } from './watch.ts';
import { noteChange } from './watch-changes.ts';
import {
  type MarkedFill,
  noteAhead,
  noteFunding,
  noteJumpFill,
  noteMove,
  noteReturn,
} from './watch-occasions.ts';

export function watchEvent(contest: Contest, season: SeasonRecord, event: Event): void {
  switch (event.kind) {
    case 'order-accepted': {
      const entrant = contest.entrants.get(event.account);
      if (entrant !== undefined && event.origin === 'trader') entrant.watch.orders += 1;
      return;
    }
    case 'order-canceled':
      watchCancel(contest, event);
      return;
    case 'fill-settled':
      watchFill(contest, season, event);
      return;
    case 'funding-paid':
      noteFunding(season, event);
      return;
    default:
  }
}

/** A large order that is canceled right after a small one on the other side has filled. */
function watchCancel(contest: Contest, event: OrderCanceled): void {
  const entrant = contest.entrants.get(event.account);
  if (entrant === undefined) return;
  const { watch } = entrant;
  if (event.reason === 'self-trade') watch.selfTrades += 1;
  if (event.reason !== 'user') return;
  watch.cancels += 1;
  const fill = watch.lastFills[event.contract] ?? null;
  if (fill === null || fill.side === event.side) return;
  const isSoon = contest.at - fill.at <= SPOOF_WITHIN;
  if (isSoon && event.removed >= fill.size * SPOOF_SIZE_FACTOR) watch.spoofs += 1;
}

function watchFill(contest: Contest, season: SeasonRecord, fill: FillSettled): void {
  season.watch.volume = money(toBigInt(season.watch.volume) + toBigInt(fill.value) * 2n);
  const maker = contest.entrants.get(fill.maker.account);
  const taker = contest.entrants.get(fill.taker.account);
  if (maker === undefined && taker === undefined) return;
  const makerSide = oppositeSide(fill.takerSide);
  if (maker !== undefined)
    noteFill(contest, season, maker, { fill, own: fill.maker, side: makerSide });
  if (taker !== undefined)
    noteFill(contest, season, taker, { fill, own: fill.taker, side: fill.takerSide });
  if (fill.venue !== 'book') return;
  if (maker !== undefined) noteReturn(season, maker, fill, makerSide);
  if (taker !== undefined) noteReturn(season, taker, fill, fill.takerSide);
  const window = season.marks[fill.contract];
  const fair = window === undefined ? fill.price : laggedMark(window, contest.at);
  if (taker !== undefined) {
    noteJumpFill(contest, season, taker, fill);
    noteAhead(contest, season, taker, fill);
    noteMove(contest, season, taker, { fill, fair });
    notePush(contest, season, taker, { fill, fair });
  }
  if (maker !== undefined && taker !== undefined)
    notePair(contest, season, { maker, taker, fill, fair });
}

interface OwnSide {
  readonly fill: FillSettled;
  readonly own: FillSide;
  readonly side: Side;
}

function noteFill(
  { at }: Contest,
  { watch }: SeasonRecord,
  entrant: EntrantRecord,
  { fill, own, side }: OwnSide,
): void {
  noteChange(watch.entry, {
    account: entrant.account,
    contract: fill.contract,
    lots: side === 'buy' ? fill.size : -fill.size,
  });
  const { lastFills } = entrant.watch;
  while (lastFills.length < fill.contract) lastFills.push(null);
  lastFills[fill.contract] = { at, side, size: lots(fill.size + own.remaining) };
}

/**
 * Who pushes the price in the last minutes: takes at worse than the fair price, in the direction of
 * its own position, which final equity will value. Called before the fill changes the holding.
 */
function notePush(
  contest: Contest,
  { rules }: SeasonRecord,
  taker: EntrantRecord,
  { fill, fair }: MarkedFill,
): void {
  if (contest.at < rules.endAt - PUSH_WITHIN) return;
  const { contract, takerSide, price, size, value } = fill;
  const long = findHeld(taker.holding, contract, 'long')?.size ?? 0;
  const short = findHeld(taker.holding, contract, 'short')?.size ?? 0;
  const isWithPosition = takerSide === 'buy' ? long > short : short > long;
  if (!isWithPosition) return;
  const each = contest.contracts[contract]?.tickLotValue ?? NO_MONEY;
  const above = BigInt(price - fair) * BigInt(size) * toBigInt(each);
  const { watch } = taker;
  watch.pushFills += 1;
  watch.pushCost = money(toBigInt(watch.pushCost) + (takerSide === 'buy' ? above : -above));
  watch.pushValue = plus(watch.pushValue, value);
}

/** Who trades with whom, and who gains from it relative to the market. */
interface PairFill extends MarkedFill {
  readonly maker: EntrantRecord;
  readonly taker: EntrantRecord;
}

function notePair(contest: Contest, season: SeasonRecord, pair: PairFill): void {
  const { maker, taker, fill, fair } = pair;
  const isMakerFirst = maker.account < taker.account;
  const row = getPair(contest, season, isMakerFirst ? [maker, taker] : [taker, maker]);
  const each = contest.contracts[fill.contract]?.tickLotValue ?? NO_MONEY;
  // Above the fair price the seller gains.
  const sellerGain = BigInt(fill.price - fair) * BigInt(fill.size) * toBigInt(each);
  const makerGain = fill.takerSide === 'buy' ? sellerGain : -sellerGain;
  const transferred = money(isMakerFirst ? -makerGain : makerGain);
  row.fills += 1;
  row.value = plus(row.value, fill.value);
  row.transferred = plus(row.transferred, transferred);
  keepEvidence(row.evidence, {
    trade: fill.trade,
    at: contest.at,
    contract: fill.contract,
    price: fill.price,
    fair,
    size: fill.size,
    transferred,
  });
}

function getPair(
  contest: Contest,
  { watch }: SeasonRecord,
  [one, other]: readonly [EntrantRecord, EntrantRecord],
): PairRow {
  const made: PairRow = {
    first: one.account,
    second: other.account,
    fills: 0,
    value: NO_MONEY,
    transferred: NO_MONEY,
    evidence: [],
  };
  const key = pairKey(one.account, other.account);
  return takeRow(watch.pairs, key, made, (row) => weighPair(contest, row));
}

/** Weighted by the smaller turnover: a small pair that trades only with itself matters most. */
function weighPair({ entrants }: Contest, { first, second, value }: PairRow): number {
  const one = entrants.get(first)?.score.turnover ?? money(1);
  const other = entrants.get(second)?.score.turnover ?? money(1);
  const smaller = toBigInt(lesser(one, other));
  return smaller <= 0n ? 0 : Number((toBigInt(value) * 1_000_000n) / smaller);
}

/** The largest few, largest first. */
function keepEvidence(evidence: PairEvidence[], row: PairEvidence): void {
  const size = magnitude(toBigInt(row.transferred));
  const place = evidence.findIndex(({ transferred }) => magnitude(toBigInt(transferred)) < size);
  if (place < 0 && evidence.length >= EVIDENCE_KEPT) return;
  evidence.splice(place < 0 ? evidence.length : place, 0, row);
  if (evidence.length > EVIDENCE_KEPT) evidence.pop();
}

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
