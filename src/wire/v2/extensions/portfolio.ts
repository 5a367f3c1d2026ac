/** perpetua/portfolio: what an account made of its money, by day and by contract. */
import { type Static, Type } from 'typebox';
import type { Portfolio } from '../../../domain/portfolio.ts';
import { ifSent, integerField } from '../../field.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, records } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';
import { symbolText } from './why.ts';

/** As many as daily candles are kept, which tell what was held at the beginning of a day. */
const DAYS_MAX = 1_000;

const pnl = () => decimal('Change of equity less what was paid in', '41.90000000');
const realised = () => decimal('Result of what was closed, before fees', '50.00000000');
const fees = () => decimal('Fees paid, liquidation fees included', '8.10000000');
const funding = () => decimal('Funding received; negative if it was paid', '-0.72000000');
const paidIn = (since: string) =>
  decimal(`Deposits, refills and resets less withdrawals ${since}`, '1000.00000000');
const closed = () => integer('How many orders closed something', 12);
const won = () => integer('How many of them gained, after their fees', 7);
const equity = (when: string) => decimal(`Equity ${when}, at the mark`, '10041.90000000');

const DAY_RECORD = record({
  time: moment('The beginning of the day'),
  equity: equity('at its end'),
  pnl: pnl(),
  deposits: paidIn('in it'),
  fees: fees(),
  funding: funding(),
});

const CONTRACT_RECORD = record({
  symbol: symbolText(),
  pnl: decimal('Result, realised or not, less fees, with funding', '41.90000000'),
  realised: realised(),
  fees: fees(),
  funding: funding(),
  closed: closed(),
  won: won(),
});

const RECORD = record({
  startTime: moment('The beginning'),
  endTime: moment('Now'),
  isWhole: flag('Whether it goes as far back as was asked; too much history makes it shorter'),
  startEquity: equity('at the beginning'),
  equity: equity('now'),
  deposits: paidIn('since the beginning'),
  pnl: pnl(),
  realised: realised(),
  unrealised: decimal('Change of the result of open positions', '0.00000000'),
  fees: fees(),
  funding: funding(),
  covered: decimal('Losses that the insurance fund bore', '0.00000000'),
  closed: closed(),
  won: won(),
  points: records({
    time: moment('A moment of the curve'),
    equity: equity('then'),
    deposits: paidIn('since the beginning'),
  }),
  days: list(DAY_RECORD),
  contracts: list(CONTRACT_RECORD),
});
export type PortfolioRecord = Static<typeof RECORD>;

export const PORTFOLIO = ownGet('/perpetua/portfolio', [10, 20], {
  id: 'perpetuaPortfolio',
  request: Type.Object({
    days: ifSent(
      integerField('How many days, today included; since the first money where left out.', {
        min: 1,
        max: DAYS_MAX,
      }),
    ),
  }),
  response: RECORD,
  summary: 'Equity, results, fees, funding and win rate',
  text:
    'PnL is the change of equity less what was paid in: `realised + unrealised - fees + funding ' +
    '+ covered`. Days, from midnight to midnight UTC, add up to it; so do contracts, with ' +
    '`covered`. An order that closed something is one trade, which won if it gained after its ' +
    'fees. Resets are no trades.',
  read: (asked) => ({ days: asked.days ?? DAYS_MAX }),
  format: (
    told: Portfolio & { readonly isWhole: boolean },
    _asked,
    { contractOf },
  ): PortfolioRecord => ({
    startTime: told.from,
    endTime: told.to,
    isWhole: told.isWhole,
    startEquity: formatMoney(told.startEquity),
    equity: formatMoney(told.equity),
    deposits: formatMoney(told.paidIn),
    pnl: formatMoney(told.result),
    unrealised: formatMoney(told.unrealised),
    covered: formatMoney(told.covered),
    ...tallyRecord(told),
    points: told.points.map((point) => ({
      time: point.at,
      equity: formatMoney(point.equity),
      deposits: formatMoney(point.paidIn),
    })),
    days: told.days.map((day) => ({
      time: day.at,
      equity: formatMoney(day.equity),
      pnl: formatMoney(day.result),
      deposits: formatMoney(day.paidIn),
      fees: formatMoney(day.fees),
      funding: formatMoney(day.funding),
    })),
    contracts: told.contracts.map((row) => ({
      symbol: contractOf(row.contract).symbol,
      pnl: formatMoney(row.result),
      ...tallyRecord(row),
    })),
  }),
});

const tallyRecord = (
  tally: Pick<Portfolio, 'realised' | 'fees' | 'funding' | 'closed' | 'won'>,
) => ({
  realised: formatMoney(tally.realised),
  fees: formatMoney(tally.fees),
  funding: formatMoney(tally.funding),
  closed: tally.closed,
  won: tally.won,
});
