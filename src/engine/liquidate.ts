/**
 * Liquidation: what the venue does when a scope no longer covers its requirement. A scope is the
 * whole cross account or one isolated position. Step by step, stopping as soon as the scope is safe
 * again: cancel orders, net hedged sides, reduce by tiers, close at the book down to the bankruptcy
 * price, hand the rest to the insurance fund or, where it may not take it, to deleveraging.
 */
import { assert } from '../domain/assert.ts';
import { REDUCTION_ROUNDS_MAX } from '../domain/limits.ts';
import { findTierIndex, getTier } from '../domain/margin.ts';
import type { Position } from '../domain/position.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Lots, lots, MONEY_SCALE, type Money, money } from '../domain/units.ts';
import type { LiquidationStarted, RiskRow } from '../domain/why.ts';
import { closeAtBook, settleOutside } from './close-forced.ts';
import { coverCrossDeficit } from './cover-deficit.ts';
import type { Unhealthy } from './evaluate-risk.ts';
import { cancelOrder } from './order-life.ts';
import { ordersOf } from './order-list.ts';
import { createVenueOrder } from './place-order.ts';
import {
  crossEquity,
  crossRequirement,
  crossWallet,
  deskRequirement,
  grossLots,
  isolatedEquity,
  isolatedRequirement,
  notionalAtMark,
  pnlAtMark,
  positionSize,
  takerFeeOf,
} from './risk.ts';
import { settleFill } from './settle-fill.ts';
import { type Account, type Desk, emit, sideAt, touch, type VenueState } from './state.ts';
import { topUp } from './top-up.ts';

/** Liquidates the scope, unless what happened since it was found has made it healthy. */
export function liquidate(state: VenueState, unhealthy: Unhealthy): void {
  const scope = scopeOf(unhealthy);
  const isHealthy = (): boolean => !scope.exists() || scope.equity() > scope.requirement();
  if (isHealthy()) return;
  topUpAgain(state, unhealthy);
  if (isHealthy()) return;
  const { account } = unhealthy;
  emit(state, startedEvent(unhealthy, scope));
  account.liquidating = true;
  if (unhealthy.isolated === null) liquidateCross(state, account, scope);
  else liquidateIsolated(state, unhealthy.isolated, scope);
  account.liquidating = false;
  if (account.crossPositions === 0 && crossWallet(account) < 0n)
    coverCrossDeficit(state, account, money(-crossWallet(account)));
  emit(state, {
    kind: 'liquidation-ended',
    account: account.id,
    scope: unhealthy.isolated === null ? 'cross' : 'isolated',
    contract: unhealthy.isolated?.desk.listing.contract.id ?? null,
    positionSide: unhealthy.isolated?.side ?? null,
    outcome: scope.exists() ? 'healthy' : 'flat',
    equity: scope.equity(),
    requirement: scope.requirement(),
    wallet: account.wallet,
  });
}

/** The liquidations before this one may have filled its orders and left it money to live on. */
function topUpAgain(state: VenueState, { account, isolated }: Unhealthy): void {
  if (isolated === null) return;
  const { desk } = isolated;
  const { autoTopUp, position } = sideAt(desk, isolated.side);
  if (autoTopUp && position !== null && topUp(state, desk, position)) touch(state, account);
}

interface Scope {
  readonly exists: () => boolean;
  readonly equity: () => Money;
  readonly requirement: () => Money;
  /** Above the requirement by a margin, so that the next tick does not bring it back. */
  readonly isSafe: () => boolean;
}

function scopeOf({ account, isolated }: Unhealthy): Scope {
  const position = (): Position | null =>
    isolated === null ? null : sideAt(isolated.desk, isolated.side).position;
  const equity = (): Money => {
    if (isolated === null) return crossEquity(account);
    const held = position();
    return held === null ? money(0n) : isolatedEquity(isolated.desk, held);
  };
  const requirement = (): Money => {
    if (isolated === null) return crossRequirement(account);
    const held = position();
    return held === null ? money(0n) : isolatedRequirement(isolated.desk, held);
  };
  return {
    exists: () => (isolated === null ? account.crossPositions > 0 : position() !== null),
    equity,
    requirement,
    isSafe: () => equity() * 100n > requirement() * 105n,
  };
}

function liquidateCross(state: VenueState, account: Account, scope: Scope): void {
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    for (const order of ordersOf(desk.working)) cancelOrder(state, order, 'liquidation');
  }
  netHedges(state, account, scope);
  for (let round = 0; round < REDUCTION_ROUNDS_MAX; round += 1) {
    if (scope.isSafe() || !reduceByTiers(state, account)) break;
  }
  while (scope.exists() && !scope.isSafe()) {
    const desk = largestRequirement(account);
    const position = desk.long.position ?? desk.short.position;
    assert(position !== null, 'a desk with a requirement has a position');
    burst(state, desk, position, scope);
  }
}

function liquidateIsolated(
  state: VenueState,
  isolated: { readonly desk: Desk; readonly side: PositionSide },
  scope: Scope,
): void {
  const { desk, side } = isolated;
  for (const order of ordersOf(desk.working)) {
    if (order.positionSide === side) cancelOrder(state, order, 'liquidation');
  }
  while (!scope.isSafe()) {
    const { position } = sideAt(desk, side);
    if (position === null) return;
    burst(state, desk, position, scope);
  }
}

/**
 * Closes the smaller side of each hedge against the larger at the mark: frees margin, costs
 * nothing.
 */
function netHedges(state: VenueState, account: Account, scope: Scope): void {
  const hedged = crossDesks(account)
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
    if (scope.isSafe()) return;
    const price = desk.listing.mark;
    const terms = { effect: 'close', origin: 'reduction', size, price } as const;
    const maker = createVenueOrder(state, desk, { ...terms, positionSide: 'long' });
    const taker = createVenueOrder(state, desk, { ...terms, positionSide: 'short' });
    settleFill(state, { maker, taker, price, size, venue: 'netting' });
  }
}

/**
 * The contract with the largest requirement comes down two tiers. Returns whether anything was in a
 * tier high enough and could be sold.
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
  const excess = notionalAtMark(desk, grossLots(desk)) - target;
  const perLot = notionalAtMark(desk, lots(1));
  const size = lots(Math.min(position.size, Number(excess / perLot) + 1));
  const order = closeAtBook(state, desk, position, size, 'reduction');
  const sold = order.filled > 0;
  if (order.status === 'pending') cancelOrder(state, order, 'ioc-remainder');
  return sold;
}

/** Positions above this notional are closed in fifths, looking up between them. */
const SLICED_ABOVE = 100_000n * MONEY_SCALE;
const SLICES = 5;

function burst(state: VenueState, desk: Desk, position: Position, scope: Scope): void {
  const isLarge = notionalAtMark(desk, position.size) > SLICED_ABOVE;
  const slice = isLarge ? lots(Math.ceil(position.size / SLICES)) : position.size;
  while (position.size > 0 && !scope.isSafe()) {
    const size: Lots = lots(Math.min(slice, position.size));
    const order = closeAtBook(state, desk, position, size, 'liquidation');
    if (order.status === 'pending') settleOutside(state, order);
  }
}

function startedEvent(unhealthy: Unhealthy, scope: Scope): LiquidationStarted {
  const { account, isolated } = unhealthy;
  const desks = isolated === null ? crossDesks(account) : [isolated.desk];
  const rows = desks.flatMap((desk) =>
    [desk.long.position, desk.short.position]
      .filter((position) => position !== null)
      .filter((position) => isolated === null || position.side === isolated.side)
      .map((position) => riskRow(desk, position)),
  );
  const position = isolated === null ? null : sideAt(isolated.desk, isolated.side).position;
  return {
    kind: 'liquidation-started',
    account: account.id,
    scope: isolated === null ? 'cross' : 'isolated',
    contract: isolated?.desk.listing.contract.id ?? null,
    positionSide: isolated?.side ?? null,
    backing: position === null ? crossWallet(account) : position.isolatedMargin,
    equity: scope.equity(),
    requirement: scope.requirement(),
    takerFees: desks.map((desk) => takerFeeOf(desk)),
    rows,
  };
}

const riskRow = (desk: Desk, position: Position): RiskRow => ({
  contract: desk.listing.contract.id,
  positionSide: position.side,
  size: position.size,
  openValue: position.openValue,
  mark: desk.listing.mark,
  notional: notionalAtMark(desk, position.size),
  unrealisedPnl: pnlAtMark(desk, position),
});

const crossDesks = (account: Account): Desk[] =>
  account.desks.filter(
    (desk): desk is Desk =>
      desk !== undefined && desk.holderPlace >= 0 && desk.marginMode === 'cross',
  );

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

const compare = (first: bigint, second: bigint): number =>
  first < second ? -1 : first > second ? 1 : 0;
