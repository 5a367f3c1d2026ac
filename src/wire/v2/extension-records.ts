/**
 * Answers that only this venue gives, beside the interface: what its own page needs and any other
 * client may use. They say how the margin tiers are, and why money or a position was taken.
 */
import { type Static, Type } from 'typebox';
import {
  decimal,
  idText,
  integer,
  list,
  moment,
  nullable,
  record,
  text,
  word,
} from '../record-field.ts';

const symbol = () => text('The contract', 'cmt_btcusdt');
const amount = (description: string) => decimal(description, '1000.00000000');
const price = (description: string) => decimal(description, '90000.0');
const size = (description: string) => decimal(description, '0.0200');
const side = () => word(['LONG', 'SHORT'], 'Side of the position');
const scope = () => word(['SHARED', 'ISOLATED'], 'The cross account, or one isolated position');

export const TIERS_RECORD = record({
  symbol: symbol(),
  tiers: list(
    record({
      notionalMax: amount('Value up to which the tier reaches'),
      maxLeverage: integer('Highest leverage in it', 100),
      maintenanceRate: decimal('Maintenance rate in it', '0.004'),
    }),
  ),
});
export type TiersRecord = Static<typeof TIERS_RECORD>;

const fields = {
  id: integer('The record', 7_340_032),
  time: moment('When it happened'),
};

export const LIQUIDATION_STARTED = record({
  kind: word(['started'], 'A liquidation began: equity was at or below the requirement'),
  ...fields,
  scope: scope(),
  backing: amount('The cross wallet, or the isolated margin'),
  equity: amount('Backing plus the unrealised results'),
  requirement: amount('Maintenance margin plus the fee of closing'),
  positions: list(
    record({
      symbol: symbol(),
      side: side(),
      size: size('Size in the base coin'),
      openValue: amount('What it cost'),
      mark: price('Mark price then'),
      notional: amount('Size at the mark'),
      unrealizePnl: amount('What closing at the mark would have realised'),
      takerFeeRate: decimal('Taker fee rate', '0.0008'),
    }),
  ),
});

export const LIQUIDATION_ENDED = record({
  kind: word(['ended'], 'It was over'),
  ...fields,
  scope: scope(),
  symbol: nullable(symbol()),
  outcome: word(['healthy', 'flat'], 'Whether enough was left, or no position'),
  equity: amount('Equity then'),
  requirement: amount('Requirement then'),
  wallet: amount('Cash then'),
});

export const DELEVERAGED = record({
  kind: word(['deleveraged'], 'A position was closed against a bankrupt one'),
  ...fields,
  symbol: symbol(),
  side: side(),
  size: size('Size that was closed'),
  price: price('The bankruptcy price at which it was closed'),
  rank: integer('Place among those who were asked, from 1', 1),
  holders: integer('How many accounts held the contract', 12),
  group: word(
    ['fund', 'house', 'profitable', 'losing'],
    'Class of the account; asked in this order',
  ),
  score: decimal('Result over cost, times value over equity', '0.540000'),
  unrealizePnl: amount('Result at the mark'),
  openValue: amount('What the position cost'),
  notional: amount('Size at the mark'),
  equity: amount('Equity behind it'),
  leverage: integer('Leverage', 20),
  bankruptOrder: idText('The order of the liquidation that it closed'),
});

export const DEFICIT_COVERED = record({
  kind: word(['covered'], 'The insurance fund made good what was missing'),
  ...fields,
  scope: scope(),
  symbol: nullable(symbol()),
  amount: amount('What the fund paid'),
});

export const LIQUIDATION_RECORD = Type.Union([
  LIQUIDATION_STARTED,
  LIQUIDATION_ENDED,
  DELEVERAGED,
  DEFICIT_COVERED,
]);
export type LiquidationRecord = Static<typeof LIQUIDATION_RECORD>;

export const FUNDING_PAYMENT_RECORD = record({
  id: integer('The bill', 7_340_032),
  time: moment('When it was paid'),
  symbol: symbol(),
  side: nullable(side()),
  size: nullable(size('Size of the position')),
  mark: price('Mark price of the settlement'),
  rate: decimal('Funding rate of the settlement', '0.0001'),
  settledTime: moment('The settlement'),
  amount: amount('What was received; negative where it was paid'),
});
export type FundingPaymentRecord = Static<typeof FUNDING_PAYMENT_RECORD>;
