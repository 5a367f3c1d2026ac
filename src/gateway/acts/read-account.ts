/** Reads an account: its money, its settings and its permissions. */
import type { ContractsQuery } from '../../wire/contract-query.ts';
import type { PrivateCall } from '../call.ts';
import { named } from './read-market.ts';

/** Returns the account with its money, its settings by contract and its isolated margins. */
export function readAccount(call: PrivateCall) {
  const { account } = call.venue.read;
  const { terms, wallet, collateral, liquidating, totals } = account.get(call.account);
  return {
    terms,
    notes: account.notes(call.account),
    wallet,
    collateral,
    liquidating,
    totals,
    settings: readDeskSettings(call, { contract: null }),
    isolated: account.positions(call.account).flatMap(({ position, marginMode }) => {
      const { isolatedMargin: margin, openedAt, updatedAt } = position;
      if (marginMode === 'cross') return [];
      return { position: position.id, margin, openedAt, updatedAt };
    }),
  };
}

export const readTerms = ({ venue, account }: PrivateCall) => venue.read.account.get(account).terms;

/** Returns the permissions of the key, and when money last moved. */
export const readStanding = ({ venue, account, key }: PrivateCall) => ({
  mayTrade: key.permissions.has('trade') && venue.read.account.get(account).status === 'active',
  updatedAt: venue.read.account.notes(account).updatedAt,
});

export const readMoney = ({ venue, account }: PrivateCall) => venue.read.account.money(account);

export const readDeskSettings = (call: PrivateCall, { contract }: ContractsQuery) =>
  named(call, contract).map(({ id }) => call.venue.read.account.settings(call.account, id));

export const readPositions = ({ venue, account }: PrivateCall, { contract }: ContractsQuery) =>
  venue.read.account
    .positions(account)
    .filter((held) => contract === null || held.contract === contract)
    .map((held) => ({ ...held, account }));
