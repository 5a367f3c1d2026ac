/**
 * Checks each account that an entry touched against its margin requirement. A healthy account is
 * watched at new marks; an unhealthy one is handed to liquidation.
 */

import { assert } from '../domain/assert.ts';
import { initialMargin } from '../domain/margin.ts';
import { greater, isStorable, lesser, minus, negate, plus, scaleDown } from '../domain/money.ts';
import type { Position } from '../domain/position.ts';
import { type Money, money, NO_MONEY } from '../domain/units.ts';
import { moveIsolated } from './change-position.ts';
import { coverCrossDeficit } from './post.ts';
import {
  crossSlack,
  crossWallet,
  freeCollateral,
  holdsInCross,
  isolatedEquity,
  isolatedRequirement,
  isPaused,
  leverageOf,
  notionalAtMark,
} from './risk.ts';
import { unwatch, watchDesk, watchNextMark, watchPosition } from './risk-watch.ts';
import { type Account, type Desk, type DeskSide, emit, type VenueState } from './state.ts';

/** The subject of a liquidation: a whole cross account, or one isolated position. */
export type Unhealthy = UnhealthyAccount | UnhealthyPosition;

export interface UnhealthyAccount {
  readonly scope: 'cross';
  readonly account: Account;
}

export interface UnhealthyPosition {
  readonly scope: 'isolated';
  readonly account: Account;
  readonly desk: Desk;
  readonly side: DeskSide;
}

/** Empties the list of touched accounts; returns the unhealthy, by account id. */
export function evaluateTouched(state: VenueState): Unhealthy[] {
  const unhealthy: Unhealthy[] = [];
  const { touched } = state;
  // A price wakes accounts in the order of a heap's layout. Events must not depend on that.
  sortById(touched);
  for (const account of touched) {
    account.isTouched = false;
    assertBalanced(account);
    if (account.role === 'trader' || account.role === 'house') evaluate(state, account, unhealthy);
  }
  touched.length = 0;
  // The fund may have paid a deficit just now. Its own sums are checked like everyone's.
  if (unhealthy.length > 1) unhealthy.sort((first, second) => first.account.id - second.account.id);
  return unhealthy;
}

/** A few as a rule, of which a general way of sorting would make copies. */
function sortById(accounts: Account[]): void {
  if (accounts.length > FEW) {
    accounts.sort((first, second) => first.id - second.id);
    return;
  }
  for (let at = 1; at < accounts.length; at += 1) {
    const account = accounts[at]!;
    let place = at;
    for (; place > 0 && accounts[place - 1]!.id > account.id; place -= 1)
      accounts[place] = accounts[place - 1]!;
    accounts[place] = account;
  }
}

const FEW = 16;

function evaluate(state: VenueState, account: Account, unhealthy: Unhealthy[]): void {
  if (account.isolatedPositions > 0) evaluateIsolated(state, account, unhealthy);
  if (account.crossPositions > 0) evaluateCross(state, account, unhealthy);
  else if (crossWallet(account) < NO_MONEY)
    coverCrossDeficit(state, account, negate(crossWallet(account)));
  if (!account.hasEnded) return;
  account.hasEnded = false;
  for (const desk of account.desks) if (desk !== undefined) dropIdleWatches(desk);
}

function evaluateCross(state: VenueState, account: Account, unhealthy: Unhealthy[]): void {
  const slack = crossSlack(account);
  if (slack > NO_MONEY) watchCross(account, slack);
  else if (!waitForPaused(state, account)) unhealthy.push({ scope: 'cross', account });
}

function watchCross(account: Account, slack: Money): void {
  let shares = 0;
  for (const desk of account.desks) if (holdsInCross(desk)) shares += 1;
  const part = shares === 1 ? slack : scaleDown(slack, 1, shares);
  for (const desk of account.desks) if (holdsInCross(desk)) watchDesk(desk, part);
}

/** If a contract it holds is paused, the account waits for that contract's next mark. */
function waitForPaused(state: VenueState, account: Account): boolean {
  const held = account.desks.filter(holdsInCross);
  const paused = held.filter((desk) => isPaused(desk.listing, state.now));
  if (paused.length === 0) return false;
  for (const desk of held) unwatch(desk.listing, desk.watch);
  for (const desk of paused) watchNextMark(desk.listing, desk.watch);
  return true;
}

function evaluateIsolated(state: VenueState, account: Account, unhealthy: Unhealthy[]): void {
  for (const desk of account.desks) {
    if (desk === undefined || desk.holderPlace < 0 || desk.marginMode !== 'isolated') continue;
    evaluatePosition(state, desk, desk.long, unhealthy);
    evaluatePosition(state, desk, desk.short, unhealthy);
  }
}

function evaluatePosition(
  state: VenueState,
  desk: Desk,
  side: DeskSide,
  unhealthy: Unhealthy[],
): void {
  const { position } = side;
  if (position === null) return;
  let slack = minus(isolatedEquity(desk, position), isolatedRequirement(desk, position));
  if (slack <= NO_MONEY && isPaused(desk.listing, state.now)) {
    // Nobody is liquidated now, so there is nothing to top up for yet.
    watchNextMark(desk.listing, side.watch);
    return;
  }
  if (slack <= NO_MONEY && side.autoTopUp && topUp(state, desk, position))
    slack = minus(isolatedEquity(desk, position), isolatedRequirement(desk, position));
  if (slack > NO_MONEY) watchPosition(desk, side, slack);
  else unhealthy.push({ scope: 'isolated', account: desk.account, desk, side });
}

function dropIdleWatches(desk: Desk): void {
  const isCross = desk.marginMode === 'cross';
  if (desk.holderPlace < 0 || !isCross) unwatch(desk.listing, desk.watch);
  if (desk.long.position === null || isCross) unwatch(desk.listing, desk.long.watch);
  if (desk.short.position === null || isCross) unwatch(desk.listing, desk.short.watch);
}

/** Collateral, wallet and open values agree, and so do the isolated margins. */
function assertBalanced(account: Account): void {
  let wallet: Money = account.collateral;
  let isolated = NO_MONEY;
  for (const desk of account.desks) {
    if (desk === undefined || desk.holderPlace < 0) continue;
    const { long, short } = desk;
    if (long.position !== null) {
      wallet = plus(wallet, long.position.openValue);
      isolated = plus(isolated, long.position.isolatedMargin);
    }
    if (short.position !== null) {
      wallet = minus(wallet, short.position.openValue);
      isolated = plus(isolated, short.position.isolatedMargin);
    }
  }
  assert(wallet === account.wallet, 'a wallet does not match its collateral', account.id);
  assert(isStorable(wallet), 'a wallet overflows', account.id);
  assert(isolated === account.isolated, 'isolated margins do not add up', account.id);
}

/**
 * An isolated position with automatic top-up takes from the wallet what brings it back to its
 * margin, or all that is free if that is less. Returns whether it took any.
 */
export function topUp(state: VenueState, desk: Desk, position: Position): boolean {
  const leverage = leverageOf(desk, position.side);
  const initial = initialMargin(notionalAtMark(desk, position.size), leverage);
  // A position that grew into a higher tier may have to keep more than its leverage once asked.
  const alive = plus(isolatedRequirement(desk, position), money(1));
  const wanted = minus(greater(initial, alive), isolatedEquity(desk, position));
  const free = freeCollateral(desk.account);
  const amount = lesser(free, wanted);
  if (amount <= NO_MONEY) return false;
  moveIsolated(desk, position, amount);
  emit(state, {
    kind: 'isolated-margin-moved',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    positionSide: position.side,
    cause: 'top-up',
    amount,
    isolatedMargin: position.isolatedMargin,
  });
  return true;
}
