/** Opens accounts, sets their terms and status, and moves money in and out of the venue. */

import { type AccountStatus, type AccountTerms, withLatency } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type {
  Deposit,
  OpenAccount,
  SetAccountStatus,
  SetAccountTerms,
  SetLatency,
  Withdraw,
} from '../domain/command.ts';
import { isTierSound } from '../domain/contract.ts';
import { accountId } from '../domain/ids.ts';
import { checkLatency } from '../domain/latency.ts';
import { DEPOSIT_MAX, ID_MAX, MONEY_MAX } from '../domain/limits.ts';
import { greater, negate, plus, plusTotal } from '../domain/money.ts';
import { type Reject, reject, rejectAmount } from '../domain/reject.ts';
import type { PositionSide } from '../domain/side.ts';
import { type Money, NO_MONEY } from '../domain/units.ts';
import { cancelEverything } from './cancel-orders.ts';
import { closePositions } from './close-positions.ts';
import { createAccount, leverageCap } from './create-state.ts';
import { postCash } from './post.ts';
import { crossWallet, freeCollateral, leverageOf } from './risk.ts';
import { checkSeasonLatency, checkSeasonMoney, checkSeasonTerms } from './season.ts';
import {
  type Account,
  type Desk,
  emit,
  findAccount,
  ordersOf,
  sideAt,
  touch,
  type VenueState,
} from './state.ts';

export function openAccount(state: VenueState, command: OpenAccount): Reject | undefined {
  const refused = checkTerms(state, command.terms);
  if (refused !== undefined) return refused;
  assert(state.nextAccount < ID_MAX, 'account ids are used up');
  const account = createAccount(state, accountId(state.nextAccount), command.role, command.terms);
  account.positionMode = command.positionMode ?? 'hedge';
  state.nextAccount += 1;
  state.accounts[account.id] = account;
  emit(state, {
    kind: 'account-opened',
    account: account.id,
    role: account.role,
    terms: account.terms,
    positionMode: account.positionMode,
  });
  return undefined;
}

export function setAccountTerms(state: VenueState, command: SetAccountTerms): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (!isOrdinary(account)) return reject('account-role-forbidden', { given: account.role });
  const refused =
    checkSeasonTerms(account) ??
    checkTerms(state, command.terms) ??
    checkLeverages(account, command.terms);
  if (refused !== undefined) return refused;
  account.terms = command.terms;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    const cap = leverageCap(account, desk.listing.contract);
    desk.crossLeverage = Math.min(desk.crossLeverage, cap);
    desk.long.isolatedLeverage = Math.min(desk.long.isolatedLeverage, cap);
    desk.short.isolatedLeverage = Math.min(desk.short.isolatedLeverage, cap);
  }
  touch(state, account);
  emit(state, { kind: 'account-terms-set', account: account.id, terms: account.terms });
  return undefined;
}

export function setLatency(state: VenueState, command: SetLatency): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (!isOrdinary(account)) return reject('account-role-forbidden', { given: account.role });
  const refused = checkSeasonLatency(account) ?? checkLatency(command.latency);
  if (refused !== undefined) return refused;
  account.terms = withLatency(account.terms, command.latency);
  touch(state, account);
  emit(state, { kind: 'account-terms-set', account: account.id, terms: account.terms });
  return undefined;
}

export function setAccountStatus(state: VenueState, command: SetAccountStatus): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (!isOrdinary(account)) return reject('account-role-forbidden', { given: account.role });
  if (account.status === 'closed') return reject('account-closed');
  const enrolled = checkSeasonTerms(account);
  if (enrolled !== undefined) return enrolled;
  const holds =
    account.crossPositions + account.isolatedPositions > 0 || account.wallet !== NO_MONEY;
  if (command.status === 'closed' && holds)
    return rejectAmount('account-not-empty', account.wallet);
  changeStatus(state, account, command.status, command.note);
  return undefined;
}

/**
 * Leaving `active` cancels every order; a disqualified account's positions are closed at market
 * too.
 */
export function changeStatus(
  state: VenueState,
  account: Account,
  status: AccountStatus,
  note: string,
): void {
  if (status !== 'active') cancelEverything(state, account, 'account-status');
  if (status === 'disqualified' && account.status !== 'disqualified') {
    // The venue sends these closes, so the frozen status of the holder does not stop them.
    account.status = 'active';
    closePositions(state, { kind: 'close-positions', account: account.id, contract: null });
  }
  account.status = status;
  emit(state, { kind: 'account-status-changed', account: account.id, status, note });
}

export function deposit(state: VenueState, command: Deposit): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  if (account.status === 'closed') return reject('account-closed');
  const enrolled = checkSeasonMoney(account);
  if (enrolled !== undefined) return enrolled;
  const { amount } = command;
  const held = account.wallet > account.collateral ? account.wallet : account.collateral;
  if (amount <= NO_MONEY || amount > DEPOSIT_MAX || plus(held, amount) > MONEY_MAX)
    return rejectAmount('amount-invalid', amount);
  state.depositsNet = plusTotal(state.depositsNet, amount);
  moveCash(state, account, 'deposit', amount);
  return undefined;
}

/** Unrealised profit cannot be withdrawn, nor the margin of orders and positions. */
export function withdraw(state: VenueState, command: Withdraw): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const { amount } = command;
  if (amount <= NO_MONEY) return rejectAmount('amount-invalid', amount);
  const enrolled = checkSeasonMoney(account);
  if (enrolled !== undefined) return enrolled;
  const free = freeCollateral(account);
  const cash = crossWallet(account);
  const limit = free < cash ? free : cash;
  if (amount > limit)
    return rejectAmount('amount-above-available', amount, greater(limit, NO_MONEY));
  state.depositsNet = plusTotal(state.depositsNet, negate(amount));
  moveCash(state, account, 'withdrawal', negate(amount));
  return undefined;
}

/** One leg with its event. */
export function moveCash(
  state: VenueState,
  account: Account,
  reason: 'deposit' | 'withdrawal' | 'transfer-in' | 'transfer-out',
  amount: Money,
): void {
  postCash(state, account, reason, amount);
  touch(state, account);
  emit(state, {
    kind: 'collateral-moved',
    account: account.id,
    reason,
    amount,
    wallet: account.wallet,
    collateral: account.collateral,
  });
}

const isOrdinary = (account: Account): boolean =>
  account.role === 'trader' || account.role === 'house';

/** A taker fee that leaves no room between opening and liquidation at some tier is refused. */
export function checkTerms(state: VenueState, terms: AccountTerms): Reject | undefined {
  const { makerFee, takerFee, leverageMax, contracts, latency } = terms;
  const isRate = (rate: number | null): boolean => rate === null || Number.isSafeInteger(rate);
  if (!isRate(makerFee) || !isRate(takerFee) || (takerFee ?? 0) < 0)
    return reject('fee-rate-invalid', { given: takerFee ?? 'none' });
  for (const { contract } of state.listings) {
    const taker = takerFee ?? contract.takerFee;
    if (!contract.tiers.every((tier) => isTierSound(tier, taker)))
      return reject('fee-rate-invalid', { given: taker, limit: contract.takerFee });
    if ((makerFee ?? contract.makerFee) < -taker)
      return reject('fee-rate-invalid', { given: makerFee ?? 'none', limit: -taker });
  }
  if (leverageMax !== null && (!Number.isSafeInteger(leverageMax) || leverageMax < 1))
    return reject('leverage-invalid', { given: leverageMax, limit: 1 });
  const unknown = contracts?.find((id) => state.listings[id] === undefined);
  if (unknown !== undefined) return reject('contract-unknown', { given: unknown });
  return latency && checkLatency(latency);
}

/** A lower cap is refused while positions or orders use a higher leverage. */
function checkLeverages(account: Account, terms: AccountTerms): Reject | undefined {
  const cap = terms.leverageMax ?? Number.MAX_SAFE_INTEGER;
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    for (const side of ['long', 'short'] as const) {
      const chosen = leverageOf(desk, side);
      if (chosen > cap && isInUse(desk, side))
        return reject('leverage-open-orders', { given: chosen, limit: cap });
    }
  }
  return undefined;
}

const isInUse = (desk: Desk, side: PositionSide): boolean =>
  sideAt(desk, side).position !== null ||
  [...ordersOf(desk.working), ...ordersOf(desk.untriggered)].some(
    (order) => order.positionSide === side,
  );
