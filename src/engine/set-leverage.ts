/**
 * Leverage, margin mode and isolated margin of one account at one contract, and whether it nets
 * its positions.
 */

import type {
  AdjustIsolatedMargin,
  SetAutoTopUp,
  SetLeverage,
  SetMarginMode,
  SetPositionMode,
} from '../domain/command.ts';
import { initialMargin, notionalMaxAt } from '../domain/margin.ts';
import { greater, minus, negate, plus } from '../domain/money.ts';
import { type Reject, reject, rejectAmount } from '../domain/reject.ts';
import { type Money, NO_MONEY } from '../domain/units.ts';
import { moveIsolated } from './change-position.ts';
import { deskAt, leverageCap } from './create-state.ts';
import { checkStatus } from './prepare-order.ts';
import {
  crossEquity,
  crossInitial,
  freeCollateral,
  grossLots,
  isStale,
  leverageOf,
  notionalAtMark,
  pnlAtMark,
  positionSize,
} from './risk.ts';
import {
  type Account,
  type Desk,
  type DeskSide,
  emit,
  findAccount,
  findListing,
  keepDesk,
  sideAt,
  touch,
  type VenueState,
} from './state.ts';

export function setLeverage(state: VenueState, command: SetLeverage): Reject | undefined {
  const desk = findDesk(state, command);
  if ('reason' in desk) return desk;
  const refused = checkStatus(desk.account) ?? checkLeverage(desk, command);
  if (refused !== undefined) return refused;
  if (isSame(desk, command)) return announceLeverage(state, desk);
  if (hasOrders(desk))
    return reject('leverage-open-orders', {
      given: desk.working.count + desk.untriggered.count,
    });
  if (command.marginMode !== desk.marginMode && desk.holderPlace >= 0)
    return reject('margin-mode-in-use', { given: command.marginMode, limit: desk.marginMode });
  const stopped =
    desk.holderPlace < 0
      ? undefined
      : desk.marginMode === 'cross'
        ? checkCross(desk, command.longLeverage)
        : checkIsolated(desk, command);
  if (stopped !== undefined) return stopped;
  keepDesk(desk);
  desk.marginMode = command.marginMode;
  if (command.marginMode === 'cross') desk.crossLeverage = command.longLeverage;
  else {
    setIsolatedLeverage(state, desk, desk.long, command.longLeverage);
    setIsolatedLeverage(state, desk, desk.short, command.shortLeverage);
  }
  touch(state, desk.account);
  return announceLeverage(state, desk);
}

export function setMarginMode(state: VenueState, command: SetMarginMode): Reject | undefined {
  const desk = findDesk(state, command);
  if ('reason' in desk) return desk;
  const refused = checkStatus(desk.account);
  if (refused !== undefined) return refused;
  if (command.marginMode !== desk.marginMode) {
    const modes = { given: command.marginMode, limit: desk.marginMode };
    if (desk.holderPlace >= 0) return reject('margin-mode-in-use', modes);
    if (hasOrders(desk)) return reject('margin-mode-orders', modes);
    keepDesk(desk);
    desk.marginMode = command.marginMode;
  }
  emit(state, {
    kind: 'margin-mode-set',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    marginMode: desk.marginMode,
  });
  return undefined;
}

export function adjustIsolatedMargin(
  state: VenueState,
  command: AdjustIsolatedMargin,
): Reject | undefined {
  const desk = findDesk(state, command);
  if ('reason' in desk) return desk;
  const { position } = sideAt(desk, command.positionSide);
  const refused = checkStatus(desk.account);
  if (refused !== undefined) return refused;
  if (position === null) return reject('position-missing', { given: command.positionSide });
  if (desk.marginMode !== 'isolated') return reject('position-not-isolated');
  const { amount } = command;
  if (amount === NO_MONEY) return rejectAmount('amount-invalid', amount);
  const limit = amount > NO_MONEY ? freeCollateral(desk.account) : removableMargin(desk, command);
  if (amount > NO_MONEY && amount > limit)
    return rejectAmount('margin-insufficient', amount, greater(limit, NO_MONEY));
  if (amount < NO_MONEY && negate(amount) > limit)
    return rejectAmount('margin-removal-too-large', negate(amount), greater(limit, NO_MONEY));
  if (amount < NO_MONEY && isStale(desk.listing, state.now))
    return reject('index-stale', { given: desk.listing.contract.symbol });
  moveIsolated(desk, position, amount);
  touch(state, desk.account);
  announceMargin(state, desk, command.positionSide, amount, 'user');
  return undefined;
}

export function setAutoTopUp(state: VenueState, command: SetAutoTopUp): Reject | undefined {
  const desk = findDesk(state, command);
  if ('reason' in desk) return desk;
  keepDesk(desk);
  sideAt(desk, command.positionSide).autoTopUp = command.enabled;
  touch(state, desk.account);
  emit(state, {
    kind: 'auto-top-up-set',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    positionSide: command.positionSide,
    enabled: command.enabled,
  });
  return undefined;
}

function findDesk(
  state: VenueState,
  command: Pick<SetLeverage, 'account' | 'contract'>,
): Desk | Reject {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  const { contracts } = account.terms;
  if (contracts !== null && !contracts.includes(listing.contract.id))
    return reject('contract-not-permitted', { given: listing.contract.symbol });
  return deskAt(account, listing);
}

function checkLeverage(desk: Desk, command: SetLeverage): Reject | undefined {
  const { contract } = desk.listing;
  for (const leverage of [command.longLeverage, command.shortLeverage]) {
    if (!Number.isSafeInteger(leverage) || leverage < contract.leverageMin)
      return reject('leverage-invalid', { given: leverage, limit: contract.leverageMin });
    const cap = leverageCap(desk.account, contract);
    if (leverage > cap) return reject('leverage-above-cap', { given: leverage, limit: cap });
  }
  if (command.marginMode === 'cross' && command.longLeverage !== command.shortLeverage)
    return reject('leverage-sides-differ', {
      given: command.longLeverage,
      limit: command.shortLeverage,
    });
  return undefined;
}

function isSame(desk: Desk, command: SetLeverage): boolean {
  if (command.marginMode !== desk.marginMode) return false;
  return (
    leverageOf(desk, 'long') === command.longLeverage &&
    leverageOf(desk, 'short') === command.shortLeverage
  );
}

const hasOrders = (desk: Desk): boolean => desk.working.count + desk.untriggered.count > 0;

/** The account must afford the margin at the new leverage, and the tier must offer it. */
function checkCross(desk: Desk, leverage: number): Reject | undefined {
  const { account, listing } = desk;
  const held = notionalAtMark(desk, grossLots(desk));
  const cap = notionalMaxAt(listing.contract, leverage);
  if (held > cap) return rejectAmount('tier-limit', held, cap);
  const margins = (at: number): Money =>
    plus(
      initialMargin(notionalAtMark(desk, positionSize(desk.long)), at),
      initialMargin(notionalAtMark(desk, positionSize(desk.short)), at),
    );
  const initial = plus(
    minus(crossInitial(account), margins(desk.crossLeverage)),
    margins(leverage),
  );
  const free = minus(crossEquity(account), account.frozen);
  return free < initial ? rejectAmount('margin-insufficient', initial, free) : undefined;
}

function checkIsolated(desk: Desk, command: SetLeverage): Reject | undefined {
  const { contract } = desk.listing;
  let needed = NO_MONEY;
  for (const side of [desk.long, desk.short]) {
    const leverage = side.side === 'long' ? command.longLeverage : command.shortLeverage;
    const held = notionalAtMark(desk, positionSize(side));
    const cap = notionalMaxAt(contract, leverage);
    if (held > cap) return rejectAmount('tier-limit', held, cap);
    needed = plus(needed, missingMargin(side, leverage));
  }
  const free = freeCollateral(desk.account);
  return free < needed && needed > NO_MONEY
    ? rejectAmount('margin-insufficient', needed, greater(free, NO_MONEY))
    : undefined;
}

/** The margin that a lower leverage still needs. Raising leverage moves none. */
function missingMargin(side: DeskSide, leverage: number): Money {
  if (side.position === null) return NO_MONEY;
  const missing = minus(
    initialMargin(side.position.openValue, leverage),
    side.position.isolatedMargin,
  );
  return leverage < side.isolatedLeverage && missing > NO_MONEY ? missing : NO_MONEY;
}

function setIsolatedLeverage(
  state: VenueState,
  desk: Desk,
  side: DeskSide,
  leverage: number,
): void {
  const missing = missingMargin(side, leverage);
  side.isolatedLeverage = leverage;
  if (side.position === null || missing === NO_MONEY) return;
  moveIsolated(desk, side.position, missing);
  announceMargin(state, desk, side.side, missing, 'leverage');
}

/** The margin that may be taken out: what the leverage needs must stay, losses counted. */
function removableMargin(desk: Desk, command: AdjustIsolatedMargin): Money {
  const { position } = sideAt(desk, command.positionSide);
  if (position === null) return NO_MONEY;
  const atMark = notionalAtMark(desk, position.size);
  const basis = atMark > position.openValue ? atMark : position.openValue;
  const pnl = pnlAtMark(desk, position);
  const needed = initialMargin(basis, leverageOf(desk, command.positionSide));
  return minus(plus(position.isolatedMargin, pnl < NO_MONEY ? pnl : NO_MONEY), needed);
}

function announceMargin(
  state: VenueState,
  desk: Desk,
  positionSide: DeskSide['side'],
  amount: Money,
  cause: 'user' | 'leverage',
): void {
  emit(state, {
    kind: 'isolated-margin-moved',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    positionSide,
    cause,
    amount,
    isolatedMargin: sideAt(desk, positionSide).position?.isolatedMargin ?? NO_MONEY,
  });
}

function announceLeverage(state: VenueState, desk: Desk): undefined {
  emit(state, {
    kind: 'leverage-set',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    marginMode: desk.marginMode,
    longLeverage: leverageOf(desk, 'long'),
    shortLeverage: leverageOf(desk, 'short'),
  });
}

/** Orders and positions mean another thing in the other mode, so there may be none. */
export function setPositionMode(state: VenueState, command: SetPositionMode): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const { mode } = command;
  const refused = checkStatus(account);
  if (refused !== undefined) return refused;
  if (mode === account.positionMode) return reject('position-mode-same', { given: mode });
  const orders = countOrders(account);
  if (orders > 0) return reject('position-mode-orders', { given: orders });
  const positions = account.crossPositions + account.isolatedPositions;
  if (positions > 0) return reject('position-mode-positions', { given: positions });
  account.positionMode = mode;
  emit(state, { kind: 'position-mode-set', account: account.id, mode });
  return undefined;
}

function countOrders({ desks }: Account): number {
  let count = 0;
  for (const desk of desks) {
    if (desk !== undefined) count += desk.working.count + desk.untriggered.count;
  }
  return count;
}
