/** Who trades with whom, and who gains from it relative to the market. */
import type { FillSettled } from '../../domain/event.ts';
import { money, NO_MONEY, type Ticks } from '../../domain/units.ts';
import type { Contest } from '../contest.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { EVIDENCE_KEPT } from './thresholds.ts';
import { trimTable } from './trim-table.ts';
import { type PairEvidence, type PairRow, pairKey } from './watch.ts';

export interface PairFill {
  readonly maker: EntrantRecord;
  readonly taker: EntrantRecord;
  readonly fill: FillSettled;
  /** The mark a second before. */
  readonly fair: Ticks;
}

export function notePair(contest: Contest, season: SeasonRecord, pair: PairFill): void {
  const { maker, taker, fill, fair } = pair;
  const isMakerFirst = maker.account < taker.account;
  const row = getPair(contest, season, isMakerFirst ? [maker, taker] : [taker, maker]);
  const each = contest.contracts[fill.contract]?.tickLotValue ?? 0n;
  // Above the fair price the seller gains.
  const sellerGain = BigInt(fill.price - fair) * BigInt(fill.size) * each;
  const makerGain = fill.takerSide === 'buy' ? sellerGain : -sellerGain;
  const transferred = money(isMakerFirst ? -makerGain : makerGain);
  row.fills += 1;
  row.value = money(row.value + fill.value);
  row.transferred = money(row.transferred + transferred);
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
  const key = pairKey(one.account, other.account);
  const found = watch.pairs.get(key);
  if (found !== undefined) return found;
  trimTable(watch.pairs, (row) => weighPair(contest, row));
  const row: PairRow = {
    first: one.account,
    second: other.account,
    fills: 0,
    value: NO_MONEY,
    transferred: NO_MONEY,
    evidence: [],
  };
  watch.pairs.set(key, row);
  return row;
}

/** Weighted by the smaller turnover: a small pair that trades only with itself matters most. */
function weighPair({ entrants }: Contest, { first, second, value }: PairRow): number {
  const one = entrants.get(first)?.score.turnover ?? 1n;
  const other = entrants.get(second)?.score.turnover ?? 1n;
  const least = one < other ? one : other;
  return least <= 0n ? 0 : Number((value * 1_000_000n) / least);
}

/** The largest few, largest first. */
function keepEvidence(evidence: PairEvidence[], row: PairEvidence): void {
  const size = magnitude(row.transferred);
  const place = evidence.findIndex(({ transferred }) => magnitude(transferred) < size);
  if (place < 0 && evidence.length >= EVIDENCE_KEPT) return;
  evidence.splice(place < 0 ? evidence.length : place, 0, row);
  if (evidence.length > EVIDENCE_KEPT) evidence.pop();
}

const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
