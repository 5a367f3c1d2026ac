/** Switches an account between hedge and net mode, for all contracts at once. */
import type { SetPositionMode } from '../domain/command.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { checkStatus } from './prepare-order.ts';
import { type Account, emit, findAccount, type VenueState } from './state.ts';

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
