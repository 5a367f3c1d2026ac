/** Who calls, and what the parsers must know of it. */
import type { CommandOutcome } from '../../domain/command-outcome.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { Caller } from '../../wire/caller.ts';
import type { PrivateCall } from '../call.ts';

/**
 * What the same call changed when it came before may be gone by now; its contract is remembered,
 * and that is all that reading the call again needs.
 */
export const callerOf = ({ venue, account, findContract, before }: PrivateCall): Caller => ({
  account,
  findContract,
  marginModeOf: (contract) => venue.read.account.settings(account, contract).marginMode,
  findPosition: (id) => {
    const held = venue.read.account.positions(account).find(({ position }) => position.id === id);
    if (held !== undefined) return { contract: held.contract.id, positionSide: held.position.side };
    const contract = contractBefore(before);
    return contract === undefined ? undefined : { contract, positionSide: 'long' };
  },
  findOrderContract: (id) => {
    const order = venue.read.account.findOrder(id)?.order;
    if (order?.account === account) return venue.read.listing.contract(order.contract);
    const contract = contractBefore(before);
    return contract === undefined ? undefined : venue.read.listing.contract(contract);
  },
});

const contractBefore = (before: CommandOutcome | undefined): ContractId | undefined =>
  (before !== undefined && 'contract' in before ? before.contract : null) ?? undefined;
