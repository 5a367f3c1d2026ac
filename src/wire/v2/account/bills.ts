/** account/bills: movements of money, newest first, a page at a time. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { BillRow } from '../../../domain/history.ts';
import { billFigures } from '../../account-figures.ts';
import { type BillsPage, BUSINESS_TYPES, parseBills } from '../../bills.ts';
import {
  codeField,
  ifSent,
  integerField,
  momentField,
  symbolField,
  textField,
} from '../../field.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { COIN_NAME } from '../../words.ts';
import { ownPost } from '../endpoint.ts';

export const BILL_RECORD = record({
  billId: integer('The bill', 7_340_032),
  coin: text('The coin', 'USDT'),
  symbol: text('The contract; empty where there is none', 'cmt_btcusdt'),
  amount: decimal('Signed change of collateral, fee included', '-27.24837159'),
  businessType: word(BUSINESS_TYPES, 'What it was for'),
  balance: decimal('Collateral after it', '972.75162841'),
  wallet: decimal(
    'Wallet balance after it, which counts results and not the value of positions',
    '9972.75162841',
  ),
  fillFee: decimal('Fee contained in it', '0.02178127'),
  transferReason: word(['UNKNOWN_TRANSFER_REASON', 'USER_TRANSFER'], 'Reason of a transfer'),
  ctime: moment('When it happened'),
});
export type BillRecord = Static<typeof BILL_RECORD>;

const BILLS_RECORD = record({
  hasNextPage: flag('Whether there are older ones'),
  items: list(BILL_RECORD),
});
export type BillsRecord = Static<typeof BILLS_RECORD>;

/** Returns a bill. The contract is null if the money moved without one. */
export function billRecord(contract: Contract | null, bill: BillRow): BillRecord {
  const { type, amount, ...figures } = billFigures(bill);
  return {
    billId: bill.id,
    coin: COIN_NAME,
    symbol: contract?.symbol ?? '',
    amount,
    businessType: type,
    ...figures,
    wallet: formatMoney(bill.wallet),
    ctime: bill.at,
  };
}

export const BILLS = ownPost('/account/bills', [2, 5], {
  id: 'accountBills',
  permission: 'read',
  request: Type.Object({
    coin: ifSent(textField('One coin; all where empty.', { examples: ['USDT'], lengthMax: 16 })),
    symbol: ifSent(symbolField('One contract; all where empty.')),
    businessType: ifSent(codeField(BUSINESS_TYPES, 'One kind of bill; all where empty.')),
    startTime: ifSent(momentField('The earliest.')),
    endTime: ifSent(momentField('The latest; move it back to page.')),
    limit: ifSent(integerField('How many bills.', { default: 20, min: 1, max: 100 })),
  }),
  response: BILLS_RECORD,
  summary: 'Bills',
  text: 'Every movement of collateral, newest first. Move `endTime` back to page.',
  read: (window, caller) => {
    const { coin, symbol, businessType: kind, limit } = window;
    return parseBills(caller.findContract, {
      coin,
      coinField: 'coin',
      symbol,
      kind,
      window,
      limit,
    });
  },
  format: ({ rows, hasMore }: BillsPage, _asked, { contractOf }): BillsRecord => ({
    hasNextPage: hasMore,
    items: rows.map((bill) =>
      billRecord(bill.contract === null ? null : contractOf(bill.contract), bill),
    ),
  }),
});
