/** account/balance: the equity of the account, and the free part of it. */
import type { Static } from 'typebox';
import { type AssetReading, assetFigures } from '../../account-figures.ts';
import { everything } from '../../contract-query.ts';
import { coin } from '../../plain-fields.ts';
import { decimal, list, record } from '../../record-field.ts';
import { COIN_NAME } from '../../words.ts';
import { ownGet } from '../endpoint.ts';

export const BALANCE_RECORD = record({
  asset: coin(),
  balance: decimal('Everything, unrealised results included', '5696.49288823'),
  availableBalance: decimal('Free for new orders', '5413.06877369'),
  frozen: decimal('Held by working orders', '81.28240000'),
  unrealizePnl: decimal('Sum of unrealised results', '-34.55168000'),
});

export function balanceRecord(money: AssetReading): Static<typeof BALANCE_RECORD> {
  const figures = assetFigures(money);
  return {
    asset: COIN_NAME,
    balance: figures.equity,
    availableBalance: figures.available,
    frozen: figures.frozen,
    unrealizePnl: figures.unrealizePnl,
  };
}

export const BALANCE = ownGet([5, 10], {
  id: 'v3AccountBalance',
  path: '/account/balance',
  ...everything(),
  response: list(BALANCE_RECORD),
  summary: 'Balance',
  text: 'The balance is cash plus unrealised results.',
  format: (money: AssetReading) => [balanceRecord(money)],
});
