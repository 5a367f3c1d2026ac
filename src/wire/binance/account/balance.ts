/** balance of versions 2 and 3: the one coin of the account. */
import type { Static } from 'typebox';
import { everything } from '../../contract-query.ts';
import { coin } from '../../plain-fields.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, flag, list, moment, record, text } from '../../record-field.ts';
import { COIN_NAME } from '../../words.ts';
import { v2, v3 } from '../endpoint.ts';
import { type StandingReading, totalsOf } from './desk-rows.ts';

const RECORD = record({
  accountAlias: text('The account', '1002'),
  asset: coin(),
  balance: decimal('Wallet: cash, without unrealised results', '10000.00000000'),
  crossWalletBalance: decimal('Wallet less isolated margins', '10000.00000000'),
  crossUnPnl: decimal('Unrealised results in cross margin', '1.00000000'),
  availableBalance: decimal('Free for new orders', '9955.95000000'),
  maxWithdrawAmount: decimal('The same without unrealised profit', '9954.95000000'),
  marginAvailable: flag('Always true'),
  updateTime: moment('When its money last moved'),
});

const terms = {
  ...everything(),
  response: list(RECORD),
  summary: 'Balance',
  text: 'A list of one: the venue has one coin.',
  format: (
    standing: StandingReading,
    _asked: unknown,
    { account }: { readonly account: number },
  ): Static<typeof RECORD>[] => {
    const totals = totalsOf(standing);
    return [
      {
        accountAlias: String(account),
        asset: COIN_NAME,
        balance: formatMoney(totals.wallet),
        crossWalletBalance: formatMoney(totals.crossWallet),
        crossUnPnl: formatMoney(totals.crossPnl),
        availableBalance: formatMoney(totals.available),
        maxWithdrawAmount: formatMoney(totals.withdrawable),
        marginAvailable: true,
        updateTime: standing.updatedAt,
      },
    ];
  },
};

export const BALANCE_V2 = v2.ownGet([5, 0], {
  ...terms,
  id: 'binanceBalanceV2',
  path: '/balance',
});

export const BALANCE_V3 = v3.ownGet([5, 0], {
  ...terms,
  id: 'binanceBalanceV3',
  path: '/balance',
});
