/** The trigger of a take-profit or stop-loss, however it was typed. */
import type { Contract } from '../../domain/contract.ts';
import type { PositionSide } from '../../domain/side.ts';
import { type Lots, type Ticks, ticks, toBigInt } from '../../domain/units.ts';
import { findDecimal, findMoney, parseTicks } from '../../wire/quantity.ts';

export const EXIT_UNITS = ['price', 'percent', 'pnl'] as const;
export type ExitUnit = (typeof EXIT_UNITS)[number];
export type ExitName = 'takeProfit' | 'stopLoss';

export interface ExitBasis {
  readonly contract: Contract;
  readonly side: PositionSide;
  readonly entry: Ticks;
  /** Zero while it is not known. */
  readonly size: Lots;
}

const PERCENT_DECIMALS = 4;
const PERCENT_SCALE = 1_000_000;

/** A take-profit is above the entry of a long and below that of a short; a stop-loss opposite. */
export const isExitAbove = (side: PositionSide, name: ExitName): boolean =>
  (side === 'long') === (name === 'takeProfit');

/** Undefined if the text gives no price. Per cent and PnL are counted from the entry. */
export function exitPrice(
  basis: ExitBasis,
  name: ExitName,
  unit: ExitUnit,
  text: string,
): Ticks | undefined {
  const { contract, side, entry } = basis;
  if (unit === 'price') {
    const price = parseTicks(contract, text);
    return typeof price === 'number' ? price : undefined;
  }
  const move = unit === 'percent' ? percentMove(entry, text) : pnlMove(basis, text);
  if (move === undefined || move <= 0) return undefined;
  const price = isExitAbove(side, name) ? entry + move : entry - move;
  return price > 0 ? ticks(price) : undefined;
}

function percentMove(entry: Ticks, text: string): number | undefined {
  const percent = findDecimal(text, PERCENT_DECIMALS);
  return percent === undefined ? undefined : Math.round((entry * Number(percent)) / PERCENT_SCALE);
}

function pnlMove({ contract, size }: ExitBasis, text: string): number | undefined {
  const pnl = findMoney(text);
  if (pnl === undefined || size === 0) return undefined;
  return Math.round(Number(pnl) / Number(toBigInt(contract.tickLotValue) * BigInt(size)));
}
