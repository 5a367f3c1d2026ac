/** perpetua/liquidations: why a position was liquidated, with all the numbers. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { LiquidationRow } from '../../../domain/history.ts';
import type { ContractId } from '../../../domain/ids.ts';
import { ppm } from '../../../domain/units.ts';
import { formatDecimal, formatLots, formatMoney, formatPpm, formatTicks } from '../../quantity.ts';
import {
  decimal,
  idText,
  integer,
  list,
  moment,
  nullable,
  record,
  word,
} from '../../record-field.ts';
import { POSITION_SIDE_NAMES } from '../../words.ts';
import { MARGIN_MODE_NAMES } from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import {
  amountText,
  price,
  readWhy,
  scope,
  side,
  size,
  symbolText,
  WHY_QUERY,
} from './why-fields.ts';

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
  positions: list(
    record({
      symbol: symbolText(),
      side: side(),
      size: size('Size in the base coin'),
      openValue: amountText('What it cost'),
      mark: price('Mark price then'),
      notional: amountText('Size at the mark'),
      unrealizePnl: amountText('What closing at the mark would have realised'),
      takerFeeRate: decimal('Taker fee rate', '0.0008'),
    }),
  ),
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
export type LiquidationRecord = Static<typeof LIQUIDATION_RECORD>;

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

export const LIQUIDATIONS = ownGet([5, 10], {
  id: 'perpetuaLiquidations',
  path: '/perpetua/liquidations',
  request: WHY_QUERY,
  response: list(LIQUIDATION_RECORD),
  summary: 'Why one was liquidated or deleveraged',
  text: 'Every step with all numbers that went into it, newest first.',
  read: readWhy,
  format: (rows: readonly LiquidationRow[], _asked, { contractOf }) =>
    rows.map((row) => liquidationRecord(contractOf, row)),
});
