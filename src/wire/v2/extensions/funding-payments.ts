/** perpetua/funding: why funding was paid or received. */
import type { Static } from 'typebox';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import { fundingPayment } from '../../../domain/funding.ts';
import type { BillRow, FundingRow } from '../../../domain/history.ts';
import type { PositionSide } from '../../../domain/side.ts';
import { FUNDING_SCALE, type Lots, lots, money } from '../../../domain/units.ts';
import { formatFundingRate, formatLots, formatMoney, formatTicks } from '../../quantity.ts';
import { decimal, integer, list, moment, nullable, record } from '../../record-field.ts';
import { POSITION_SIDE_NAMES } from '../../words.ts';
import { ownGet } from '../endpoint.ts';
import { amountText, price, readWhy, side, size, symbolText, WHY_QUERY } from './why-fields.ts';

const FUNDING_PAYMENT_RECORD = record({
  id: integer('The bill', 7_340_032),
  time: moment('When it was paid'),
  symbol: symbolText(),
  side: nullable(side()),
  size: nullable(size('Size of the position')),
  mark: price('Mark price of the settlement'),
  rate: decimal('Funding rate of the settlement', '0.0001'),
  settledTime: moment('The settlement'),
  amount: amountText('What was received; negative where it was paid'),
});
export type FundingPaymentRecord = Static<typeof FUNDING_PAYMENT_RECORD>;

const SIDES: readonly PositionSide[] = ['long', 'short'];

/** `settled` is the settlement that the bill belongs to. */
function fundingPaymentRecord(
  contract: Contract,
  bill: BillRow,
  settled: FundingRow,
): FundingPaymentRecord {
  const position = findPaying(contract, bill, settled);
  return {
    id: bill.id,
    time: bill.at,
    symbol: contract.symbol,
    side: position === undefined ? null : POSITION_SIDE_NAMES[position.side],
    size: position === undefined ? null : formatLots(contract, position.size),
    mark: formatTicks(contract, settled.mark),
    rate: formatFundingRate(settled.rate),
    settledTime: settled.settledAt,
    amount: formatMoney(bill.amount),
  };
}

/**
 * Returns the position that paid. A bill does not store the size, but the formula gives it: of the
 * sizes near the quotient, the one that pays exactly this amount.
 */
function findPaying(
  contract: Contract,
  { amount }: BillRow,
  { mark, rate }: FundingRow,
): { readonly side: PositionSide; readonly size: Lots } | undefined {
  const perLot = notionalOf(contract, mark, lots(1)) * BigInt(rate);
  if (perLot === 0n) return undefined;
  const near = (-amount * FUNDING_SCALE) / perLot;
  const count = Number(near < 0n ? -near : near);
  for (const side of SIDES)
    for (const size of [count, count - 1, count + 1].map(lots))
      if (
        size > 0 &&
        fundingPayment(side, notionalOf(contract, mark, size), rate) === money(-amount)
      )
        return { side, size };
  return undefined;
}

/** A funding bill, with the settlements of its contract that it may belong to. */
interface FundingBill {
  readonly bill: BillRow;
  readonly contract: Contract;
  readonly settlements: readonly FundingRow[];
}

/** Returns the settlement that gives exactly this payment, or else the newest. */
function explained({ bill, contract, settlements }: FundingBill): FundingPaymentRecord[] {
  const records = settlements.map((settled) => fundingPaymentRecord(contract, bill, settled));
  const found = records.find((each) => each.size !== null) ?? records[0];
  return found === undefined ? [] : [found];
}

export const FUNDING_PAYMENTS = ownGet([5, 10], {
  id: 'perpetuaFunding',
  path: '/perpetua/funding',
  request: WHY_QUERY,
  response: list(FUNDING_PAYMENT_RECORD),
  summary: 'Why one paid or received funding',
  text:
    'Payment = size × mark × rate, payers rounded up. Newest first. The size is the one that ' +
    'gives exactly this payment; null where it cannot be told.',
  read: readWhy,
  format: (bills: readonly FundingBill[]) => bills.flatMap(explained),
});
