/** account/income: movements of money, newest first, a page at a time. */

import { type Static, Type } from 'typebox';
import type { BillRow } from '../../../domain/history.ts';
import { billFigures } from '../../account-figures.ts';
import { type BillsPage, BUSINESS_TYPES, parseBills } from '../../bills.ts';
import type { Visitor } from '../../caller.ts';
import { coin } from '../../contract-query.ts';
import {
  codeField,
  ifSent,
  integerField,
  momentField,
  symbolField,
  textField,
} from '../../field.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { ownPost } from '../endpoint.ts';

const coinField = (description: string) =>
  ifSent(textField(description, { examples: ['USDT'], lengthMax: 16 }));

const INCOME_RECORD = record({
  billId: integer('The bill', 7_340_032),
  asset: coin(),
  symbol: text('The contract; empty where there is none', 'BTCUSDT'),
  income: decimal('Signed change of collateral, fee included', '-27.24837159'),
  incomeType: word(BUSINESS_TYPES, 'What it was for'),
  balance: decimal('Collateral after it', '972.75162841'),
  fillFee: decimal('Fee contained in it', '0.02178127'),
  time: moment('When it happened'),
  transferReason: word(['UNKNOWN_TRANSFER_REASON', 'USER_TRANSFER'], 'Reason of a transfer'),
});

function incomeRecord(
  bill: BillRow,
  { contractOf }: Pick<Visitor, 'contractOf'>,
): Static<typeof INCOME_RECORD> {
  const { type, amount, ...figures } = billFigures(bill);
  return {
    billId: bill.id,
    asset: COIN_NAME,
    symbol: bill.contract === null ? '' : symbolOf(contractOf(bill.contract)),
    income: amount,
    incomeType: type,
    ...figures,
    time: bill.at,
  };
}

export const INCOME = ownPost('/account/income', [2, 5], {
  id: 'v3AccountIncome',
  permission: 'read',
  request: Type.Object({
    asset: coinField('One coin; all where left out.'),
    currency: coinField('The same under the name that client libraries send.'),
    symbol: ifSent(symbolField('One contract; all where left out.', 'BTCUSDT')),
    incomeType: ifSent(codeField(BUSINESS_TYPES, 'One kind of bill; all where left out.')),
    startTime: ifSent(momentField('The earliest.')),
    endTime: ifSent(momentField('The latest; move it back to page.')),
    limit: ifSent(integerField('How many bills.', { default: 20, min: 1, max: 100 })),
  }),
  response: record({
    hasNextPage: flag('Whether there are older ones'),
    items: list(INCOME_RECORD),
  }),
  summary: 'Bills',
  text: 'Every movement of collateral, newest first. Move `endTime` back to page.',
  read: (window, caller) => {
    const { asset, currency, symbol, incomeType: kind, limit } = window;
    return parseBills(caller.findContract, {
      coin: asset ?? currency,
      coinField: asset === undefined ? 'currency' : 'asset',
      symbol,
      kind,
      window,
      limit,
    });
  },
  format: ({ rows, hasMore }: BillsPage, _asked, caller) => ({
    hasNextPage: hasMore,
    items: rows.map((bill) => incomeRecord(bill, caller)),
  }),
});
