/** Who calls, and what the parsers must know of it. */
import { assert } from '../../domain/assert.ts';
import type { CommandOutcome } from '../../domain/command-outcome.ts';
import type { Contract } from '../../domain/contract.ts';
import type { ContractId } from '../../domain/ids.ts';
import { findLivingOrder, positionsAt, settingsAt } from '../../venue/read-account.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Caller } from '../../wire/caller.ts';
import type { PrivateCall } from '../call.ts';

/**
 * What the same call changed when it came before may be gone by now; its contract is remembered,
 * and that is all that reading the call again needs.
 */
export const callerOf = ({ venue, account, findContract, before }: PrivateCall): Caller => ({
  account,
  findContract,
  marginModeOf: (contract) => settingsAt(venue, account, contract).marginMode,
  findPosition: (id) => {
    const held = positionsAt(venue, account).find(({ position }) => position.id === id);
    if (held !== undefined) return { contract: held.contract.id, positionSide: held.position.side };
    const contract = contractBefore(before);
    return contract === undefined ? undefined : { contract, positionSide: 'long' };
  },
  findOrderContract: (id) => {
    const order = findLivingOrder(venue, id)?.order;
    if (order?.account === account) return contractAt(venue, order.contract);
    const contract = contractBefore(before);
    return contract === undefined ? undefined : contractAt(venue, contract);
  },
});

const contractBefore = (before: CommandOutcome | undefined): ContractId | undefined =>
  (before !== undefined && 'contract' in before ? before.contract : null) ?? undefined;

export function contractAt({ state }: Pick<Venue, 'state'>, id: ContractId): Contract {
  const contract = state.listings[id]?.contract;
  assert(contract !== undefined, 'no such contract is listed', id);
  return contract;
}
