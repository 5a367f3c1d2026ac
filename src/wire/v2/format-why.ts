/** The explanations of the venue in the forms of its wire. */
import type { Contract } from '../../domain/contract.ts';
import { notionalOf } from '../../domain/contract.ts';
import { fundingPayment } from '../../domain/funding.ts';
import type { BillRow, FundingRow, LiquidationRow } from '../../domain/history.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { PositionSide } from '../../domain/side.ts';
import { FUNDING_SCALE, type Lots, lots, money, ppm } from '../../domain/units.ts';
import { formatDecimal, formatShort } from '../decimal.ts';
import { formatFundingRate, formatLots, formatMoney, formatPpm, formatTicks } from '../quantity.ts';
import { POSITION_SIDE_NAMES } from '../words.ts';
import { MARGIN_MODE_NAMES } from './codes.ts';
import type { FundingPaymentRecord, LiquidationRecord, TiersRecord } from './extension-records.ts';

export type ContractOf = (id: ContractId) => Contract;

const SCORE_DECIMALS = 6;
const SIDES: readonly PositionSide[] = ['long', 'short'];

export const tiersRecord = (contract: Contract): TiersRecord => ({
  symbol: contract.symbol,
  tiers: contract.tiers.map(({ notionalMax, leverageMax, maintenanceRate }) => ({
    notionalMax: formatShort(notionalMax, 8),
    maxLeverage: leverageMax,
    maintenanceRate: formatPpm(maintenanceRate),
  })),
});

export function liquidationRecord(find: ContractOf, row: LiquidationRow): LiquidationRecord {
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

/** `settled` is the settlement that the bill belongs to. */
export function fundingPaymentRecord(
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

/**
 * The position whose payment this is. Bills keep no sizes, but the formula can be turned round: of
 * the sizes near the quotient, the one that pays exactly this.
 */
function findPaying(
  contract: Contract,
  { amount }: BillRow,
  { mark, rate }: FundingRow,
): { readonly side: PositionSide; readonly size: Lots } | undefined {
  const perLot = notionalOf(contract, mark, lots(1)) * BigInt(rate);
  if (perLot === 0n) return undefined;
  const near = (-amount * FUNDING_SCALE) / perLot;
  const count = Number(near < 0n ? -near : near);
  for (const side of SIDES)
    for (const size of [count, count - 1, count + 1].map(lots))
      if (
        size > 0 &&
        fundingPayment(side, notionalOf(contract, mark, size), rate) === money(-amount)
      )
        return { side, size };
  return undefined;
}
