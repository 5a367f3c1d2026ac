/**
 * Brings an account back to a clean start in one command: orders canceled, positions closed at the
 * mark against the treasury without fees, settings back to default, wallet exactly as told. The
 * treasury pays or takes the difference, so nothing is created or lost.
 */

import { TREASURY } from '../domain/account.ts';
import type { ResetAccount } from '../domain/command.ts';
import { DEPOSIT_MAX, MONEY_MAX } from '../domain/limits.ts';
import { minus, negate, plus, scaleDown } from '../domain/money.ts';
import { type Reject, reject, rejectAmount } from '../domain/reject.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Money, NO_MONEY } from '../domain/units.ts';
import { stopCountdown } from './advance-time.ts';
import { cancelEverything } from './cancel-orders.ts';
import { takeOver } from './close-forced.ts';
import { defaultLeverage } from './create-state.ts';
import { moveCash } from './manage-accounts.ts';
import { createVenueOrder } from './place-order.ts';
import { unwatch } from './risk-watch.ts';
import { checkSeasonMoney } from './season.ts';
import {
  type Account,
  type Desk,
  emit,
  findAccount,
  getAccount,
  sideAt,
  type VenueState,
} from './state.ts';

export function resetAccount(state: VenueState, command: ResetAccount): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (account.role !== 'trader') return reject('account-role-forbidden', { given: account.role });
  if (account.status === 'closed') return reject('account-closed');
  if (command.wallet < NO_MONEY || command.wallet > DEPOSIT_MAX)
    return rejectAmount('amount-invalid', command.wallet);
  const refused =
    checkSeasonMoney(account) ?? checkTreasury(state, minus(command.wallet, account.wallet));
  if (refused !== undefined) return refused;
  clearAccount(state, account, command.wallet);
  return undefined;
}

/** `renew` runs when the positions are gone and before the settings go back to their defaults. */
export function clearAccount(
  state: VenueState,
  account: Account,
  wallet: Money,
  renew: () => void = () => undefined,
): void {
  const ordersCanceled = cancelEverything(state, account, 'reset');
  let positionsCleared = 0;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    for (const side of ['long', 'short'] as const)
      positionsCleared += clearPosition(state, desk, side) ? 1 : 0;
  }
  renew();
  for (const desk of account.desks) if (desk !== undefined) resetSettings(state, desk);
  account.clientOrders.clear();
  const transferred = minus(wallet, account.wallet);
  if (transferred !== NO_MONEY) transferFromTreasury(state, account, transferred);
  emit(state, {
    kind: 'account-reset',
    account: account.id,
    ordersCanceled,
    positionsCleared,
    transferred,
    wallet: account.wallet,
  });
}

function clearPosition(state: VenueState, desk: Desk, positionSide: PositionSide): boolean {
  const { position } = sideAt(desk, positionSide);
  if (position === null) return false;
  const order = createVenueOrder(state, desk, {
    positionSide,
    effect: 'close',
    origin: 'reset',
    size: position.size,
    price: desk.listing.mark,
  });
  takeOver(state, order, TREASURY, 'reset');
  return true;
}

function resetSettings(state: VenueState, desk: Desk): void {
  stopCountdown(state, desk);
  const leverage = defaultLeverage(desk.account, desk.listing.contract);
  unwatch(desk.listing, desk.watch);
  desk.marginMode = 'cross';
  desk.crossLeverage = leverage;
  for (const side of [desk.long, desk.short]) {
    unwatch(desk.listing, side.watch);
    side.isolatedLeverage = leverage;
    side.autoTopUp = false;
  }
}

/**
 * The treasury may owe money, but the debt must fit into Money: an entry that overflows would stay
 * in the journal for good. Half of the range is reserved for the cost of clearing positions.
 */
export function checkTreasury(state: VenueState, amount: Money): Reject | undefined {
  const limit = plus(scaleDown(MONEY_MAX, 1, 2), getAccount(state, TREASURY).collateral);
  return amount > limit ? rejectAmount('amount-invalid', amount, limit) : undefined;
}

export function transferFromTreasury(state: VenueState, account: Account, amount: Money): void {
  const treasury = getAccount(state, TREASURY);
  moveCash(state, treasury, amount > NO_MONEY ? 'transfer-out' : 'transfer-in', negate(amount));
  moveCash(state, account, amount > NO_MONEY ? 'transfer-in' : 'transfer-out', amount);
}
