/** Who calls, and what the parsers must know of it. */
import { assert } from '../../domain/assert.ts';
import type { Contract } from '../../domain/contract.ts';
import type { ContractId } from '../../domain/ids.ts';
import { findLivingOrder, positionsAt, settingsAt } from '../../venue/read-account.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Caller } from '../../wire/caller.ts';
import type { PrivateCall } from '../call.ts';

export const callerOf = ({ venue, account, findContract }: PrivateCall): Caller => ({
  account,
  findContract,
  marginModeOf: (contract) => settingsAt(venue, account, contract).marginMode,
  findPosition: (id) => {
    const held = positionsAt(venue, account).find(({ position }) => position.id === id);
    return held && { contract: held.contract.id, positionSide: held.position.side };
  },
  findOrderContract: (id) => {
    const order = findLivingOrder(venue, id)?.order;
    return order?.account === account ? contractAt(venue, order.contract) : undefined;
  },
});

export function contractAt({ state }: Pick<Venue, 'state'>, id: ContractId): Contract {
  const contract = state.listings[id]?.contract;
  assert(contract !== undefined, 'no such contract is listed', id);
  return contract;
}
