/** Who calls, and what an endpoint must know of it to read the call and to put the answer. */
import type { CommandOutcome } from '../../domain/command-outcome.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { Caller, Visitor } from '../../wire/caller.ts';
import type { Call, PrivateCall } from '../call.ts';

/**
 * What the same call changed when it came before may be gone by now; its contract is remembered,
 * and that is all that reading the call again needs.
 */
export const callerOf = (call: PrivateCall): Caller => {
  const { venue, account, before, findContract, locale, now } = call;
  // Written out, because orders come by the thousand and copying members costs more.
  return {
    account,
    findContract,
    contractOf: venue.read.listing.contract,
    locale,
    now,
    venueNow: venue.read.now,
    marginModeOf: (contract) => venue.read.account.settings(account, contract).marginMode,
    findPosition: (id) => {
      const held = venue.read.account.positions(account).find(({ position }) => position.id === id);
      if (held !== undefined)
        return { contract: held.contract.id, positionSide: held.position.side };
      const contract = contractBefore(before);
      return contract === undefined ? undefined : { contract, positionSide: 'long' };
    },
    findOrderContract: (id) => {
      const order = venue.read.account.findOrder(id)?.order;
      if (order?.account === account) return venue.read.listing.contract(order.contract);
      const contract = contractBefore(before);
      return contract === undefined ? undefined : venue.read.listing.contract(contract);
    },
  };
};

/** Of a call that needs no key. */
export const visitorOf = ({ venue, findContract, locale, now }: Call): Visitor => ({
  findContract,
  contractOf: venue.read.listing.contract,
  locale,
  now,
  venueNow: venue.read.now,
});

const contractBefore = (before: CommandOutcome | undefined): ContractId | undefined =>
  (before !== undefined && 'contract' in before ? before.contract : null) ?? undefined;
