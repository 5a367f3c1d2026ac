/** positionRisk of versions 1, 2 and 3, adlQuantile, and the margin of isolated positions. */

import { type Static, Type } from 'typebox';
import type { PositionMode } from '../../../domain/account.ts';
import type { Contract } from '../../../domain/contract.ts';
import { notionalMaxAt } from '../../../domain/margin.ts';
import { negate, plus } from '../../../domain/money.ts';
import type { PositionSide } from '../../../domain/side.ts';
import { type Millis, type Money, money, NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { averagePrice, longPrice, moneyText, priceText, wholeCoins } from '../../amount-text.ts';
import { ANY_CONTRACT, coin, plainContractField, plainSymbolText } from '../../contract-query.ts';
import {
  costsOf,
  type DeskReading,
  type DeskRow,
  everyRow,
  rowLiquidation,
  rowsInUse,
  type StandingReading,
} from '../../desk-rows.ts';
import { ifSent, meaningField, moneyField } from '../../field.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, integer, list, moment, record, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME, POSITION_SIDE_NAMES } from '../../words.ts';
import {
  formatOneOrAll,
  oneOrAll,
  readWindow,
  rowsField,
  v1,
  v2,
  v3,
  windowFields,
} from '../endpoint.ts';
import { blamedAs, refusal } from '../errors.ts';
import { amountText, isolatedText } from './account.ts';

const POSITION = {
  symbol: plainSymbolText(),
  positionSide: word(['BOTH', 'LONG', 'SHORT'], 'BOTH in one-way mode'),
  positionAmt: decimal('Size, negative for a short', '0.0100'),
  entryPrice: decimal('Average entry', '90000.0'),
  breakEvenPrice: decimal('Average entry with the fees and the funding paid', '90072.0'),
  markPrice: decimal('Mark price', '90100.00000000'),
  unRealizedProfit: decimal('Unrealised result', '1.00000000'),
  liquidationPrice: decimal('Mark at which it would be liquidated; 0 for none', '0'),
  isolatedMargin: decimal('Isolated margin with the unrealised result; 0 in cross', '0.00000000'),
  notional: decimal('Value at the mark, negative for a short', '901.00000000'),
  isolatedWallet: decimal('Isolated margin; 0 in cross', '0.00000000'),
  updateTime: moment('When it last changed; 0 for never'),
};

function positionFields(row: DeskRow) {
  const { entry, breakEven, size } = costsOf(row);
  return {
    symbol: symbolOf(row.contract),
    positionSide: row.side,
    positionAmt: amountText(row),
    entryPrice: averagePrice(row.contract, entry, size),
    breakEvenPrice: averagePrice(row.contract, breakEven, size),
    markPrice: longPrice(row.contract, row.mark),
    unRealizedProfit: formatMoney(row.pnl),
    liquidationPrice: priceText(row.contract, rowLiquidation(row)),
    isolatedMargin: isolatedText(row),
    notional: formatMoney(row.notional),
    isolatedWallet: formatMoney(row.isolatedWallet),
    updateTime: row.updatedAt,
  };
}

const RISK_V3 = record({
  ...POSITION,
  marginAsset: coin(),
  initialMargin: decimal('Margin of the position and its orders', '45.05000000'),
  maintMargin: decimal('Maintenance margin', '0.90100000'),
  positionInitialMargin: decimal('Margin of the position', '45.05000000'),
  openOrderInitialMargin: decimal('Held by its orders', '0.00000000'),
  adl: integer('Which fifth of its side it is in; 4 is deleveraged first', 1),
  bidNotional: decimal('Value of open buys', '0'),
  askNotional: decimal('Value of open sells', '0'),
});

const riskRecord = (row: DeskRow): Static<typeof RISK_V3> => ({
  ...positionFields(row),
  marginAsset: COIN_NAME,
  initialMargin: formatMoney(plus(row.positionMargin, row.orderMargin)),
  maintMargin: formatMoney(row.maintenance),
  positionInitialMargin: formatMoney(row.positionMargin),
  openOrderInitialMargin: formatMoney(row.orderMargin),
  adl: row.held?.fifth() ?? 0,
  bidNotional: moneyText(row.bids),
  askNotional: moneyText(row.asks),
});

export const POSITION_RISK_V3 = v3.ownGet('/positionRisk', [5, 0], {
  id: 'binancePositionRiskV3',
  ...ANY_CONTRACT,
  response: list(RISK_V3),
  summary: 'Positions that are held or have orders',
  text: 'One row BOTH a symbol in one-way mode, LONG and SHORT in hedge mode.',
  format: (standing: StandingReading) => rowsInUse(standing).map(riskRecord),
});

const RISK_V2 = record({
  ...POSITION,
  marginType: word(['cross', 'isolated'], 'Cross or isolated margin'),
  isAutoAddMargin: word(['true', 'false'], 'Whether it draws missing margin from the wallet'),
  leverage: decimal('Leverage', '20'),
  maxNotionalValue: decimal('Largest value at this leverage', '20000000'),
});

const oldTerms = {
  ...ANY_CONTRACT,
  response: list(RISK_V2),
  summary: 'A row for every position there could be',
  text: 'In one-way mode a row BOTH for each symbol, in hedge mode BOTH, LONG and SHORT.',
  format: (standing: StandingReading): Static<typeof RISK_V2>[] =>
    everyRow(standing).map((row) => ({
      ...positionFields(row),
      marginType: row.marginMode,
      isAutoAddMargin: row.autoTopUp ? 'true' : 'false',
      leverage: String(row.leverage),
      maxNotionalValue: wholeCoins(notionalMaxAt(row.contract, row.leverage)),
    })),
};

export const POSITION_RISK_V1 = v1.ownGet('/positionRisk', [5, 0], {
  ...oldTerms,
  id: 'binancePositionRiskV1',
});

export const POSITION_RISK_V2 = v2.ownGet('/positionRisk', [5, 0], {
  ...oldTerms,
  id: 'binancePositionRiskV2',
});

const fifth = (side: string) =>
  Type.Optional(integer(`${side}: which fifth of its side it is in, 4 first`, 1));

const ADL_RECORD = record({
  symbol: plainSymbolText(),
  adlQuantile: record({
    LONG: fifth('Long'),
    SHORT: fifth('Short'),
    BOTH: fifth('One-way'),
    HEDGE: fifth('Both sides of a hedge in cross margin'),
  }),
});

function adlRecord(
  { contract, held, settings }: DeskReading,
  mode: StandingReading['mode'],
): Static<typeof ADL_RECORD> {
  const of = (side: string): number =>
    held.find(({ position }) => position.side === side)?.fifth() ?? 0;
  const [LONG, SHORT] = [of('long'), of('short')];
  const symbol = symbolOf(contract);
  if (mode === 'net') return { symbol, adlQuantile: { LONG: 0, SHORT: 0, BOTH: LONG + SHORT } };
  const isHedge = settings.marginMode === 'cross' && held.length === 2;
  return { symbol, adlQuantile: isHedge ? { LONG, SHORT, HEDGE: 0 } : { LONG, SHORT, BOTH: 0 } };
}

export const ADL_QUANTILE = v1.ownGet('/adlQuantile', [5, 0], {
  id: 'binanceAdlQuantile',
  ...ANY_CONTRACT,
  response: oneOrAll(ADL_RECORD),
  summary: 'How soon positions would be deleveraged',
  text: 'An object with `symbol`, a list of the symbols with positions without.',
  format: ({ desks, mode }: StandingReading, asked) =>
    formatOneOrAll((desk: DeskReading) => adlRecord(desk, mode))(
      desks.filter(({ held }) => asked.contract !== null || held.length > 0),
      asked,
    ),
});

const MARGIN_RECORD = record({
  amount: Type.Number({ description: 'The amount', examples: [12.5] }),
  code: integer('Always 200', 200),
  msg: word(['Successfully modify position margin.'], 'Always the same'),
  type: integer('1 was added, 2 was removed', 1),
});

interface Asked {
  readonly contract: Contract;
  /** Null for the one position of one-way mode. */
  readonly positionSide: PositionSide | null;
  /** Negative where margin is removed. */
  readonly amount: Money;
}

export const POSITION_MARGIN = v1.ownPost('/positionMargin', [1, 0], {
  id: 'binancePositionMargin',
  request: Type.Object({
    symbol: plainContractField(),
    amount: moneyField('How much, above 0.', '12.5'),
    type: meaningField<1 | 2>({ '1': 1, '2': 2 }, '1 adds, 2 removes.', 1),
    positionSide: ifSent(
      meaningField<PositionSide | null>(
        { BOTH: null, LONG: 'long', SHORT: 'short' },
        'The side in hedge mode.',
        'LONG',
      ),
    ),
  }),
  response: MARGIN_RECORD,
  summary: 'Add or remove isolated margin',
  text: 'In hedge mode `positionSide` says to which position.',
  blame: blamedAs({ 'position-missing': '-4054', 'margin-insufficient': '-4050' }),
  misread: (error) =>
    error.field === 'type' ? refusal('-1130', 'type is 1 to add or 2 to remove.') : error,
  read: ({ symbol: contract, positionSide = null, type, amount }) => ({
    contract,
    positionSide,
    amount: type === 2 ? negate(amount) : amount,
  }),
  format: (_done: unknown, { amount }: Asked): Static<typeof MARGIN_RECORD> => ({
    amount: Number(formatMoney(money(amount < NO_MONEY ? -toBigInt(amount) : toBigInt(amount)))),
    code: 200,
    msg: 'Successfully modify position margin.',
    type: amount < NO_MONEY ? 2 : 1,
  }),
});

const HISTORY_FALLBACK = 500;

const HISTORY_RECORD = record({
  symbol: plainSymbolText(),
  type: integer('1 was added, 2 was removed', 1),
  deltaType: word(['USER_ADJUST', 'TRADE'], 'By the user, or by leverage and top-up'),
  amount: decimal('How much', '12.50000000'),
  asset: coin(),
  time: moment('When it was moved'),
  positionSide: word(['BOTH', 'LONG', 'SHORT'], 'The position; BOTH in one-way mode'),
});

interface MovesTold {
  readonly mode: PositionMode;
  readonly moves: readonly {
    readonly positionSide: PositionSide;
    readonly cause: string;
    readonly amount: Money;
    readonly at: Millis;
  }[];
}

export const MARGIN_HISTORY = v1.ownGet('/positionMargin/history', [1, 0], {
  id: 'binanceMarginHistory',
  request: Type.Object({
    symbol: plainContractField(),
    type: ifSent(meaningField<boolean>({ '1': true, '2': false }, '1 added, 2 removed.')),
    ...windowFields(),
    limit: rowsField(1_000, HISTORY_FALLBACK),
  }),
  response: list(HISTORY_RECORD),
  summary: 'Margin that was moved to and from isolated positions',
  text: 'Oldest first: the first from `startTime`, otherwise the newest.',
  read: (asked) => {
    const { symbol: contract, type: isAdded = null, limit = HISTORY_FALLBACK } = asked;
    return readWindow(asked, { contract, isAdded, limit });
  },
  format: ({ mode, moves }: MovesTold, { contract }): Static<typeof HISTORY_RECORD>[] =>
    moves.map(({ positionSide, cause, amount, at }) => ({
      symbol: symbolOf(contract),
      type: amount > NO_MONEY ? 1 : 2,
      deltaType: cause === 'user' ? 'USER_ADJUST' : 'TRADE',
      amount: formatMoney(money(amount < NO_MONEY ? -toBigInt(amount) : toBigInt(amount))),
      asset: COIN_NAME,
      time: at,
      positionSide: mode === 'net' ? 'BOTH' : POSITION_SIDE_NAMES[positionSide],
    })),
});
