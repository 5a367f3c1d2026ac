/**
 * Fills with the position before each of them. A fill does not store it, but the position now and
 * the fills since give it: they are walked backwards from now. Orders and liquidations are found
 * for those alone that are told.
 */
import { type FillRow, ROWS_PER_ENTRY_MAX } from '../../domain/history.ts';
import type { ContractId } from '../../domain/ids.ts';
import { wholeDown } from '../../domain/money.ts';
import { millis, type Ticks } from '../../domain/units.ts';
import type { LiquidationStarted } from '../../domain/why.ts';
import type { PrivateCall } from '../call.ts';
import { findOwnOrder } from './find-order.ts';
import { archiveOf, isInWindow, type ListQuery, readEnough } from './list-rows.ts';

type WalkedQuery = Omit<ListQuery, 'contract'> & { readonly isRising: boolean };

/** As far back as fills are told. */
const WALKED_MAX = 10_000;

export async function readWalkedFills(call: PrivateCall, query: WalkedQuery) {
  const { venue, account } = call;
  const { from, to, limit, isRising } = query;
  const read = venue.read.seq();
  const held = new Map<ContractId, bigint>();
  const add = (contract: ContractId, size: bigint): bigint => {
    const sum = (held.get(contract) ?? 0n) + size;
    held.set(contract, sum);
    return sum;
  };
  for (const { contract, position } of venue.read.account.positions(account))
    add(contract.id, BigInt(position.size) * (position.side === 'long' ? 1n : -1n));
  const archive = await archiveOf(call);
  const need = from === null && to === null ? Math.min(limit, WALKED_MAX) : WALKED_MAX;
  const rows = await readEnough({ isRising: false, need }, (place) =>
    archive.fills({ account, from, ...place }),
  );
  const walked = rows
    .filter((fill) => fill.seq <= read)
    .map((fill) => {
      const size = BigInt(fill.size) * (fill.side === 'buy' ? -1n : 1n);
      return { fill, before: add(fill.contract, size) };
    })
    .filter(({ fill }) => isInWindow({ to }, fill.at));
  const told = (isRising ? walked.reverse() : walked).slice(0, limit);
  const fills = told.map(({ fill }) => fill);
  const [orders, starts] = await Promise.all([readOrdersOf(call, fills), readStarts(call, fills)]);
  return told.map((each) => {
    const { fill } = each;
    const mark = forcedMark(fill, starts.get(fill.seq) ?? []);
    return { ...each, order: orders.get(fill.order), mark };
  });
}

/** Each order once, however many fills it had. */
async function readOrdersOf(call: PrivateCall, fills: readonly FillRow[]) {
  const ids = new Set(fills.map(({ order }) => order));
  const found = await Promise.all([...ids].map((id) => findOwnOrder(call, id)));
  return new Map(
    found.flatMap((each) => (each === undefined ? [] : [[each.order.id, each.order]])),
  );
}

const isForced = ({ origin }: FillRow): boolean =>
  origin === 'liquidation' || origin === 'reduction';

/** How the liquidations of forced fills began, by entry. */
async function readStarts({ venue, account }: PrivateCall, fills: readonly FillRow[]) {
  const starts = new Map<number, LiquidationStarted[]>();
  const times = fills.filter(isForced).map(({ at }) => at);
  if (times.length === 0) return starts;
  const window = { from: millis(Math.min(...times)), to: millis(Math.max(...times)) };
  const rows = await readEnough({ isRising: false, need: WALKED_MAX }, (place) =>
    venue.archive.liquidations({ account, ...window, ...place }),
  );
  for (const { id, why } of rows) {
    const seq = wholeDown(id, ROWS_PER_ENTRY_MAX);
    if (why.kind === 'liquidation-started') starts.set(seq, [...(starts.get(seq) ?? []), why]);
  }
  return starts;
}

/** The mark at which the venue began to close what the fill closed; undefined if it did not. */
export function forcedMark(
  fill: FillRow,
  starts: readonly LiquidationStarted[],
): Ticks | undefined {
  const rows = isForced(fill) ? starts.flatMap((start) => start.rows) : [];
  return rows.find(({ contract }) => contract === fill.contract)?.mark;
}
