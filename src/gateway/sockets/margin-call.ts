/** Finds the positions of an account that are near liquidation. */
import { notionalOf } from '../../domain/contract.ts';
import type { AccountId } from '../../domain/ids.ts';
import { marginRequirement } from '../../domain/margin.ts';
import { unrealisedPnl } from '../../domain/position.ts';
import type { Read } from '../../venue/read.ts';
import type { PositionTold } from '../../wire/position-figures.ts';
import type { MarginCall } from '../../wire/user-news.ts';
import { crossCashOf } from './user-news.ts';

/** Equity below 125 per cent of what is required is near. */
const isNear = (equity: bigint, required: bigint): boolean => 4n * equity < 5n * required;

export function findMarginCall(read: Read, account: AccountId): MarginCall | undefined {
  const held = read.account.positions(account);
  if (held.length === 0) return undefined;
  const cross = held.filter(({ marginMode }) => marginMode === 'cross');
  const crossWallet = crossCashOf(read, account);
  const isCrossNear = isNear(crossWallet + sum(cross, resultOf), sum(cross, requiredOf));
  const positions = held.filter((each) =>
    each.marginMode === 'cross'
      ? isCrossNear
      : isNear(each.position.isolatedMargin + resultOf(each), requiredOf(each)),
  );
  if (positions.length === 0) return undefined;
  const positionMode = read.account.positionMode(account);
  return { kind: 'margin-call', crossWallet, positionMode, positions, at: read.now() };
}

const resultOf = ({ contract, position, mark }: PositionTold): bigint =>
  unrealisedPnl(contract, position, mark);

const requiredOf = ({ contract, position, mark, liquidation }: PositionTold): bigint =>
  marginRequirement(contract, notionalOf(contract, mark, position.size), liquidation.takerFee);

const sum = (held: readonly PositionTold[], of: (each: PositionTold) => bigint): bigint =>
  held.reduce((total, each) => total + of(each), 0n);
