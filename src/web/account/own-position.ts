/** A position in the form of the venue's formulas, read from the socket's rows. */
import type { Contract } from '../../domain/contract.ts';
import { positionId } from '../../domain/ids.ts';
import type { MarginMode } from '../../domain/margin.ts';
import { createPosition, type Position } from '../../domain/position.ts';
import {
  type Lots,
  lots,
  type Money,
  millis,
  money,
  seq,
  ticks,
  toBigInt,
} from '../../domain/units.ts';
import { findDecimal, formatTicks } from '../../wire/quantity.ts';
import type { SocketPosition } from '../../wire/v2/format-socket.ts';
import { findContract } from '../market/contracts.ts';

export interface OwnPosition {
  readonly id: string;
  readonly contract: Contract;
  readonly position: Position;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoTopUp: boolean;
}

export const lotsOf = (contract: Contract, text: string): Lots =>
  lots(Number((findDecimal(text, contract.sizeDecimals) ?? 0n) / BigInt(contract.lotStep)));

/** Signed money in the form of the answers. */
export function moneyOf(text: string): Money {
  const isNegative = text.startsWith('-');
  const units = findDecimal(isNegative ? text.slice(1) : text, 8) ?? 0n;
  return money(isNegative ? -units : units);
}

export function readHeld(contract: Contract, row: SocketPosition): OwnPosition {
  const side = row.side === 'LONG' ? 'long' : 'short';
  const position = createPosition(
    positionId(Number(row.id)),
    side,
    seq(Number(row.createdMatchSequenceId)),
    millis(Number(row.createdTime)),
  );
  position.size = lotsOf(contract, row.size);
  position.openValue = moneyOf(row.openValue);
  position.openFee = moneyOf(row.openFee);
  position.fundingFee = moneyOf(row.fundingFee);
  position.isolatedMargin = moneyOf(row.isolatedMargin);
  return {
    id: row.id,
    contract,
    position,
    marginMode: row.marginMode === 'SHARED' ? 'cross' : 'isolated',
    leverage: Number(row.leverage),
    autoTopUp: row.autoAppendIsolatedMargin,
  };
}

/** The interface gives value and size; a fill's price is their quotient, and a whole tick. */
export function averageFillPrice(symbol: string, value: string, size: string): string | undefined {
  const contract = findContract(symbol);
  if (contract === undefined) return undefined;
  const perTick = toBigInt(contract.tickLotValue) * BigInt(lotsOf(contract, size));
  if (perTick === 0n) return undefined;
  return formatTicks(contract, ticks(Number(toBigInt(moneyOf(value)) / perTick)));
}
