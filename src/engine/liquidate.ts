/**
 * Liquidation: the venue acts when a scope no longer covers its requirement. A scope is the whole
 * cross account or one isolated position. The steps, until the scope is safe again: cancel orders,
 * net hedged sides, reduce by tiers, close at the book down to the bankruptcy price, and hand the
 * rest to the insurance fund or, if the fund may not take it, to deleveraging.
 */

import { assert } from '../domain/assert.ts';
import { REDUCTION_ROUNDS_MAX } from '../domain/limits.ts';
import { findTierIndex, getTier } from '../domain/margin.ts';
import { countIn, minus, negate, times } from '../domain/money.ts';
import type { Position } from '../domain/position.ts';
import { type Lots, lots, MONEY_SCALE, type Money, money, NO_MONEY } from '../domain/units.ts';
import type { LiquidationStarted, RiskRow } from '../domain/why.ts';
import { closeAtBook, settleOutside } from './close-forced.ts';
import {
  topUp,
  type Unhealthy,
  type UnhealthyAccount,
  type UnhealthyPosition,
} from './evaluate-risk.ts';
import { cancelOrder } from './order-life.ts';
import { createVenueOrder } from './place-order.ts';
import { coverCrossDeficit } from './post.ts';
import {
  crossEquity,
  crossRequirement,
  crossWallet,
  deskRequirement,
  grossLots,
  holdsInCross,
  isolatedEquity,
  isolatedRequirement,
  notionalAtMark,
  pnlAtMark,
  positionSize,
  takerFeeOf,
} from './risk.ts';
import { settleFill } from './settle-fill.ts';
import { type Account, type Desk, emit, ordersOf, touch, type VenueState } from './state.ts';

/** Liquidates the subject, unless events since it was found have made it healthy. */
export function liquidate(state: VenueState, subject: Unhealthy): void {
  if (isHealthy(subject)) return;
  if (subject.scope === 'isolated') topUpAgain(state, subject);
  if (isHealthy(subject)) return;
  const { account } = subject;
  emit(state, startedEvent(subject));
  account.liquidating = true;
  if (subject.scope === 'cross') liquidateCross(state, subject);
  else liquidateIsolated(state, subject);
  account.liquidating = false;
  if (account.crossPositions === 0 && crossWallet(account) < NO_MONEY)
    coverCrossDeficit(state, account, negate(crossWallet(account)));
  emit(state, {
    kind: 'liquidation-ended',
    ...namesOf(subject),
    outcome: exists(subject) ? 'healthy' : 'flat',
    equity: equityOf(subject),
    requirement: requirementOf(subject),
    wallet: account.wallet,
  });
}

/** Earlier liquidations of this entry may have filled its account's orders and freed money. */
function topUpAgain(state: VenueState, { account, desk, side }: UnhealthyPosition): void {
  if (side.autoTopUp && side.position !== null && topUp(state, desk, side.position))
    touch(state, account);
}

const exists = (subject: Unhealthy): boolean =>
  subject.scope === 'cross' ? subject.account.crossPositions > 0 : subject.side.position !== null;

function equityOf(subject: Unhealthy): Money {
  if (subject.scope === 'cross') return crossEquity(subject.account);
  const { desk, side } = subject;
  return side.position === null ? NO_MONEY : isolatedEquity(desk, side.position);
}

function requirementOf(subject: Unhealthy): Money {
  if (subject.scope === 'cross') return crossRequirement(subject.account);
  const { desk, side } = subject;
  return side.position === null ? NO_MONEY : isolatedRequirement(desk, side.position);
}

const isHealthy = (subject: Unhealthy): boolean =>
  !exists(subject) || equityOf(subject) > requirementOf(subject);

/** Five percent above the requirement, so that the next tick does not bring it back. */
const isSafe = (subject: Unhealthy): boolean =>
  times(equityOf(subject), 100) > times(requirementOf(subject), 105);

function liquidateCross(state: VenueState, subject: UnhealthyAccount): void {
  const { account } = subject;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    for (const order of ordersOf(desk.working)) cancelOrder(state, order, 'liquidation');
  }
  netHedges(state, subject);
  for (let round = 0; round < REDUCTION_ROUNDS_MAX; round += 1) {
    if (isSafe(subject) || !reduceByTiers(state, account)) break;
  }
  while (exists(subject) && !isSafe(subject)) {
    const desk = largestRequirement(account);
    const position = desk.long.position ?? desk.short.position;
    assert(position !== null, 'a desk with a requirement has a position');
    burst(state, desk, position, subject);
  }
}

function liquidateIsolated(state: VenueState, subject: UnhealthyPosition): void {
  const { desk, side } = subject;
  for (const order of ordersOf(desk.working)) {
    if (order.positionSide === side.side || order.positionMode === 'net')
      cancelOrder(state, order, 'liquidation');
  }
  while (!isSafe(subject)) {
    if (side.position === null) return;
    burst(state, desk, side.position, subject);
  }
}

/**
 * Closes the smaller side of each hedge against the larger at the mark. This frees margin and
 * costs nothing.
 */
function netHedges(state: VenueState, subject: UnhealthyAccount): void {
  const hedged = crossDesks(subject.account)
    .map((desk) => ({
      desk,
      size: lots(Math.min(positionSize(desk.long), positionSize(desk.short))),
    }))
    .filter(({ size }) => size > 0)
    .map((row) => ({ ...row, notional: notionalAtMark(row.desk, row.size) }))
    .sort(
      (first, second) =>
        compare(second.notional, first.notional) ||
        first.desk.listing.contract.id - second.desk.listing.contract.id,
    );
  for (const { desk, size } of hedged) {
    if (isSafe(subject)) return;
    const price = desk.listing.mark;
    const terms = { effect: 'close', origin: 'reduction', size, price } as const;
    const maker = createVenueOrder(state, desk, { ...terms, positionSide: 'long' });
    const taker = createVenueOrder(state, desk, { ...terms, positionSide: 'short' });
    settleFill(state, { maker, taker, price, size, venue: 'netting' });
  }
}

/**
 * Reduces the contract with the largest requirement by two tiers. Returns whether one was in a high
 * enough tier and something could be sold.
 */
function reduceByTiers(state: VenueState, account: Account): boolean {
  const candidates = crossDesks(account)
    .filter((desk) => tierAt(desk) >= 2)
    .sort(byRequirement);
  const desk = candidates[0];
  if (desk === undefined) return false;
  const position = desk.long.position ?? desk.short.position;
  assert(position !== null, 'a desk in a tier has a position');
  const target = getTier(desk.listing.contract, tierAt(desk) - 2).notionalMax;
  const excess = minus(notionalAtMark(desk, grossLots(desk)), target);
  const perLot = notionalAtMark(desk, lots(1));
  const size = lots(Math.min(position.size, countIn(excess, perLot) + 1));
  const order = closeAtBook(state, desk, position, size, 'reduction');
  const sold = order.filled > 0;
  if (order.status === 'pending') cancelOrder(state, order, 'ioc-remainder');
  return sold;
}

/** Positions above this notional are closed in fifths, with a check of the scope between them. */
const SLICED_ABOVE = money(100_000n * MONEY_SCALE);
const SLICES = 5;

function burst(state: VenueState, desk: Desk, position: Position, subject: Unhealthy): void {
  const isLarge = notionalAtMark(desk, position.size) > SLICED_ABOVE;
  const slice = isLarge ? lots(Math.ceil(position.size / SLICES)) : position.size;
  while (position.size > 0 && !isSafe(subject)) {
    const size: Lots = lots(Math.min(slice, position.size));
    const order = closeAtBook(state, desk, position, size, 'liquidation');
    if (order.status === 'pending') settleOutside(state, order);
  }
}

function startedEvent(subject: Unhealthy): LiquidationStarted {
  const desks = subject.scope === 'cross' ? crossDesks(subject.account) : [subject.desk];
  return {
    kind: 'liquidation-started',
    ...namesOf(subject),
    backing: backingOf(subject),
    equity: equityOf(subject),
    requirement: requirementOf(subject),
    takerFees: desks.map((desk) => takerFeeOf(desk)),
    rows: desks.flatMap((desk) =>
      [desk.long, desk.short]
        .filter((side) => subject.scope === 'cross' || side === subject.side)
        .flatMap(({ position }) => (position === null ? [] : [riskRow(desk, position)])),
    ),
  };
}

/** How the events of a liquidation name their subject. */
const namesOf = (
  subject: Unhealthy,
): Pick<LiquidationStarted, 'account' | 'scope' | 'contract' | 'positionSide'> => ({
  account: subject.account.id,
  scope: subject.scope,
  contract: subject.scope === 'cross' ? null : subject.desk.listing.contract.id,
  positionSide: subject.scope === 'cross' ? null : subject.side.side,
});

/** The money behind the subject before unrealised results. */
const backingOf = (subject: Unhealthy): Money =>
  subject.scope === 'cross' || subject.side.position === null
    ? crossWallet(subject.account)
    : subject.side.position.isolatedMargin;

const riskRow = (desk: Desk, position: Position): RiskRow => ({
  contract: desk.listing.contract.id,
  positionSide: position.side,
  size: position.size,
  openValue: position.openValue,
  mark: desk.listing.mark,
  notional: notionalAtMark(desk, position.size),
  unrealisedPnl: pnlAtMark(desk, position),
});

const crossDesks = (account: Account): Desk[] => account.desks.filter(holdsInCross);

const tierAt = (desk: Desk): number =>
  findTierIndex(desk.listing.contract, notionalAtMark(desk, grossLots(desk)));

const byRequirement = (first: Desk, second: Desk): number =>
  compare(deskRequirement(second), deskRequirement(first)) ||
  first.listing.contract.id - second.listing.contract.id;

function largestRequirement(account: Account): Desk {
  const desk = crossDesks(account).sort(byRequirement)[0];
  assert(desk !== undefined, 'an account in liquidation has a position');
  return desk;
}

const compare = (first: Money, second: Money): number =>
  first < second ? -1 : first > second ? 1 : 0;
