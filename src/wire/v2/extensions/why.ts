/** Why money moved: liquidations and funding payments, with the figures that led to them. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { BillRow, FundingRow, LiquidationRow } from '../../../domain/history.ts';
import type { ContractId } from '../../../domain/ids.ts';
import { ppm } from '../../../domain/units.ts';
import { type FundingBill, findPaying } from '../../bills.ts';
import { ifSent, integerField, momentField } from '../../field.ts';
import { parseWindow } from '../../parse-window.ts';
import {
  formatDecimal,
  formatFundingRate,
  formatLots,
  formatMoney,
  formatPpm,
  formatTicks,
} from '../../quantity.ts';
import {
  decimal,
  idText,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { POSITION_SIDE_NAMES } from '../../words.ts';
import { MARGIN_MODE_NAMES } from '../codes.ts';
import { ownGet } from '../endpoint.ts';

const WHY_QUERY = Type.Object({
  startTime: ifSent(momentField('The earliest.')),
  endTime: ifSent(momentField('The latest; move it back to page.')),
  limit: ifSent(integerField('How many records.', { default: 20, min: 1, max: 100 })),
});

const readWhy = (sent: Static<typeof WHY_QUERY>) => parseWindow(sent, { limit: sent.limit ?? 20 });

export const symbolText = () => text('The contract', 'cmt_btcusdt');
const amountText = (description: string) => decimal(description, '1000.00000000');
const price = (description: string) => decimal(description, '90000.0');
const size = (description: string) => decimal(description, '0.0200');
const side = () => word(['LONG', 'SHORT'], 'Side of the position');
const scope = () => word(['SHARED', 'ISOLATED'], 'The cross account, or one isolated position');

const FUNDING_PAYMENT_RECORD = record({
  id: integer('The bill', 7_340_032),
  time: moment('When it was paid'),
  symbol: symbolText(),
  side: nullable(side()),
  size: nullable(size('Size of the position')),
  mark: price('Mark price of the settlement'),
  rate: decimal('Funding rate of the settlement', '0.0001'),
  settledTime: moment('The settlement'),
  amount: amountText('What was received; negative where it was paid'),
});
export type FundingPaymentRecord = Static<typeof FUNDING_PAYMENT_RECORD>;

/** `settled` is the settlement that the bill belongs to. */
function fundingPaymentRecord(
  contract: Contract,
  bill: BillRow,
  settled: FundingRow,
): FundingPaymentRecord {
  const position = findPaying(contract, bill, settled);
  return {
    id: bill.id,
    time: bill.at,
    symbol: contract.symbol,
    side: position === undefined ? null : POSITION_SIDE_NAMES[position.side],
    size: position === undefined ? null : formatLots(contract, position.size),
    mark: formatTicks(contract, settled.mark),
    rate: formatFundingRate(settled.rate),
    settledTime: settled.settledAt,
    amount: formatMoney(bill.amount),
  };
}

/** Returns the settlement that gives exactly this payment, or else the newest. */
function explained({ bill, contract, settlements }: FundingBill): FundingPaymentRecord[] {
  const records = settlements.map((settled) => fundingPaymentRecord(contract, bill, settled));
  const found = records.find((each) => each.size !== null) ?? records[0];
  return found === undefined ? [] : [found];
}

export const FUNDING_PAYMENTS = ownGet('/perpetua/funding', [5, 10], {
  id: 'perpetuaFunding',
  request: WHY_QUERY,
  response: list(FUNDING_PAYMENT_RECORD),
  summary: 'Why one paid or received funding',
  text:
    'Payment = size × mark × rate, payers rounded up. Newest first. The size is the one that ' +
    'gives exactly this payment; null where it cannot be told.',
  read: readWhy,
  format: (bills: readonly FundingBill[]) => bills.flatMap(explained),
});

const fields = {
  id: integer('The record', 7_340_032),
  time: moment('When it happened'),
};

const LIQUIDATION_STARTED = record({
  kind: word(['started'], 'A liquidation began: equity was at or below the requirement'),
  ...fields,
  scope: scope(),
  backing: amountText('The cross wallet, or the isolated margin'),
  equity: amountText('Backing plus the unrealised results'),
  requirement: amountText('Maintenance margin plus the fee of closing'),
  positions: records({
    symbol: symbolText(),
    side: side(),
    size: size('Size in the base coin'),
    openValue: amountText('What it cost'),
    mark: price('Mark price then'),
    notional: amountText('Size at the mark'),
    unrealizePnl: amountText('What closing at the mark would have realised'),
    takerFeeRate: decimal('Taker fee rate', '0.0008'),
  }),
});

const LIQUIDATION_ENDED = record({
  kind: word(['ended'], 'It was over'),
  ...fields,
  scope: scope(),
  symbol: nullable(symbolText()),
  outcome: word(['healthy', 'flat'], 'Whether enough was left, or no position'),
  equity: amountText('Equity then'),
  requirement: amountText('Requirement then'),
  wallet: amountText('Cash then'),
});

const DELEVERAGED = record({
  kind: word(['deleveraged'], 'A position was closed against a bankrupt one'),
  ...fields,
  symbol: symbolText(),
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
  unrealizePnl: amountText('Result at the mark'),
  openValue: amountText('What the position cost'),
  notional: amountText('Size at the mark'),
  equity: amountText('Equity behind it'),
  leverage: integer('Leverage', 20),
  bankruptOrder: idText('The order of the liquidation that it closed'),
});

const DEFICIT_COVERED = record({
  kind: word(['covered'], 'The insurance fund made good what was missing'),
  ...fields,
  scope: scope(),
  symbol: nullable(symbolText()),
  amount: amountText('What the fund paid'),
});

const LIQUIDATION_RECORD = Type.Union([
  LIQUIDATION_STARTED,
  LIQUIDATION_ENDED,
  DELEVERAGED,
  DEFICIT_COVERED,
]);
type LiquidationRecord = Static<typeof LIQUIDATION_RECORD>;

type ContractOf = (id: ContractId) => Contract;

const SCORE_DECIMALS = 6;

function liquidationRecord(find: ContractOf, row: LiquidationRow): LiquidationRecord {
  const { why, id, at: time } = row;
  const symbolOf = (contract: ContractId | null): string | null =>
    contract === null ? null : find(contract).symbol;
  switch (why.kind) {
    case 'liquidation-started':
      return {
        kind: 'started',
        id,
        time,
        scope: MARGIN_MODE_NAMES[why.scope],
        backing: formatMoney(why.backing),
        equity: formatMoney(why.equity),
        requirement: formatMoney(why.requirement),
        positions: why.rows.map((each, place) => {
          const contract = find(each.contract);
          return {
            symbol: contract.symbol,
            side: POSITION_SIDE_NAMES[each.positionSide],
            size: formatLots(contract, each.size),
            openValue: formatMoney(each.openValue),
            mark: formatTicks(contract, each.mark),
            notional: formatMoney(each.notional),
            unrealizePnl: formatMoney(each.unrealisedPnl),
            takerFeeRate: formatPpm(ppm(why.takerFees[place] ?? contract.takerFee)),
          };
        }),
      };
    case 'liquidation-ended':
      return {
        kind: 'ended',
        id,
        time,
        scope: MARGIN_MODE_NAMES[why.scope],
        symbol: symbolOf(why.contract),
        outcome: why.outcome,
        equity: formatMoney(why.equity),
        requirement: formatMoney(why.requirement),
        wallet: formatMoney(why.wallet),
      };
    case 'deficit-covered':
      return {
        kind: 'covered',
        id,
        time,
        scope: MARGIN_MODE_NAMES[why.scope],
        symbol: symbolOf(why.contract),
        amount: formatMoney(why.amount),
      };
    default:
      return deleveragedRecord(find(why.contract), row, why);
  }
}

type Deleveraged = Extract<LiquidationRow['why'], { kind: 'deleveraged' }>;

const deleveragedRecord = (
  contract: Contract,
  { id, at }: LiquidationRow,
  why: Deleveraged,
): LiquidationRecord => ({
  kind: 'deleveraged',
  id,
  time: at,
  symbol: contract.symbol,
  side: POSITION_SIDE_NAMES[why.positionSide],
  size: formatLots(contract, why.size),
  price: formatTicks(contract, why.price),
  rank: why.rank,
  holders: why.holders,
  group: why.group,
  score: formatDecimal(why.scorePpm, SCORE_DECIMALS),
  unrealizePnl: formatMoney(why.unrealisedPnl),
  openValue: formatMoney(why.openValue),
  notional: formatMoney(why.notional),
  equity: formatMoney(why.equity),
  leverage: why.leverage,
  bankruptOrder: String(why.bankruptOrder),
});

export const LIQUIDATIONS = ownGet('/perpetua/liquidations', [5, 10], {
  id: 'perpetuaLiquidations',
  request: WHY_QUERY,
  response: list(LIQUIDATION_RECORD),
  summary: 'Why one was liquidated or deleveraged',
  text: 'Every step with all numbers that went into it, newest first.',
  read: readWhy,
  format: (rows: readonly LiquidationRow[], _asked, { contractOf }) =>
    rows.map((row) => liquidationRecord(contractOf, row)),
});
