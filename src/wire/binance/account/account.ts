/** account of versions 2 and 3: money and positions together; and income, oldest first. */

import { type Static, Type } from 'typebox';
import type { BillRow, FillRow } from '../../../domain/history.ts';
import { DAY } from '../../../domain/limits.ts';
import { notionalMaxAt } from '../../../domain/margin.ts';
import { negate, plus } from '../../../domain/money.ts';
import type { PostingKind } from '../../../domain/posting.ts';
import { type Money, millis, money, NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { averagePrice, moneyText, wholeCoins } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { coin, plainContractField, plainSymbolText } from '../../contract-query.ts';
import {
  costsOf,
  type DeskRow,
  everyRow,
  rowsInUse,
  type StandingReading,
  totalsOf,
} from '../../desk-rows.ts';
import type { ContractsQuery } from '../../endpoint.ts';
import { isWireError } from '../../errors.ts';
import { ifSent, integerField, textField } from '../../field.ts';
import { formatDecimal, formatMoney } from '../../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { readWindow, rowsField, v1, v2, v3, windowFields } from '../endpoint.ts';

const TOTALS = {
  totalInitialMargin: decimal('Margin of positions and orders', '45.05000000'),
  totalMaintMargin: decimal('Maintenance margin', '0.90100000'),
  totalWalletBalance: decimal('Cash, without unrealised results', '10000.00000000'),
  totalUnrealizedProfit: decimal('Unrealised results', '1.00000000'),
  totalMarginBalance: decimal('Cash and unrealised results', '10001.00000000'),
  totalPositionInitialMargin: decimal('Margin of positions', '45.05000000'),
  totalOpenOrderInitialMargin: decimal('Held by working orders', '0.00000000'),
  totalCrossWalletBalance: decimal('Cash less isolated margins', '10000.00000000'),
  totalCrossUnPnl: decimal('Unrealised results in cross margin', '1.00000000'),
  availableBalance: decimal('Free for new orders', '9955.95000000'),
  maxWithdrawAmount: decimal('The same without unrealised profit', '9954.95000000'),
};

type Totals = ReturnType<typeof totalsOf>;

const totalFields = (totals: Totals) => ({
  totalInitialMargin: formatMoney(totals.initial),
  totalMaintMargin: formatMoney(totals.maintenance),
  totalWalletBalance: formatMoney(totals.wallet),
  totalUnrealizedProfit: formatMoney(totals.pnl),
  totalMarginBalance: formatMoney(totals.marginBalance),
  totalPositionInitialMargin: formatMoney(totals.positionMargin),
  totalOpenOrderInitialMargin: formatMoney(totals.orderMargin),
  totalCrossWalletBalance: formatMoney(totals.crossWallet),
  totalCrossUnPnl: formatMoney(totals.crossPnl),
  availableBalance: formatMoney(totals.available),
  maxWithdrawAmount: formatMoney(totals.withdrawable),
});

const ASSET = record({
  asset: coin(),
  walletBalance: decimal('Cash', '10000.00000000'),
  unrealizedProfit: decimal('Unrealised results', '1.00000000'),
  marginBalance: decimal('Both', '10001.00000000'),
  maintMargin: decimal('Maintenance margin', '0.90100000'),
  initialMargin: decimal('Margin of positions and orders', '45.05000000'),
  positionInitialMargin: decimal('Margin of positions', '45.05000000'),
  openOrderInitialMargin: decimal('Held by working orders', '0.00000000'),
  crossWalletBalance: decimal('Cash less isolated margins', '10000.00000000'),
  crossUnPnl: decimal('Unrealised results in cross margin', '1.00000000'),
  availableBalance: decimal('Free for new orders', '9955.95000000'),
  maxWithdrawAmount: decimal('The same without unrealised profit', '9954.95000000'),
  marginAvailable: flag('Always true'),
  updateTime: moment('When its money last moved'),
});

const assetRecord = (totals: Totals, updateTime: number): Static<typeof ASSET> => ({
  asset: COIN_NAME,
  walletBalance: formatMoney(totals.wallet),
  unrealizedProfit: formatMoney(totals.pnl),
  marginBalance: formatMoney(totals.marginBalance),
  maintMargin: formatMoney(totals.maintenance),
  initialMargin: formatMoney(totals.initial),
  positionInitialMargin: formatMoney(totals.positionMargin),
  openOrderInitialMargin: formatMoney(totals.orderMargin),
  crossWalletBalance: formatMoney(totals.crossWallet),
  crossUnPnl: formatMoney(totals.crossPnl),
  availableBalance: formatMoney(totals.available),
  maxWithdrawAmount: formatMoney(totals.withdrawable),
  marginAvailable: true,
  updateTime,
});

const POSITION = {
  symbol: plainSymbolText(),
  positionSide: word(['BOTH', 'LONG', 'SHORT'], 'BOTH in one-way mode'),
  positionAmt: decimal('Size, negative for a short', '0.0100'),
  unrealizedProfit: decimal('Unrealised result', '1.00000000'),
  isolatedMargin: decimal('Isolated margin with the unrealised result; 0 in cross', '0.00000000'),
  notional: decimal('Value at the mark, negative for a short', '901.00000000'),
  isolatedWallet: decimal('Isolated margin; 0 in cross', '0.00000000'),
  initialMargin: decimal('Margin of the position and its orders', '45.05000000'),
  maintMargin: decimal('Maintenance margin', '0.90100000'),
  updateTime: moment('When it last changed; 0 for never'),
};

const positionFields = (row: DeskRow) => ({
  symbol: symbolOf(row.contract),
  positionSide: row.side,
  positionAmt: amountText(row),
  unrealizedProfit: formatMoney(row.pnl),
  isolatedMargin: isolatedText(row),
  notional: formatMoney(row.notional),
  isolatedWallet: formatMoney(row.isolatedWallet),
  initialMargin: formatMoney(plus(row.positionMargin, row.orderMargin)),
  maintMargin: formatMoney(row.maintenance),
  updateTime: row.updatedAt,
});

/** The size with its sign and the decimals of the step. */
export const amountText = ({ contract, size }: DeskRow): string =>
  formatDecimal(size * BigInt(contract.lotStep), contract.sizeDecimals);

/** Isolated margin as this dialect means it: with the unrealised result. */
export const isolatedText = ({ marginMode, isolatedWallet, pnl, held }: DeskRow): string =>
  formatMoney(
    money(marginMode === 'cross' || held === null ? 0n : toBigInt(isolatedWallet) + toBigInt(pnl)),
  );

export const ACCOUNT_V3 = v3.ownGet('/account', [5, 0], {
  id: 'binanceAccountV3',
  response: record({
    ...TOTALS,
    assets: list(ASSET),
    positions: records(POSITION),
  }),
  summary: 'Money and positions',
  text: 'Positions that are held or have orders.',
  format: (standing: StandingReading) => {
    const totals = totalsOf(standing);
    return {
      ...totalFields(totals),
      assets: [assetRecord(totals, standing.updatedAt)],
      positions: rowsInUse(standing).map(positionFields),
    };
  },
});

function wholePosition(row: DeskRow) {
  const { entry, breakEven, size } = costsOf(row);
  return {
    ...positionFields(row),
    positionInitialMargin: formatMoney(row.positionMargin),
    openOrderInitialMargin: formatMoney(row.orderMargin),
    leverage: String(row.leverage),
    isolated: row.marginMode === 'isolated',
    entryPrice: averagePrice(row.contract, entry, size),
    breakEvenPrice: averagePrice(row.contract, breakEven, size),
    maxNotional: wholeCoins(notionalMaxAt(row.contract, row.leverage)),
    bidNotional: moneyText(row.bids),
    askNotional: moneyText(row.asks),
  };
}

export const ACCOUNT_V2 = v2.ownGet('/account', [5, 0], {
  id: 'binanceAccountV2',
  response: record({
    feeTier: integer('Always 0', 0),
    feeBurn: flag('Always false'),
    canTrade: flag('Whether the key may trade, and the account'),
    canDeposit: flag('Always false: the operator deposits'),
    canWithdraw: flag('Always false'),
    updateTime: moment('When its money last moved'),
    multiAssetsMargin: flag('Always false'),
    tradeGroupId: integer('Always -1', -1),
    ...TOTALS,
    assets: list(ASSET),
    positions: records({
      ...POSITION,
      positionInitialMargin: decimal('Margin of the position', '45.05000000'),
      openOrderInitialMargin: decimal('Held by its orders', '0.00000000'),
      leverage: decimal('Leverage', '20'),
      isolated: flag('Whether its margin is isolated'),
      entryPrice: decimal('Average entry', '90000.0'),
      breakEvenPrice: decimal('Average entry with the fees and the funding paid', '90072.0'),
      maxNotional: decimal('Largest value at this leverage', '20000000'),
      bidNotional: decimal('Value of open buys', '0'),
      askNotional: decimal('Value of open sells', '0'),
    }),
  }),
  summary: 'Money, permissions and a row for every position there could be',
  text: 'In one-way mode a row BOTH for each symbol, in hedge mode BOTH, LONG and SHORT.',
  format: (standing: StandingReading) => {
    const totals = totalsOf(standing);
    return {
      feeTier: 0,
      feeBurn: false,
      canTrade: standing.mayTrade,
      canDeposit: false,
      canWithdraw: false,
      updateTime: standing.updatedAt,
      multiAssetsMargin: false,
      tradeGroupId: -1,
      ...totalFields(totals),
      assets: [assetRecord(totals, standing.updatedAt)],
      positions: everyRow(standing).map(wholePosition),
    };
  },
});

const terms = {
  response: records({
    accountAlias: text('The account', '1002'),
    asset: coin(),
    balance: decimal('Wallet: cash, without unrealised results', '10000.00000000'),
    crossWalletBalance: decimal('Wallet less isolated margins', '10000.00000000'),
    crossUnPnl: decimal('Unrealised results in cross margin', '1.00000000'),
    availableBalance: decimal('Free for new orders', '9955.95000000'),
    maxWithdrawAmount: decimal('The same without unrealised profit', '9954.95000000'),
    marginAvailable: flag('Always true'),
    updateTime: moment('When its money last moved'),
  }),
  summary: 'Balance',
  text: 'A list of one: the venue has one coin.',
  format: (
    standing: StandingReading,
    _asked: ContractsQuery,
    { account }: { readonly account: number },
  ) => {
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

export const BALANCE_V2 = v2.ownGet('/balance', [5, 0], {
  ...terms,
  id: 'binanceBalanceV2',
});

export const BALANCE_V3 = v3.ownGet('/balance', [5, 0], {
  ...terms,
  id: 'binanceBalanceV3',
});

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

const INCOME_RECORD = record({
  symbol: text('The contract; empty where there is none', 'BTCUSDT'),
  incomeType: word(INCOME_TYPES, 'What it was for'),
  income: decimal('Signed change of the wallet', '-0.72000000'),
  asset: coin(),
  info: text('The trade; empty where there is none', '9001'),
  time: moment('When it happened'),
  tranId: integer('Unique within its type', 18_003),
  tradeId: text('The trade; empty where there is none', '9001'),
});

const isFill = (row: FillRow | BillRow): row is FillRow => 'trade' in row;

const typeOf = ({ kind }: BillRow): IncomeType =>
  INCOME_TYPES.find((type) => BILLS[type].includes(kind)) ?? 'TRANSFER';

function rowsOf(row: FillRow | BillRow, { contractOf }: Visitor): Static<typeof INCOME_RECORD>[] {
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
  response: list(INCOME_RECORD),
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
