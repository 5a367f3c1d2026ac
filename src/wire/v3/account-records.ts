/** The answers of the account endpoints. */
import type { Static } from 'typebox';
import { BUSINESS_TYPES } from '../bill-kinds.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../record-field.ts';
import { symbol } from './market-records.ts';

export const coin = () => text('The coin', 'USDT');
export const marginType = () => word(['CROSSED', 'ISOLATED'], 'Cross or isolated margin');
export const combined = () => word(['COMBINED'], 'Fills of one direction make one position');

export const BALANCE = record({
  asset: coin(),
  balance: decimal('Everything, unrealised results included', '5696.49288823'),
  availableBalance: decimal('Free for new orders', '5413.06877369'),
  frozen: decimal('Held by working orders', '81.28240000'),
  unrealizePnl: decimal('Sum of unrealised results', '-34.55168000'),
});
export type Balance = Static<typeof BALANCE>;

export const COMMISSION_RATE = record({
  symbol: symbol(),
  makerCommissionRate: decimal('Maker fee rate', '0.0002'),
  takerCommissionRate: decimal('Taker fee rate', '0.0008'),
});
export type CommissionRate = Static<typeof COMMISSION_RATE>;

export const ACCOUNT_CONFIG = record({
  canTrade: flag('Whether the key may trade, and the account'),
  canDeposit: flag('Always false: the operator deposits'),
  canWithdraw: flag('Always false'),
  dualSidePosition: flag('Always true: long and short may be held at once'),
  updateTime: moment('When its money last moved'),
});

export const SYMBOL_CONFIG = record({
  symbol: symbol(),
  marginType: marginType(),
  separatedType: combined(),
  crossLeverage: decimal('Leverage in cross margin', '20'),
  isolatedLongLeverage: decimal('Leverage of longs in isolated margin', '20'),
  isolatedShortLeverage: decimal('Leverage of shorts in isolated margin', '20'),
});
export type SymbolConfig = Static<typeof SYMBOL_CONFIG>;

export const LEVERAGE_SET = record({
  symbol: symbol(),
  marginType: marginType(),
  crossLeverage: decimal('Leverage in cross margin', '20'),
  isolatedLongLeverage: decimal('Leverage of longs in isolated margin', '20'),
  isolatedShortLeverage: decimal('Leverage of shorts in isolated margin', '20'),
});

export const INCOME = record({
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
export type Income = Static<typeof INCOME>;

export const INCOMES = record({
  hasNextPage: flag('Whether there are older ones'),
  items: list(INCOME),
});

/** Without `msg`: client libraries take any answer that has one for an error. */
export const DONE = record({
  code: word(['200'], 'Always 200'),
  requestTime: moment('When it was answered'),
});
export type Done = Static<typeof DONE>;

/** What a position is; the sockets send the same with its names of coin and margin mode. */
export const positionFields = {
  side: word(['LONG', 'SHORT'], 'Side'),
  separatedMode: combined(),
  leverage: decimal('Leverage', '20'),
  size: decimal('Size in the base coin, never negative', '0.0200'),
  openValue: decimal('What the open size cost', '1801.06700000'),
  openFee: decimal('Opening fees of the open size', '0.70731060'),
  fundingFee: decimal('Funding paid by the open size; negative where received', '1.22618160'),
  isolatedMargin: decimal('Isolated margin; 0 in cross margin', '0'),
  cumOpenSize: decimal('Opened since it began', '0.0200'),
  cumOpenValue: decimal('Cost of that', '1801.06700000'),
  cumOpenFee: decimal('Fees of that', '0.70731060'),
  cumCloseSize: decimal('Closed since it began', '0'),
  cumCloseValue: decimal('Proceeds of that', '0'),
  cumCloseFee: decimal('Fees of that', '0'),
  cumFundingFee: decimal('Funding paid since it began; negative where received', '1.22618160'),
  cumLiquidateFee: decimal('Liquidation fees since it began', '0'),
  marginSize: decimal('Margin: value at the mark by leverage, or the isolated margin', '17.154980'),
  unrealizePnl: decimal('What closing at the mark would realise', '-85.56900000'),
  liquidatePrice: decimal('Mark at which it would be liquidated; 0 for none', '81250.1'),
};

export const POSITION = record({
  id: integer('The position', 1_000_001),
  asset: coin(),
  symbol: symbol(),
  marginType: marginType(),
  separatedOpenOrderId: integer('Always 0', 0),
  isAutoAppendIsolatedMargin: flag('Whether it takes what it lacks from the wallet'),
  ...positionFields,
  createdMatchSequenceId: integer('Place in the journal where it began', 7_027),
  updatedMatchSequenceId: integer('Place in the journal where it last changed', 7_031),
  createdTime: moment('When it began'),
  updatedTime: moment('When it last changed'),
});
export type PositionRow = Static<typeof POSITION>;
