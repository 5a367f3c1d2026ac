/** income: movements of money, oldest first. The result and the fee of a trade are two rows. */

import { type Static, Type } from 'typebox';
import type { BillRow, FillRow } from '../../../domain/history.ts';
import { DAY } from '../../../domain/limits.ts';
import { negate } from '../../../domain/money.ts';
import type { PostingKind } from '../../../domain/posting.ts';
import { type Money, millis, NO_MONEY } from '../../../domain/units.ts';
import type { Visitor } from '../../caller.ts';
import { coin, plainContractField } from '../../contract-query.ts';
import { isWireError } from '../../errors.ts';
import { ifSent, integerField, textField } from '../../field.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, integer, list, moment, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { readWindow, rowsField, v1, windowFields } from '../endpoint.ts';

const FALLBACK = 100;
/** How far back it goes if no start is given. */
const USUAL_LENGTH = 7 * DAY;

const INCOME_TYPES = [
  'TRANSFER',
  'REALIZED_PNL',
  'FUNDING_FEE',
  'COMMISSION',
  'INSURANCE_CLEAR',
] as const;
type IncomeType = (typeof INCOME_TYPES)[number];

/** The bills of each type. Those of trades are told from the fills. */
const BILLS: Readonly<Record<IncomeType, readonly PostingKind[]>> = {
  TRANSFER: ['deposit', 'withdrawal', 'transfer-in', 'transfer-out'],
  REALIZED_PNL: [],
  COMMISSION: [],
  FUNDING_FEE: ['funding'],
  INSURANCE_CLEAR: ['liquidation-fee', 'deficit-cover'],
};

const RECORD = record({
  symbol: text('The contract; empty where there is none', 'BTCUSDT'),
  incomeType: word(INCOME_TYPES, 'What it was for'),
  income: decimal('Signed change of the wallet', '-0.72000000'),
  asset: coin(),
  info: text('The trade; empty where there is none', '9001'),
  time: moment('When it happened'),
  tranId: integer('Unique within its type', 18_003),
  tradeId: text('The trade; empty where there is none', '9001'),
});
type IncomeRecord = Static<typeof RECORD>;

const isFill = (row: FillRow | BillRow): row is FillRow => 'trade' in row;

const typeOf = ({ kind }: BillRow): IncomeType =>
  INCOME_TYPES.find((type) => BILLS[type].includes(kind)) ?? 'TRANSFER';

function rowsOf(row: FillRow | BillRow, { contractOf }: Visitor): IncomeRecord[] {
  const symbol = row.contract === null ? '' : symbolOf(contractOf(row.contract));
  const make = (incomeType: IncomeType, amount: Money, tranId: number, trade: string) => ({
    symbol,
    incomeType,
    income: formatMoney(amount),
    asset: COIN_NAME,
    info: trade,
    time: row.at,
    tranId,
    tradeId: trade,
  });
  if (!isFill(row)) return [make(typeOf(row), row.amount, 2 * row.id, '')];
  const [id, trade] = [2 * row.trade, String(row.number)];
  return typesOf(row).map((type) =>
    type === 'COMMISSION'
      ? make(type, negate(row.fee), id + 1, trade)
      : make(type, row.realisedPnl, id, trade),
  );
}

/** A trade has a result if it closed something, and a fee unless it was free. */
const typesOf = ({ effect, realisedPnl, fee }: FillRow): ('REALIZED_PNL' | 'COMMISSION')[] => [
  ...(effect === 'close' || realisedPnl !== NO_MONEY ? (['REALIZED_PNL'] as const) : []),
  ...(fee === NO_MONEY ? [] : (['COMMISSION'] as const)),
];

/** Without a start, the newest of a week are told, and pages lead back. */
export const INCOME = v1.ownGet('/income', [30, 0], {
  id: 'binanceIncome',
  request: Type.Object({
    symbol: ifSent(plainContractField('One contract; all of them where it is left out.')),
    incomeType: ifSent(
      textField(`One type: ${INCOME_TYPES.join(', ')}. Others have no rows.`, {
        examples: ['FUNDING_FEE'],
        lengthMax: 64,
      }),
    ),
    ...windowFields(),
    page: ifSent(integerField('The page.', { default: 1, min: 1, max: 100 })),
    limit: rowsField(1_000, FALLBACK),
  }),
  response: list(RECORD),
  summary: 'Movements of money',
  text:
    'Oldest first: the first from `startTime`, otherwise the newest of the last seven days. The ' +
    'result and the fee of a trade are two rows. All rows together are the wallet.',
  read: (asked, caller) => {
    const window = readWindow(asked, {});
    if (isWireError(window)) return window;
    const { symbol, incomeType: type, page = 1, limit = FALLBACK } = asked;
    const types = INCOME_TYPES.filter((each) => type === undefined || each === type);
    const from =
      window.from ?? millis(Math.max(0, (window.to ?? caller.venueNow()) - USUAL_LENGTH));
    return {
      contract: symbol ?? null,
      kinds: types.flatMap((each) => BILLS[each]),
      fillRows: (fill: FillRow): number =>
        typesOf(fill).filter((each) => types.includes(each)).length,
      hasFills: types.some((each) => BILLS[each].length === 0),
      types,
      from,
      to: window.to,
      isRising: window.from !== null,
      skip: (page - 1) * limit,
      limit,
    };
  },
  format: (moves: readonly (FillRow | BillRow)[], { types, isRising, skip, limit }, caller) => {
    const rows = moves.flatMap((move) => {
      const own = rowsOf(move, caller).filter(({ incomeType }) => types.includes(incomeType));
      return isRising ? own : own.reverse();
    });
    const page = rows.slice(skip, skip + limit);
    return isRising ? page : page.reverse();
  },
});
