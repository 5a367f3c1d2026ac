/**
 * Fills with the position before each of them. A fill does not store it, but the position now and
 * the fills since give it: they are walked backwards from now.
 */
import type { Window } from '../../domain/history.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { PrivateCall } from '../call.ts';
import { readEnough } from './read-bills.ts';

export interface WalkedQuery extends Window {
  readonly limit: number;
  readonly isRising: boolean;
}

/** As far back as fills are told. */
const WALKED_MAX = 10_000;

export async function readWalkedFills({ venue, account }: PrivateCall, query: WalkedQuery) {
  const { from, to, limit, isRising } = query;
  const { seq } = venue.read;
  const read = seq();
  const held = new Map<ContractId, bigint>();
  const add = (contract: ContractId, size: bigint): bigint => {
    const sum = (held.get(contract) ?? 0n) + size;
    held.set(contract, sum);
    return sum;
  };
  for (const { contract, position } of venue.read.account.positions(account))
    add(contract.id, BigInt(position.size) * (position.side === 'long' ? 1n : -1n));
  await venue.archived();
  const need = from === null && to === null ? Math.min(limit, WALKED_MAX) : WALKED_MAX;
  const rows = await readEnough({ isRising: false, need, rowsIn: () => 1 }, (place) =>
    venue.archive.fills({ account, from, ...place }),
  );
  const walked = rows
    .filter((fill) => fill.seq <= read)
    .map((fill) => {
      const size = BigInt(fill.size) * (fill.side === 'buy' ? -1n : 1n);
      return { fill, before: add(fill.contract, size) };
    })
    .filter(({ fill }) => to === null || fill.at <= to);
  return isRising ? walked.reverse().slice(0, limit) : walked.slice(0, limit);
}
