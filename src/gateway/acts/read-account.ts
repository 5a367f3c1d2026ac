/** Reads an account: its money, its settings and its permissions. */

import type { Window } from '../../domain/history.ts';
import { POSTING_KINDS } from '../../domain/posting.ts';
import { money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import { formatIso } from '../../wire/amount-text.ts';
import type { ContractQuery, ContractsQuery } from '../../wire/contract-query.ts';
import type { PrivateCall } from '../call.ts';
import { named } from './read-market.ts';

export function readAccount(call: PrivateCall) {
  const { account } = call.venue.read;
  const { terms, positionMode, wallet, collateral, liquidating, totals } = account.get(
    call.account,
  );
  return {
    terms,
    positionMode,
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

export const readFees = (call: PrivateCall, { contract }: ContractsQuery) => ({
  terms: readTerms(call),
  contracts: named(call, contract),
});

export const readStanding = ({ venue, account, key }: PrivateCall) => ({
  mayTrade: key.permissions.has('trade') && venue.read.account.get(account).status === 'active',
  updatedAt: venue.read.account.notes(account).updatedAt,
});

export const readMoney = ({ venue, account }: PrivateCall) => venue.read.account.money(account);

export const readDeskSettings = (call: PrivateCall, { contract }: ContractsQuery) =>
  named(call, contract).map(({ id }) => call.venue.read.account.settings(call.account, id));

export function readOwnDesks(call: PrivateCall, { contract }: ContractsQuery) {
  const { account: id, venue } = call;
  const { account, listing } = venue.read;
  const positions = account.positions(id);
  return {
    ...account.money(id),
    ...readStanding(call),
    mode: account.positionMode(id),
    wallet: account.wallet(id),
    desks: named(call, contract).map((each) => ({
      contract: each,
      settings: account.settings(id, each.id),
      mark: listing.record(each.id).mark,
      held: positions
        .filter((held) => held.contract === each)
        .map((held) => ({
          ...held,
          fifth: () => account.deleverageFifth(id, each.id, held.position.side),
        })),
      orders: account
        .orders({ account: id, contract: each.id, group: 'working' })
        .map(({ order }) => order),
    })),
  };
}

/** The same with the orders that wait for a price. */
export const readHoldings = (call: PrivateCall, query: ContractsQuery) => ({
  ...readOwnDesks(call, query),
  waiting: call.venue.read.account
    .orders({
      account: call.account,
      contract: query.contract?.id ?? null,
      group: 'untriggered',
    })
    .map(({ order }) => order),
});

/** The same with what was realised: the wallet without what was put in and taken out. */
export function readWallet(call: PrivateCall, query: ContractsQuery) {
  const { wallet, totals } = call.venue.read.account.get(call.account);
  const moved = MOVED.map((kind) => toBigInt(totals[POSTING_KINDS.indexOf(kind)] ?? NO_MONEY));
  const realised = toBigInt(wallet) - moved.reduce((sum, amount) => sum + amount, 0n);
  return { ...readOwnDesks(call, query), realised: money(realised) };
}

const MOVED = ['deposit', 'withdrawal', 'transfer-in', 'transfer-out'] as const;

export const readOwnKey = ({ key, account }: PrivateCall) => ({
  name: key.key,
  account,
  mayTrade: key.permissions.has('trade'),
  addresses: key.allowlist === null ? [] : ['restricted'],
  createdAt: formatIso(key.createdAt),
  expiresAt: key.expiresAt === null ? '' : formatIso(key.expiresAt),
});

export const readPositions = ({ venue, account }: PrivateCall, { contract }: ContractsQuery) =>
  venue.read.account
    .positions(account)
    .filter((held) => contract === null || held.contract === contract)
    .map((held) => ({ ...held, account }));

interface MovesQuery extends ContractQuery, Window {
  readonly isAdded: boolean | null;
  readonly limit: number;
}

/** Returns margin that was moved, oldest first: from a start the first, otherwise the newest. */
export function readMarginMoves({ venue, account }: PrivateCall, query: MovesQuery) {
  const { contract, isAdded, from, to, limit } = query;
  const found = venue.read.account
    .marginMoves(account, contract.id)
    .filter(({ at, amount }) => {
      const isIn = at >= (from ?? 0) && (to === null || at <= to);
      return isIn && (isAdded === null || isAdded === amount > NO_MONEY);
    })
    .reverse();
  const first = from === null ? Math.max(0, found.length - limit) : 0;
  return {
    mode: venue.read.account.positionMode(account),
    moves: found.slice(first, first + limit),
  };
}
