/** Reads what an account made of its money, from its history and the marks of the past. */
import type { ContractId } from '../../domain/ids.ts';
import { DAY } from '../../domain/limits.ts';
import { wholeDown } from '../../domain/money.ts';
import { foldPortfolio, PORTFOLIO_BILLS, type Portfolio } from '../../domain/portfolio.ts';
import { FINE_PER_TICK, type Millis, millis, type Ticks, ticks } from '../../domain/units.ts';
import type { CandleRange } from '../../venue/read.ts';
import type { PrivateCall } from '../call.ts';
import { archiveOf } from './list-rows.ts';
import { readIncome, seqOf } from './read-bills.ts';

/** More would hold up others. An account that did more is told of a shorter time. */
const ROWS_MAX = 10_000;
/** A curve of more points looks the same. */
const POINTS_MAX = 240;

const MINUTE = 60_000;
/** A candle of each begins at every multiple of its length, at the mark of that moment. */
const STEPS: readonly { readonly interval: CandleRange['interval']; readonly length: number }[] = [
  { interval: '1m', length: MINUTE },
  { interval: '5m', length: 5 * MINUTE },
  { interval: '15m', length: 15 * MINUTE },
  { interval: '1h', length: 60 * MINUTE },
  { interval: '4h', length: 240 * MINUTE },
  { interval: '1d', length: DAY },
];
const DAILY = STEPS[5]!;

export interface PortfolioQuery {
  /** How many days, today included. */
  readonly days: number;
}

export async function readPortfolio(
  call: PrivateCall,
  { days }: PortfolioQuery,
): Promise<Portfolio & { readonly isWhole: boolean }> {
  const { venue, account } = call;
  const { read } = venue;
  // The present is read at once; rows of later entries are left out below.
  const seq = read.seq();
  const to = read.now();
  const { collateral } = read.account.get(account);
  const held = new Map<ContractId, number>();
  const marks = new Map<ContractId, Ticks>();
  for (const { contract, position, mark } of read.account.positions(account)) {
    const { side, size } = position;
    held.set(contract.id, (held.get(contract.id) ?? 0) + (side === 'long' ? size : -size));
    marks.set(contract.id, mark);
  }
  const firstAt = await findFirst(call, to);
  const wanted = midnightOf(Math.max(firstAt, to - (days - 1) * DAY));
  const found = await readIncome(call, {
    contract: null,
    kinds: PORTFOLIO_BILLS,
    hasFills: true,
    fillRows: () => 1,
    isRising: false,
    from: wanted,
    to: null,
    skip: 0,
    limit: ROWS_MAX + 1,
  });
  const rows = found.filter((row) => seqOf(row) <= seq);
  const isWhole = rows.length <= ROWS_MAX;
  const from = isWhole ? wanted : startAfter(rows[ROWS_MAX]?.at ?? to, to);
  const portfolio = foldPortfolio({
    from,
    to,
    collateral,
    held,
    rows: rows.filter(({ at }) => at >= from),
    moments: momentsOf(from, firstAt, to),
    contractOf: read.listing.contract,
    markAt: (contract, at) =>
      (at === to ? marks.get(contract) : undefined) ?? markAt(call, contract, at),
  });
  return { ...portfolio, isWhole };
}

/** When money first moved. */
async function findFirst(call: PrivateCall, now: Millis): Promise<Millis> {
  const archive = await archiveOf(call);
  const first = { account: call.account, after: { at: millis(0), id: -1 }, limit: 1 };
  return (await archive.bills(first)).rows[0]?.at ?? now;
}

const midnightOf = (at: number): Millis => millis(wholeDown(at, DAY) * DAY);

/** The first midnight after a moment, or if it is yet to come, the first full hour or minute. */
function startAfter(at: Millis, now: Millis): Millis {
  const starts = [DAY, 60 * MINUTE, MINUTE].map((length) => (wholeDown(at, length) + 1) * length);
  return millis(starts.find((start) => start <= now) ?? now);
}

/** From the beginning if there was money then, otherwise from the moment after there was. */
function momentsOf(from: Millis, firstAt: Millis, to: Millis): Millis[] {
  const start = Math.max(from, firstAt);
  const { length } = STEPS.find((step) => (to - start) / step.length <= POINTS_MAX) ?? DAILY;
  const moments = [firstAt < from ? from : millis(Math.min(firstAt + 1, to))];
  for (let at = (wholeDown(start, length) + 1) * length; at < to; at += length)
    moments.push(millis(at));
  return [...moments, to];
}

/** The mark at a moment at which a candle begins: the longest such candle is kept for longest. */
function markAt({ venue }: PrivateCall, contract: ContractId, at: Millis): Ticks {
  const { market, listing } = venue.read;
  const { interval } = STEPS.findLast(({ length }) => at % length === 0) ?? DAILY;
  const range = { interval, limit: 1, start: at, end: null };
  const [candle] = market.candles({ contract, price: 'mark' }, range);
  return candle === undefined
    ? listing.record(contract).mark
    : ticks(wholeDown(candle.open, FINE_PER_TICK));
}
