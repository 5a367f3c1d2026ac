/** One side of a fill, as it changes an entrant's holding and score. */

import type { FillSettled } from '../domain/event.ts';
import { changesOf, type FillSide } from '../domain/fill.ts';
import { DAY } from '../domain/limits.ts';
import { minus, plus, wholeDown } from '../domain/money.ts';
import { type Millis, type Money, NO_MONEY, toBigInt } from '../domain/units.ts';
import {
  dropHeld,
  equityAt,
  grossAt,
  type HoldingPosition,
  keepHeld,
  type LotValues,
} from './holding.ts';
import { RATIO_SCALE } from './score.ts';
import type { EntrantRecord } from './season-record.ts';

export interface FillMoment {
  readonly at: Millis;
  readonly startedAt: Millis;
  readonly lotValues: LotValues;
}

export function foldFill(
  entrant: EntrantRecord,
  fill: FillSettled,
  side: FillSide,
  moment: FillMoment,
): void {
  const { score, holding } = entrant;
  const { at, startedAt } = moment;
  score.turnover = plus(score.turnover, fill.value);
  score.fills += 1;
  score.fees = plus(score.fees, side.fee);
  score.liquidationFees = plus(score.liquidationFees, side.liquidationFee);
  const day = wholeDown(at - startedAt, DAY);
  if (day !== score.lastActiveDay) score.activeDays += 1;
  score.lastActiveDay = day;
  holding.collateral = side.collateral;
  for (const change of changesOf(fill, side)) moveHeld(entrant, fill, change.side, at);
  if (holding.positions.length > 0) holding.exposedSince ??= at;
  else noteExposure(entrant, at);
  noteLeverage(entrant, moment.lotValues, equityAt(holding, moment.lotValues));
}

function moveHeld(
  entrant: EntrantRecord,
  { contract }: FillSettled,
  side: FillSide,
  at: Millis,
): void {
  const held = keepHeld(entrant.holding, contract, side.positionSide);
  held.result = minus(minus(plus(held.result, side.realisedPnl), side.fee), side.liquidationFee);
  if (side.effect === 'open') growHeld(held, side, at);
  else shrinkHeld(entrant, held, side, at);
}

function growHeld(held: HoldingPosition, side: FillSide, at: Millis): void {
  held.moment += (toBigInt(side.openValue) - toBigInt(held.openValue)) * BigInt(at);
  held.openValue = side.openValue;
  held.size = side.positionSize;
}

/** The closed part takes its share of the mean entry time; rounding down leaves the rest. */
function shrinkHeld(
  entrant: EntrantRecord,
  held: HoldingPosition,
  side: FillSide,
  at: Millis,
): void {
  const { score, holding } = entrant;
  const closed = toBigInt(held.openValue) - toBigInt(side.openValue);
  const moment =
    held.openValue === NO_MONEY || side.positionSize === 0
      ? held.moment
      : (held.moment * closed) / toBigInt(held.openValue);
  score.closedValue += closed;
  score.heldValueMillis += closed * BigInt(at) - moment;
  held.moment -= moment;
  held.openValue = side.openValue;
  held.size = side.positionSize;
  if (held.size > 0) return;
  score.roundTrips += 1;
  if (held.result > NO_MONEY) score.wins += 1;
  dropHeld(holding, held);
}

/** Counts the time with a position up to now. */
export function noteExposure({ score, holding }: EntrantRecord, at: Millis): void {
  if (holding.exposedSince === null) return;
  score.exposedMillis += Math.max(0, at - holding.exposedSince);
  holding.exposedSince = holding.positions.length > 0 ? at : null;
}

/** Without equity there is no meaningful leverage. */
export function noteLeverage(
  { score, holding }: EntrantRecord,
  lotValues: LotValues,
  equity: Money,
): void {
  if (holding.positions.length === 0 || equity <= NO_MONEY) return;
  const leverage = (toBigInt(grossAt(holding, lotValues)) * RATIO_SCALE) / toBigInt(equity);
  if (leverage > score.leverageMax) score.leverageMax = leverage;
}
