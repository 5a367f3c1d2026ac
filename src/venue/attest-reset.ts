/**
 * The attestation of a reset. It does not trust the command: it counts every entrant, compares its
 * wallet, checks that positions and orders are gone, and adds up all money.
 */
import { type Millis, type Money, money, NO_MONEY, type Seq, toBigInt } from '../domain/units.ts';
import { stateHash } from '../engine/snapshot.ts';
import { type Account, getAccount, type VenueState } from '../engine/state.ts';

export interface Attestation {
  readonly season: number;
  readonly accounts: number;
  readonly wallet: Money;
  /** Accounts that are not as the reset should have left them; empty when all is well. */
  readonly unclean: readonly number[];
  /** The sum of all collateral, and all deposits less withdrawals: they must be equal. */
  readonly collateral: Money;
  readonly deposits: Money;
  /** The last entry when this was attested, its time, and the hash of the state. */
  readonly seq: Seq;
  readonly at: Millis;
  readonly stateHash: string;
}

export function attestReset(state: VenueState): Attestation | undefined {
  const { season } = state;
  if (season === null) return undefined;
  const { wallet } = season.rules;
  const accounts = [...season.entrants.values()].map((entrant) =>
    getAccount(state, entrant.account),
  );
  let collateral = 0n;
  for (const account of state.accounts) collateral += toBigInt(account?.collateral ?? NO_MONEY);
  return {
    season: season.number,
    accounts: accounts.length,
    wallet,
    unclean: accounts.filter((account) => !isClean(account, wallet)).map(({ id }) => id),
    collateral: money(collateral),
    deposits: state.depositsNet,
    seq: state.seq,
    at: state.now,
    stateHash: stateHash(state),
  };
}

const isClean = (account: Account, wallet: Money): boolean =>
  account.wallet === wallet &&
  account.collateral === wallet &&
  account.frozen === NO_MONEY &&
  account.crossPositions === 0 &&
  account.isolatedPositions === 0 &&
  account.desks.every(
    (desk) => desk === undefined || desk.working.count + desk.untriggered.count === 0,
  );
