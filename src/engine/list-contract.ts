/** Lists contracts, and halts and resumes their trading. */
import type { HaltContract, ListContract, ResumeContract } from '../domain/command.ts';
import { contractFaults, isTierSound } from '../domain/contract.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { type Ppm, ppm } from '../domain/units.ts';
import { createListing } from './create-state.ts';
import { startInterval } from './funding-clock.ts';
import { touchDue } from './risk-watch.ts';
import { emit, findListing, type VenueState } from './state.ts';

export function listContract(state: VenueState, command: ListContract): Reject | undefined {
  const { contract } = command;
  if (contract.id !== state.listings.length)
    return reject('contract-exists', { given: contract.id, limit: state.listings.length });
  if (state.listings.some((listing) => listing.contract.symbol === contract.symbol))
    return reject('contract-exists', { given: contract.symbol });
  const faults = contractFaults(contract);
  if (faults.length > 0) return reject('contract-terms-unsound', { given: faults.join('; ') });
  const dearest = dearestTaker(state);
  if (!contract.tiers.every((tier) => isTierSound(tier, dearest)))
    return reject('contract-terms-unsound', { given: 'an account pays a higher taker fee' });
  const listing = createListing(contract);
  startInterval(listing, state.now);
  state.listings.push(listing);
  emit(state, { kind: 'contract-listed', contract });
  return undefined;
}

export function haltContract(state: VenueState, command: HaltContract): Reject | undefined {
  return setHalted(state, command, true);
}

/** Accounts that could not be liquidated during the halt are checked again. */
export function resumeContract(state: VenueState, command: ResumeContract): Reject | undefined {
  return setHalted(state, command, false);
}

function setHalted(
  state: VenueState,
  command: HaltContract | ResumeContract,
  halted: boolean,
): Reject | undefined {
  const listing = findListing(state, command.contract);
  if (listing === undefined) return reject('contract-unknown', { given: command.contract });
  listing.halted = halted;
  listing.triggersDue = true;
  if (listing.index > 0) touchDue(state, listing);
  emit(state, {
    kind: 'contract-status-changed',
    contract: listing.contract.id,
    halted,
  });
  return undefined;
}

function dearestTaker(state: VenueState): Ppm {
  let dearest = 0;
  for (const account of state.accounts) dearest = Math.max(dearest, account?.terms.takerFee ?? 0);
  return ppm(dearest);
}
