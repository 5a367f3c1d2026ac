/** Who calls, and what an endpoint must know of it to read the call and to put the answer. */
import { assert } from '../../domain/assert.ts';
import type { CommandOutcome } from '../../domain/command-outcome.ts';
import type { Contract } from '../../domain/contract.ts';
import type { ContractId } from '../../domain/ids.ts';
import { findLivingOrder, positionsAt, settingsAt } from '../../venue/read-account.ts';
import { venueTime } from '../../venue/read-market.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Caller, Visitor } from '../../wire/caller.ts';
import type { Call, PrivateCall } from '../call.ts';

/**
 * What the same call changed when it came before may be gone by now; its contract is remembered,
 * and that is all that reading the call again needs.
 */
export const callerOf = (call: PrivateCall): Caller => {
  const { venue, account, before } = call;
  return {
    account,
    ...visitorOf(call),
    marginModeOf: (contract) => settingsAt(venue, account, contract).marginMode,
    findPosition: (id) => {
      const held = positionsAt(venue, account).find(({ position }) => position.id === id);
      if (held !== undefined)
        return { contract: held.contract.id, positionSide: held.position.side };
      const contract = contractBefore(before);
      return contract === undefined ? undefined : { contract, positionSide: 'long' };
    },
    findOrderContract: (id) => {
      const order = findLivingOrder(venue, id)?.order;
      if (order?.account === account) return contractAt(venue, order.contract);
      const contract = contractBefore(before);
      return contract === undefined ? undefined : contractAt(venue, contract);
    },
  };
};

/** Of a call that needs no key. */
export const visitorOf = ({ venue, findContract, locale, now }: Call): Visitor => ({
  findContract,
  contractOf: (id) => contractAt(venue, id),
  locale,
  now,
  venueNow: () => venueTime(venue),
});

const contractBefore = (before: CommandOutcome | undefined): ContractId | undefined =>
  (before !== undefined && 'contract' in before ? before.contract : null) ?? undefined;

export function contractAt({ state }: Pick<Venue, 'state'>, id: ContractId): Contract {
  const contract = state.listings[id]?.contract;
  assert(contract !== undefined, 'no such contract is listed', id);
  return contract;
}
