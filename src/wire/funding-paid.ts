/** A funding bill, and the position that paid or received it. */
import { type Contract, notionalOf } from '../domain/contract.ts';
import { fundingPayment } from '../domain/funding.ts';
import type { BillRow, FundingRow } from '../domain/history.ts';
import { negate } from '../domain/money.ts';
import type { PositionSide } from '../domain/side.ts';
import { FUNDING_SCALE, type Lots, lots, toBigInt } from '../domain/units.ts';

/** A funding bill, with the settlements of its contract that it may belong to. */
export interface FundingBill {
  readonly bill: BillRow;
  readonly contract: Contract;
  readonly settlements: readonly FundingRow[];
}

const SIDES: readonly PositionSide[] = ['long', 'short'];

/**
 * Returns the position that paid. A bill does not store the size, but the formula gives it: of the
 * sizes near the quotient, the one that pays exactly this amount.
 */
export function findPaying(
  contract: Contract,
  { amount }: BillRow,
  { mark, rate }: FundingRow,
): { readonly side: PositionSide; readonly size: Lots } | undefined {
  const perLot = toBigInt(notionalOf(contract, mark, lots(1))) * BigInt(rate);
  if (perLot === 0n) return undefined;
  const near = (-toBigInt(amount) * FUNDING_SCALE) / perLot;
  const count = Number(near < 0n ? -near : near);
  for (const side of SIDES)
    for (const size of [count, count - 1, count + 1].map(lots))
      if (
        size > 0 &&
        fundingPayment(side, notionalOf(contract, mark, size), rate) === negate(amount)
      )
        return { side, size };
  return undefined;
}
